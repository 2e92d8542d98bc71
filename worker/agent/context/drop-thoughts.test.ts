import { describe, expect, it } from "vitest";
import { QWEN_FAMILIES } from "../../../dev/scripts/templates/qwen-templates.ts";
import { chatml } from "../../formats/dialects/chatml.ts";
import type { ThreadMessage } from "../../formats/format.ts";
import { chatmlTemplate, withEmptyReasoning } from "../../formats/templates/chatml-template.ts";
import { createFamilyRenderer } from "../../formats/templates/family-templates.ts";
import { renderThread } from "../../formats/templates/prompt-thread.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { collectRun, createModel, ofType, toyAgent, toyTool, writeCall } from "../run/run-agent.fixture.ts";
import { dropThoughts } from "./drop-thoughts.ts";

const QWEN_3 = withEmptyReasoning(chatmlTemplate);
const THOUGHT = "<think>\nThe user wants a step.\n</think>\n\n";
const say = (role: string, content: string): JsonObject => ({ role, content });
const RESULT = "<tool_response>\ndone\n</tool_response>";

function toTurn(raw: string): ThreadMessage {
  return { role: "assistant", raw, text: raw.replace(THOUGHT, ""), calls: [] };
}

/** The same conversation as Qwen3's own template writes it. */
function renderOwn(messages: readonly JsonObject[]): string {
  const render = createFamilyRenderer(QWEN_FAMILIES.qwen3);
  return render({ messages, tools: [], options: { add_generation_prompt: true }, now: new Date(0) });
}

function render(thread: readonly ThreadMessage[]): string {
  return renderThread({ template: QWEN_3, format: chatml, system: "Be brief.", tools: [], thread }).prompt;
}

const CALL = writeCall("step", { n: 1 });
const FINISHED: readonly ThreadMessage[] = [
  { role: "user", text: "Step." },
  toTurn(THOUGHT + CALL),
  { role: "tool", results: [{ callId: "1", name: "step", text: "done" }] },
  toTurn(`${THOUGHT}It is done.`),
];
const OWN_FINISHED = [
  say("system", "Be brief."),
  say("user", "Step."),
  say("assistant", THOUGHT + CALL),
  say("user", RESULT),
  say("assistant", `${THOUGHT}It is done.`),
];

describe("the history of a thinking model", () => {
  it("is Qwen3's own, without the thoughts of finished questions and with those of the running one", () => {
    const history = dropThoughts(FINISHED, QWEN_3);
    expect(render([...history, { role: "user", text: "And again?" }])).toBe(
      renderOwn([...OWN_FINISHED, say("user", "And again?")]),
    );
    const running: readonly ThreadMessage[] = [
      { role: "user", text: "And again?" },
      toTurn(THOUGHT + CALL),
      { role: "tool", results: [{ callId: "2", name: "step", text: "done" }] },
    ];
    const own = [say("user", "And again?"), say("assistant", THOUGHT + CALL), say("user", RESULT)];
    const prompt = render([...history, ...running]);
    expect(prompt).toBe(renderOwn([...OWN_FINISHED, ...own]));
    expect(prompt.split("<think>")).toHaveLength(2);
  });

  it("begins no turn inside a thought that has been left out", () => {
    const opened = {
      ...chatmlTemplate,
      assistantStart: `${chatmlTemplate.assistantStart}<think>\n`,
      reasoningOpen: true,
    };
    const thread: readonly ThreadMessage[] = [
      { role: "user", text: "One?" },
      { role: "assistant", raw: "Hm.\n</think>\n\nOne.", text: "One.", calls: [] },
      { role: "user", text: "Two?" },
    ];
    const prompt = renderThread({
      template: opened,
      format: chatml,
      system: "",
      tools: [],
      thread: dropThoughts(thread, opened),
    }).prompt;
    expect(prompt).toContain("<|im_start|>assistant\nOne.<|im_end|>");
    expect(prompt.endsWith("<|im_start|>assistant\n<think>\n")).toBe(true);
  });

  it("keeps the words of other models", () => {
    expect(dropThoughts(FINISHED, chatmlTemplate)).toBe(FINISHED);
  });

  it("frees the tokens of the thought for one more reading of the answer", async () => {
    const thought = `<think>\n${"so it goes on, ".repeat(40).trim()}\n</think>\n\n`;
    const model = createModel([`${thought}It is done.`, `${thought}It is.`]);
    const thinker = { ...model, info: { ...model.info, template: QWEN_3 } };
    const step = toyTool("step", () => "done");
    const agent = toyAgent([step]);
    const first = await collectRun({ agent, model: thinker });
    const raw = ofType(first, "turn-end")[0]?.raw ?? "";
    const history: readonly ThreadMessage[] = [
      { role: "user", text: "Go." },
      { role: "assistant", raw, text: "It is done.", calls: [] },
    ];
    const second = await collectRun({ agent, model: thinker, request: { history } });
    const prompt = ofType(second, "prompt-sent")[0]?.prompt ?? "";
    expect(raw.length).toBeGreaterThan(600);
    expect(prompt).toContain("<|im_start|>assistant\nIt is done.<|im_end|>");
    expect(prompt).not.toContain("so it goes on");
  });
});
