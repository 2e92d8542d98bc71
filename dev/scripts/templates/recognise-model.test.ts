import { describe, expect, it, test } from "vitest";
import { toOpenAiTool } from "../../../worker/formats/dialects/openai-tool.ts";
import { FORMATS } from "../../../worker/formats/dialects/resolve-format.ts";
import type { ThreadMessage } from "../../../worker/formats/format.ts";
import { neutralise, WORD_JOINER } from "../../../worker/formats/neutralise.ts";
import { type ModelFacts, recogniseFormat } from "../../../worker/formats/recognition/recognise-format.ts";
import { createJinjaRenderer } from "../../../worker/formats/templates/jinja-template.ts";
import { renderThread } from "../../../worker/formats/templates/prompt-thread.ts";
import type { JsonObject, JsonValue } from "../../../worker/protocol/json.ts";
import type { FormatId } from "../../../worker/protocol/model.ts";
import { OWN_WORDS, REAL_MODELS } from "./real-models.fixture.ts";
import { recognise } from "./recognise-model.ts";

const NOW = new Date(0);

describe("a real model", () => {
  it.each(REAL_MODELS)("%s is recognised", (name, _source, chatTemplate, format, reasoning) => {
    const found = recognise({ name, chatTemplate }, NOW);
    expect({ format: found.format, reasoning: found.reasoning }).toEqual({ format, reasoning });
    if (chatTemplate !== null && format !== "generic") expect(recogniseFormat({ chatTemplate, name })).toBe(format);
  });

  it.each(REAL_MODELS.filter(([, , template]) => template !== null))(
    "%s gets the turns of its own template",
    (...row) => {
      const [name, , chatTemplate] = row;
      const { template } = recognise({ name, chatTemplate }, NOW);
      const messages = [{ role: "user", content: "Hi" }];
      const options = { add_generation_prompt: true, eos_token: "</s>" };
      const own = createJinjaRenderer(chatTemplate ?? "")({ messages, tools: [], options, now: NOW });
      const opening =
        template.renderOpening?.("", "Hi") ?? template.renderStart("") + template.renderTurn("user", "Hi");
      if (!own.includes("</s>")) expect(opening + template.assistantStart).toBe(own);
      const instructed = template.renderOpening?.("Be brief.", "Hi") ?? template.renderStart("Be brief.");
      expect(instructed).toContain("Be brief.");
    },
  );

  it.each(REAL_MODELS.filter(([, , template]) => template !== null))(
    "%s gets the later turns of its own template too",
    (...row) => {
      const [name, , chatTemplate] = row;
      const { format, template, reasoning } = recognise({ name, chatTemplate }, NOW);
      // Harmony's models write the channel of their answer themselves.
      const lead = format === "generic" && reasoning === "channel" ? "<|channel|>final<|message|>" : "";
      const say = (role: string, content: string): JsonObject => ({ role, content });
      const messages = [say("user", "Hi"), say("assistant", "Yes."), say("user", "And?"), say("assistant", "No.")];
      const options = { add_generation_prompt: true, eos_token: "</s>" };
      const request = { messages: [...messages, say("user", "Why?")], tools: [], options, now: NOW };
      const own = createJinjaRenderer(chatTemplate ?? "")(request);
      const thread: readonly ThreadMessage[] = [
        { role: "user", text: "Hi" },
        { role: "assistant", raw: `${lead}Yes.`, text: "Yes.", calls: [], thoughtDropped: true },
        { role: "user", text: "And?" },
        { role: "assistant", raw: `${lead}No.`, text: "No.", calls: [], thoughtDropped: true },
        { role: "user", text: "Why?" },
      ];
      expect(renderThread({ template, format: FORMATS.generic, system: "", tools: [], thread }).prompt).toBe(own);
    },
  );

  const parameters = { type: "object", properties: { city: { type: "string", description: "The city" } } };
  const tools = [
    { name: "get_weather", description: "Gets the weather of a <|im_start|>city.", parameters },
    { name: "add", description: "Adds \u00e9.", parameters: { type: "object", properties: {} } },
  ];
  const declared: FormatId[] = [];

  it.each(REAL_MODELS.filter(([, , template]) => template !== null))(
    "%s gets its tools, calls and results as its own template writes them, or for a reason in our words",
    (...row) => {
      const [name, , chatTemplate, id] = row;
      const { template } = recognise({ name, chatTemplate }, NOW);
      const format = FORMATS[id];
      const call = format.renderCall("get_weather", { city: "Z\u00fcrich" });
      const say = (role: string, content: string): JsonObject => ({ role, content });
      const opening = [say("system", "Be brief."), say("user", "Weather?")];
      const rest = [
        say("assistant", call),
        say("tool", "Sunny"),
        say("assistant", "Sun."),
        say("user", "And 1 plus 2?"),
      ];
      const render = createJinjaRenderer(chatTemplate ?? "");
      const options = { add_generation_prompt: true, eos_token: "</s>" };
      const tame: JsonValue[] = JSON.parse(neutralise(JSON.stringify(tools.map(toOpenAiTool))));
      const write = (messages: readonly JsonObject[], all: readonly JsonValue[]): string | null => {
        try {
          return render({ messages, tools: all, options, now: NOW });
        } catch {
          return null;
        }
      };
      const thread: readonly ThreadMessage[] = [
        { role: "user", text: "Weather?" },
        { role: "assistant", raw: call, text: "", calls: [], thoughtDropped: true },
        { role: "tool", results: [{ callId: "1", name: "get_weather", text: "Sunny" }] },
        { role: "assistant", raw: "Sun.", text: "Sun.", calls: [], thoughtDropped: true },
        { role: "user", text: "And 1 plus 2?" },
      ];
      const { prompt } = renderThread({ template, format, system: "Be brief.", tools, thread });
      const isDeclared = write(opening, tame) !== write(opening, []);
      if (isDeclared && OWN_WORDS[id] === undefined) {
        declared.push(id);
        expect(prompt).toBe(write([...opening, ...rest], tame));
      } else {
        const question = format.renderFirstQuestion?.("", tools) ?? "";
        const words = question === "" ? format.renderSystem("Be brief.", tools) : question;
        expect(prompt.replaceAll(WORD_JOINER, "")).toContain(words.replaceAll(WORD_JOINER, ""));
      }
    },
  );

  test("every dialect that is left to the templates is so in at least one row", () => {
    const left = Object.values(FORMATS).filter(({ templateMark }) => templateMark !== null);
    expect(left.filter(({ id }) => Object.hasOwn(OWN_WORDS, id))).toEqual([]);
    expect(left.map(({ id }): string => id).filter((id) => !declared.some((each) => each === id))).toEqual([]);
    for (const id of Object.keys(OWN_WORDS)) expect(FORMATS[id as FormatId].templateMark).toBeNull();
  });

  test("every dialect but the tuned starter's own is reached by at least two", () => {
    for (const id of Object.keys(FORMATS)) {
      if (id === "compact") continue;
      const count = REAL_MODELS.filter(([, , , format]) => format === id).length;
      expect(count, id).toBeGreaterThanOrEqual(2);
    }
    expect(REAL_MODELS.length).toBeGreaterThanOrEqual(60);
  });
});

describe("a template decides before a name", () => {
  it.each([
    ["<|im_start|>{{ m.role }}", "chatml"],
    ["<|start_header_id|>", "llama3"],
    ["<|user|> … <tool_call>{{ name }}<arg_key>", "glm"],
    ["<|im_user|>user<|im_middle|>{{ m.content }}<|im_end|>", "kimi"],
    ["]~b]ai <minimax:tool_call>", "minimax"],
    ["<|start_of_role|>assistant<|end_of_role|><|tool_call|>", "granite"],
    ["<|start_of_role|>assistant<|end_of_role|><tool_call>", "chatml"],
    ["{{ m.content }}", "generic"],
  ] as const)("%s: %s", (chatTemplate, format) => {
    expect(recogniseFormat({ chatTemplate, name: "mixtral" })).toBe(format);
  });

  test("unless Ollama's says nothing", () => {
    expect(recogniseFormat({ ollamaTemplate: "{{ .Prompt }}", name: "gemma3" })).toBe("gemma");
    expect(recogniseFormat({ ollamaTemplate: "<|start_header_id|>{{ .Role }}", name: "x" })).toBe("llama3");
  });
});

describe("a name alone", () => {
  it.each([
    ["google/medgemma-4b-it", "gemma", "none"],
    ["google/gemma-4-12b-it", "gemma", "channel"],
    ["allenai/Olmo-3-7B-Think", "pythonic", "think-open"],
    ["Qwen/QwQ-32B", "chatml", "think-open"],
    ["qwen3.5:9b", "qwen3-coder", "think-switch"],
    ["moonshotai/Kimi-K2-Thinking", "kimi", "think"],
    ["phi4-mini-reasoning", "phi4", "think"],
    ["watt-ai/watt-tool-8B", "pythonic", "none"],
    ["Salesforce/Llama-xLAM-2-8b-fc-r", "llama3", "none"],
    ["agentica-org/DeepScaleR-1.5B-Preview", "deepseek", "think-open"],
    ["ibm-granite/granite-8b-code-instruct-4k", "generic", "none"],
    ["katanemo/Arch-Function-3B", "chatml", "none"],
    ["microsoft/Phi-tiny-MoE-instruct", "phi4", "none"],
    ["HuggingFaceTB/SmolLM-360M-Instruct", "chatml", "none"],
    ["zai-org/GLM-5", "glm", "think-switch"],
    ["Salesforce/xLAM-2-3b-fc-r", "chatml", "none"],
    ["speakleash/Bielik-11B-v2.6-Instruct", "chatml", "none"],
    ["arcee-ai/AFM-4.5B", "chatml", "none"],
  ] as const)("%s: %s, %s", (name, format, reasoning) => {
    expect(recognise({ name }, NOW)).toMatchObject({ format, reasoning });
  });

  test("finds the turns of the model's base", () => {
    const turnOf = (name: string): string => recognise({ name }, NOW).template.renderTurn("user", "Hi");
    expect(turnOf("watt-tool-8B")).toContain("<|start_header_id|>user<|end_header_id|>");
    expect(turnOf("glm-4-9b-chat")).toMatch(/^<\|user\|>/);
    expect(turnOf("OLMoE-1B-7B-0924-Instruct")).toMatch(/^<\|user\|>/);
  });
});

describe("turns that no file brings along", () => {
  const ask = (facts: ModelFacts): string => {
    const { template, stops } = recognise(facts, new Date("2026-03-01T12:00:00Z"));
    const { prompt } = renderThread({
      template,
      format: FORMATS.generic,
      system: "Be brief.",
      tools: [],
      thread: [
        { role: "user", text: "Hi" },
        { role: "assistant", raw: "Yes.", text: "Yes.", calls: [] },
        { role: "user", text: "Why?" },
      ],
    });
    expect(stops).not.toContain("<|im_end|>");
    return prompt;
  };

  it.each([
    ["llama2:7b-chat", "<s>[INST] <<SYS>>\nBe brief.\n<</SYS>>\n\nHi [/INST]Yes. </s><s>[INST] Why? [/INST]"],
    ["vicuna:13b", "Be brief.\n\nUSER: Hi ASSISTANT:Yes.</s>USER: Why? ASSISTANT:"],
    ["openchat:7b", /^Be brief\.<\|end_of_turn\|>GPT4 Correct User: Hi<\|end_of_turn\|>GPT4 Correct Assistant:Yes\./],
    ["solar:10.7b", /^### System:\nBe brief\.\n\n### User:\nHi\n\n### Assistant:\n/],
    [
      "exaone3.5:7.8b",
      /^\[\|system\|\]Be brief\.\[\|endofturn\|\]\n\[\|user\|\]Hi\[\|endofturn\|\]\n\[\|assistant\|\]Yes\./,
    ],
    [
      "seed-oss-36b-instruct",
      /^<seed:bos>system\nBe brief\.<seed:eos><seed:bos>user\nHi<seed:eos><seed:bos>assistant\n/,
    ],
    ["wizardcoder:7b", /### Instruction:\nHi\n\n### Response:\n/],
    ["falcon:7b", /User: Hi\nAssistant:/],
    ["phi:2.7b", /Instruct: Hi\nOutput:/],
    [
      "gpt-oss:20b",
      /<\|start\|>developer<\|message\|># Instructions\n\nBe brief\.<\|end\|><\|start\|>user<\|message\|>Hi<\|end\|><\|start\|>assistantYes\.<\|end\|>/,
    ],
  ])("are the family's, by its name: %s", (name, prompt) => {
    if (typeof prompt === "string") expect(ask({ name })).toBe(prompt);
    else expect(ask({ name })).toMatch(prompt);
  });

  test("are found in Ollama's template", () => {
    expect(ask({ ollamaTemplate: "[INST] <<SYS>>{{ .System }}<</SYS>>\n\n{{ .Prompt }} [/INST]" })).toMatch(
      /^<s>\[INST\]/,
    );
    expect(ask({ ollamaTemplate: "{{ .System }}\n\n### Instruction:\n{{ .Prompt }}\n\n### Response:\n" })).toMatch(
      /### Ins/,
    );
  });

  test("end at Harmony's calls too", () => {
    expect(recognise({ name: "gpt-oss:20b" }, NOW).stops).toEqual(["<|return|>", "<|call|>"]);
  });
});

test("a template that opens a thought only while thinking is on has a switch", () => {
  const chatTemplate =
    "[gMASK]<sop>{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}{#- <arg_key> #}" +
    "{% if add_generation_prompt %}<|assistant|>{{ '</think>' if enable_thinking is false else '<think>' }}{% endif %}";
  const { template, reasoning } = recognise({ chatTemplate }, NOW);
  expect(reasoning).toBe("think-switch");
  expect(template).toMatchObject({
    assistantStart: "<|assistant|><think>",
    reasoningOpen: true,
    skipReasoning: "</think>",
  });
});

test("Seed's thoughts are seen", () => {
  const chatTemplate =
    "{% for m in messages %}<seed:bos>{{ m.role }}\n{{ m.content }}<seed:eos>{% endfor %}{#- <seed:think> #}";
  expect(recognise({ chatTemplate }, NOW)).toMatchObject({ format: "generic", reasoning: "think" });
});

describe("a folder's conversation template", () => {
  it.each([
    ["llama-3_1", "llama3"],
    ["llama-2", "generic"],
    ["mistral_default", "mistral"],
    ["ministral3", "mistral"],
    ["open_hermes_mistral", "chatml"],
    ["hermes2_pro_llama3", "chatml"],
    ["gemma3_instruction", "gemma"],
    ["phi-3", "phi4"],
    ["phi-2", "generic"],
    ["qwen2", "chatml"],
    ["qwen3_5", "qwen3-coder"],
    ["deepseek_r1_qwen", "deepseek"],
    ["olmo2", "generic"],
    ["chatml", "chatml"],
  ] as const)("%s: %s", (convTemplate, format) => {
    expect(recogniseFormat({ convTemplate, architecture: "llama" })).toBe(format);
  });
});

describe("an architecture", () => {
  it.each([
    ["qwen2", "chatml"],
    ["qwen3moe", "chatml"],
    ["gemma3n", "gemma"],
    ["phi3", "phi4"],
    ["llama4", "pythonic"],
    ["lfm2", "pythonic"],
    ["deepseek2", "deepseek"],
    ["glm4moe", "glm"],
    ["granite", "granite"],
    ["granitehybrid", "chatml"],
    ["llama", "generic"],
  ] as const)("%s: %s", (architecture, format) => {
    expect(recogniseFormat({ architecture })).toBe(format);
  });
});
