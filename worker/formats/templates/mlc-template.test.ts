import { describe, expect, it } from "vitest";
import { generic } from "../dialects/generic.ts";
import { readMlcConversation, toMlcTemplate } from "./mlc-template.ts";
import { renderThread } from "./prompt-thread.ts";

/** RedPajama's, as MLC's folders of it have it. */
const REDPAJAMA = {
  name: "redpajama_chat",
  system_template: "{system_message}",
  system_message: "",
  roles: { user: "<human>", assistant: "<bot>" },
  seps: ["\n"],
  role_content_sep: ": ",
  role_empty_sep: ":",
  stop_str: ["<human>"],
  stop_token_ids: [0],
};

function render(conversation: object, system: string): string {
  const read = readMlcConversation(conversation);
  if (read === null) throw new Error("It is no conversation template.");
  return renderThread({
    template: toMlcTemplate(read),
    format: generic,
    system,
    tools: [],
    thread: [
      { role: "user", text: "Hello" },
      { role: "assistant", raw: " Hi.", text: "Hi.", calls: [] },
      { role: "user", text: "<human>: And you?" },
    ],
  }).prompt;
}

describe("a folder of a family that is not known", () => {
  it("is spoken to in the turns of its own conversation template, and never in ChatML's", () => {
    const prompt = render(REDPAJAMA, "Be brief.");
    expect(prompt).toMatch(/^Be brief\.<human>: Hello\n<bot>: Hi\.\n<human>: /);
    expect(prompt.endsWith("And you?\n<bot>:")).toBe(true);
    expect(prompt).not.toContain("<|im_start|>");
    // What a user writes opens no turn.
    expect(prompt.split("<human>")).toHaveLength(3);
  });

  it("gets the system text in the first question where its template has no place for one", () => {
    const prompt = render({ ...REDPAJAMA, system_template: "<s>" }, "Be brief.");
    expect(prompt).toMatch(/^<s><human>: Be brief\.\n\nHello\n/);
  });

  it("is read only from a whole template", () => {
    expect(readMlcConversation({ name: "x" })).toBeNull();
    expect(readMlcConversation(null)).toBeNull();
  });
});
