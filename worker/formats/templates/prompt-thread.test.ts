import { describe, expect, it } from "vitest";
import { renderPrompt } from "../../../dev/scripts/templates/render-prompt.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { chatml } from "../dialects/chatml.ts";
import { toOpenAiTool } from "../dialects/openai-tool.ts";
import { FORMATS } from "../dialects/resolve-format.ts";
import type { ThreadMessage } from "../format.ts";
import { recogniseFormat } from "../recognition/recognise-format.ts";
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

  it("puts a mark for each picture before the question, and lets nobody's text stand for one", () => {
    const thread: readonly ThreadMessage[] = [
      { role: "user", text: "Two of \ufffc them?", media: ["AA==", "AQ=="] },
      { role: "assistant", raw: "Yes \ufffc.", text: "Yes.", calls: [] },
      { role: "tool", results: [{ callId: "1", name: "now", text: "\ufffc12:00" }] },
      { role: "user", text: "And this?", media: ["Ag=="] },
    ];
    const { prompt, media } = renderThread({ ...base, thread });
    expect(media).toEqual(["AA==", "AQ==", "Ag=="]);
    expect(prompt).toContain("<|im_start|>user\n\ufffc\ufffc\nTwo of  them?<|im_end|>");
    expect(prompt).toContain("<|im_start|>user\n\ufffc\nAnd this?<|im_end|>");
    expect(prompt.split("\ufffc")).toHaveLength(media.length + 1);
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

describe("a thread of three turns with two tools", () => {
  const parameters = { type: "object", properties: { city: { type: "string", description: "The city" } } };
  const tools = [
    { name: "get_weather", description: "Gets the weather.", parameters },
    { name: "add", description: "Adds \u00e9.", parameters: { type: "object", properties: {} } },
  ];
  const input = { city: "Z\u00fcrich" };
  const call = { type: "function", function: { name: "get_weather", arguments: input } };

  it.each(["Qwen2.5-7B-Instruct", "Qwen2.5-Coder-1.5B-Instruct", "Qwen3-0.6B", "Qwen3-8B", "Qwen3-4B-Instruct-2507"])(
    "is to the letter what the template of %s writes",
    (name) => {
      const now = new Date(0);
      const own = renderPrompt(
        { model: name },
        {
          messages: [
            { role: "system", content: "Be brief." },
            { role: "user", content: "Weather?" },
            { role: "assistant", content: "", tool_calls: [call, call] },
            { role: "tool", content: "Sunny" },
            { role: "tool", content: "Windy" },
            { role: "assistant", content: "It is sunny." },
            { role: "user", content: "And 1 plus 2?" },
          ],
          tools: tools.map(toOpenAiTool),
          options: { add_generation_prompt: true },
          now,
        },
      );
      const id = recogniseFormat({ name });
      const template = chooseTemplate(id, null, now, name);
      const format = FORMATS[id];
      const raw = format.renderCall("get_weather", input);
      const results = [
        { callId: "1", name: "get_weather", text: "Sunny" },
        { callId: "2", name: "get_weather", text: "Windy" },
      ];
      const thread: readonly ThreadMessage[] = [
        { role: "user", text: "Weather?" },
        { role: "assistant", raw: `${raw}\n${raw}`, text: "", calls: [] },
        { role: "tool", results },
        { role: "assistant", raw: "It is sunny.", text: "It is sunny.", calls: [] },
        { role: "user", text: "And 1 plus 2?" },
      ];
      expect(renderThread({ template, format, system: "Be brief.", tools, thread }).prompt).toBe(own);
    },
  );
});
