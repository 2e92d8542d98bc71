import { describe, expect, it } from "vitest";
import type { GenerateRequest, ModelClient } from "../agent/ports/model-client.ts";
import { collectRun, createModel, toyAgent } from "../agent/run/run-agent.fixture.ts";
import { chatmlTemplate, withEmptyReasoning } from "../formats/templates/chatml-template.ts";
import { llamaCppAdapter } from "./remote/llama-cpp-adapter.ts";
import { ollamaAdapter } from "./remote/ollama-adapter.ts";
import { openaiAdapter } from "./remote/openai-adapter.ts";
import type { ServerAdapter, ServerModel } from "./remote/server-dialect.ts";
import { toRequestBody } from "./webllm/webllm-completion.ts";
import { toFields } from "./wllama/wllama.ts";

/** Temperature, top-p, top-k, min-p of a card; `thinking` says whether its template has a switch, and it is on. */
type Card = readonly [name: string, thinking: boolean, temperature: number, topP: number, topK: number, minP: number];

// From the models' pages at https://huggingface.co: the page's own words, or its generation_config.json.
const CARDS: readonly Card[] = [
  ["Qwen3 4B", true, 0.6, 0.95, 20, 0],
  ["Qwen3 4B", false, 0.7, 0.8, 20, 0],
  ["Qwen/Qwen3-8B-GGUF", true, 0.6, 0.95, 20, 0],
  ["Qwen2.5 1.5B", false, 0.7, 0.8, 20, 0],
  ["SmolLM3-3B", true, 0.6, 0.95, 0, 0],
  ["SmolLM2 1.7B", false, 0.2, 0.9, 0, 0],
  ["meta-llama/Llama-3.2-3B-Instruct", false, 0.6, 0.9, 0, 0],
  ["google/gemma-3-4b-it", false, 1, 0.95, 64, 0],
  ["Phi-4-mini-instruct", false, 0, 1, 1, 0],
  ["mistralai/Ministral-3-3B-Instruct-2512", false, 0.1, 1, 0, 0],
  ["Mistral-Nemo-Instruct-2407", false, 0.3, 1, 0, 0],
  ["DeepSeek-R1-Distill-Qwen-1.5B", true, 0.6, 0.95, 0, 0],
  ["LFM2-1.2B", false, 0.3, 1, 0, 0.15],
  ["granite-3.3-2b-instruct", false, 0, 1, 1, 0],
  ["gpt-oss-20b", false, 1, 1, 0, 0],
  ["GLM-4.5-Air", true, 0.6, 0.95, 0, 0],
  ["a model without a card", false, 0, 1, 1, 0],
  ["a model without a card", true, 0.6, 0.95, 20, 0],
];

/** The first request that a run makes of a model of this name. */
async function toRequest([name, thinks]: Card): Promise<GenerateRequest> {
  const model = createModel(["<think>\nHm.\n</think>\n\nYes."]);
  const requests: GenerateRequest[] = [];
  const client: ModelClient = {
    ...model,
    info: { ...model.info, name, template: thinks ? withEmptyReasoning(chatmlTemplate) : chatmlTemplate },
    generate: (request) => {
      requests.push(request);
      return model.generate(request);
    },
  };
  await collectRun({ agent: toyAgent([]), model: client });
  const [first] = requests;
  if (first === undefined) throw new Error("The model was asked nothing.");
  return first;
}

const SERVER: ServerModel = {
  name: "m",
  contextTokens: 4096,
  format: "chatml",
  chatTemplate: null,
  constraint: "none",
  prompts: "raw",
  addsStartToken: true,
};

function toBody(adapter: ServerAdapter, request: GenerateRequest, model: Partial<ServerModel> = {}): unknown {
  const call = adapter.toCall({ ...SERVER, ...model }, request);
  return call === "constraint-rejected" ? null : call.body;
}

describe("what an engine is sent is what the card says", () => {
  it.each(CARDS)("%s, thinking %s", async (...card) => {
    const [, , temperature, topP, topK, minP] = card;
    const request = await toRequest(card);
    const openai = { temperature, top_p: topP, presence_penalty: 0, frequency_penalty: 0 };
    const llama = { ...openai, top_k: topK, min_p: minP, repeat_penalty: 1 };
    expect(toFields({ addsStartToken: false }, request)).toMatchObject(llama);
    expect(toBody(llamaCppAdapter, request)).toMatchObject(llama);
    expect(toBody(ollamaAdapter, request)).toMatchObject({ options: llama });
    const vllm = { ...openai, top_k: topK, min_p: minP, repetition_penalty: 1 };
    expect(toBody(openaiAdapter, request, { addsStartToken: false })).toMatchObject(vllm);
    expect(toBody(openaiAdapter, request)).toMatchObject(openai);
    expect(toBody(openaiAdapter, request, { prompts: "chat" })).toMatchObject(openai);
    expect(toRequestBody([], request)).toMatchObject({ ...openai, repetition_penalty: 1 });
    expect(request.seed === undefined).toBe(temperature === 0);
  });

  it("and a prompt that begins otherwise takes a place of its own in llama.cpp's cache", async () => {
    const request = await toRequest(["a model without a card", false, 0, 1, 1, 0]);
    expect(toFields({ addsStartToken: false }, { ...request, beside: true })).toMatchObject({ id_slot: 1 });
    expect(toFields({ addsStartToken: false }, request)).not.toHaveProperty("id_slot");
  });

  it("unless the user has set something else, and the rest stays the card's", async () => {
    const model = createModel(["Yes."]);
    const asked: GenerateRequest[] = [];
    const client: ModelClient = {
      ...model,
      info: { ...model.info, name: "gemma-3-4b-it" },
      generate: (request) => {
        asked.push(request);
        return model.generate(request);
      },
    };
    const sampling = { temperature: 0.3, repetitionPenalty: 1.1, seed: 9 };
    await collectRun({ agent: toyAgent([]), model: client, request: { sampling } });
    const expected = { temperature: 0.3, top_k: 64, repeat_penalty: 1.1, seed: 9 };
    expect(asked.map((request) => toFields({ addsStartToken: false }, request))).toMatchObject([expected]);
  });
});
