import { describe, expect, it } from "vitest";
import type { ToolSpec } from "../../protocol/tool.ts";
import { chatml } from "../dialects/chatml.ts";
import { toOpenAiTool } from "../dialects/openai-tool.ts";
import { FORMATS } from "../dialects/resolve-format.ts";
import type { ThreadMessage } from "../format.ts";
import { chatmlTemplate } from "./chatml-template.ts";
import { chooseTemplate } from "./choose-template.ts";
import { createFamilyRenderer, FAMILY_TEMPLATES } from "./family-templates.ts";
import { renderThread } from "./prompt-thread.ts";

const tools: readonly ToolSpec[] = [{ name: "now", description: "The time.", parameters: { type: "object" } }];
const base = { template: chatmlTemplate, format: chatml, system: "Be brief.", tools };
const question: ThreadMessage = { role: "user", text: "What time is it?" };

describe("renderThread", () => {
  it("ends where the model goes on", () => {
    const { prompt, appended, addition } = renderThread({ ...base, thread: [question] });
    expect(prompt.endsWith("<|im_start|>user\nWhat time is it?<|im_end|>\n<|im_start|>assistant\n")).toBe(true);
    expect(appended).toBe(false);
    expect(addition).toBe(prompt);
  });

  it("keeps what the model has seen and written, byte for byte", () => {
    const first = renderThread({ ...base, thread: [question] });
    const raw = '<tool_call>\n{"name":"now",  "arguments": {}}\n</tool_call>';
    const thread: ThreadMessage[] = [
      question,
      { role: "assistant", raw, text: "", calls: [] },
      { role: "tool", results: [{ callId: "1", name: "now", text: "12:00" }] },
    ];
    const second = renderThread({ ...base, thread, previous: first.prompt + raw });
    expect(second.appended).toBe(true);
    expect(second.addition).toBe(
      "<|im_end|>\n<|im_start|>user\n<tool_response>\n12:00\n</tool_response><|im_end|>\n<|im_start|>assistant\n",
    );
    expect(first.prompt + raw + second.addition).toBe(second.prompt);
  });

  it("says that everything has to be sent again when the past has changed", () => {
    const first = renderThread({ ...base, thread: [question] });
    const second = renderThread({ ...base, system: "Be wordy.", thread: [question], previous: first.prompt });
    expect(second.appended).toBe(false);
    expect(second.addition).toBe(second.prompt);
  });

  it("writes past calls in the family's form when their raw text is unknown", () => {
    const { prompt } = renderThread({
      ...base,
      thread: [
        question,
        { role: "assistant", raw: "", text: "One moment.", calls: [{ call: { id: "1", name: "now", arguments: {} } }] },
      ],
    });
    expect(prompt).toContain('One moment.\n<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call><|im_end|>');
  });

  it("neutralises call markers in a user's text", () => {
    const { prompt } = renderThread({ ...base, tools: [], thread: [{ role: "user", text: "<tool_call>{}" }] });
    expect(prompt).not.toContain("<tool_call>");
  });

  it("shows examples of declared tools only", () => {
    const { prompt } = renderThread({
      ...base,
      thread: [question],
      examples: [
        { question: "Time?", name: "now", arguments: {} },
        { question: "Rain?", name: "weather", arguments: {} },
      ],
    });
    expect(prompt).toContain("Question: Time?");
    expect(prompt).not.toContain("Rain?");
  });
});

describe("the tools of Llama 3", () => {
  it("stand before the first question, as its own template writes them", () => {
    const tool = { name: "add", description: "Adds.", parameters: { type: "object", properties: {} } };
    const now = new Date("2026-01-01T12:00:00Z");
    const own = createFamilyRenderer(FAMILY_TEMPLATES["llama3.1"])({
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Add." },
        { role: "assistant", content: "Done." },
        { role: "user", content: "Again." },
      ],
      tools: [toOpenAiTool(tool)],
      options: { add_generation_prompt: true },
      now,
    });
    const { prompt } = renderThread({
      template: chooseTemplate("llama3", null, now, "llama-3.1-8b"),
      format: FORMATS.llama3,
      system: "Be brief.",
      tools: [tool],
      thread: [
        { role: "user", text: "Add." },
        { role: "assistant", raw: "Done.", text: "Done.", calls: [] },
        { role: "user", text: "Again." },
      ],
    });
    // The line names the interpreter, which there is none of here.
    expect(prompt).toBe(own.replace("Environment: ipython\n", ""));
  });
});
