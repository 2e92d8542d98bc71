import { type ModelRecord, ModelType, prebuiltAppConfig } from "@mlc-ai/web-llm";
import { describe, expect, test } from "vitest";
import { findFamilyRule, recogniseFormat } from "../../formats/recognition/recognise-format.ts";
import { chooseTemplate } from "../../formats/templates/choose-template.ts";
import { toCatalogTemplate } from "../load-model.ts";
import { type CatalogModel, listCatalog, toRecordNames } from "./model-catalog.ts";

const NOW = new Date(2026, 0, 5);
const RECORDS = prebuiltAppConfig.model_list;
const HOSTED = listCatalog({ scripts: false }).filter(({ source }) => source.type === "webllm-catalog");
const OFFERED = new Set(HOSTED.flatMap(({ source }) => toRecordNames(source)));

/** Newer models of the list that take the place of others of about their size, by the family that they replace. */
const SUCCESSORS: readonly (readonly [RegExp, string])[] = [
  [/^Hermes-2|^OpenHermes|^NeuralHermes/, "Hermes 3 8B"],
  [/^Mistral-7B-Instruct-v0\.2/, "Mistral 7B v0.3"],
  [/^Qwen2-0\.5B/, "Qwen2.5 0.5B"],
  [/^Qwen2-1\.5B/, "Qwen2.5 1.5B"],
  [/^Qwen2-7B/, "Qwen2.5 7B"],
  [/^Llama-3-8B/, "Llama 3.1 8B"],
  [/^Phi-3-mini/, "Phi 3.5 mini"],
  [/^gemma-2b-it/, "Gemma 2 2B"],
];

const contextOf = ({ overrides }: ModelRecord): number => overrides?.context_window_size ?? 0;

/** Why a record of WebLLM's list is not offered; the first rule that applies is the reason. */
const LEFT_OUT: readonly { readonly rule: string; applies(record: ModelRecord): boolean }[] = [
  { rule: "is no chat model", applies: (record) => record.model_type === ModelType.embedding },
  {
    rule: "fetches its pictures from an address that our policy forbids",
    applies: (record) => record.model_type === ModelType.VLM,
  },
  { rule: "has unquantised weights", applies: ({ model_id }) => /-q0f(16|32)/.test(model_id) },
  { rule: "needs more memory than browsers give", applies: ({ vram_required_MB = 0 }) => vram_required_MB > 16_000 },
  { rule: "reads fewer than 4,096 tokens", applies: (record) => contextOf(record) < 4096 },
  { rule: "was not trained to chat", applies: ({ model_id }) => model_id.includes("-Base-") },
  { rule: "answers only mathematics", applies: ({ model_id }) => /Math/.test(model_id) },
  { rule: "was trained before models called tools", applies: ({ model_id }) => /^(Llama-2|stablelm)/.test(model_id) },
  { rule: "brings a manifest that our download does not fetch", applies: ({ model_id }) => /^gemma-4/.test(model_id) },
  {
    rule: "is replaced by a newer model of its size",
    applies: ({ model_id }) => SUCCESSORS.some(([pattern]) => pattern.test(model_id)),
  },
];

/** The token that ends a turn of the family, as MLC packages it. */
const STOPS: readonly (readonly [RegExp, string])[] = [
  [/Hermes|Qwen|SmolLM/, "<|im_end|>"],
  [/^webllm:DeepSeek/, "<｜end▁of▁sentence｜>"],
  [/Llama/, "<|eot_id|>"],
  [/gemma/, "<end_of_turn>"],
  [/Phi/, "<|end|>"],
  [/istral/, "</s>"],
  [/OLMo/, "<|endoftext|>"],
];

function stopOf({ id }: CatalogModel): string {
  const first = /^webllm:DeepSeek/.test(id) ? "<｜end▁of▁sentence｜>" : undefined;
  return first ?? STOPS.find(([pattern]) => pattern.test(id))?.[1] ?? "";
}

describe("the models of WebLLM's list", () => {
  test("each record is offered, or left out by a rule that has a name", () => {
    const unexplained = RECORDS.filter(
      (record) => !OFFERED.has(record.model_id) && !LEFT_OUT.some(({ applies }) => applies(record)),
    );
    expect(unexplained.map(({ model_id }) => model_id)).toEqual([]);
    expect(RECORDS.length).toBe(165);
    expect(OFFERED.size).toBeGreaterThan(65);
  });

  test("no rule applies to a model that is offered, and each rule leaves something out", () => {
    for (const { rule, applies } of LEFT_OUT) {
      const names = RECORDS.filter(applies).map(({ model_id }) => model_id);
      expect(names.length, rule).toBeGreaterThan(0);
      expect(
        names.filter((name) => OFFERED.has(name)),
        rule,
      ).toEqual([]);
    }
    const titles = new Set(HOSTED.map(({ title }) => title));
    for (const [, successor] of SUCCESSORS) expect(titles).toContain(successor);
  });

  test.each([
    "Qwen3 8B",
    "Qwen3.5 0.8B",
    "Qwen3.5 9B",
    "Llama 3.2 1B",
    "Llama 3.2 3B",
    "Ministral 3 3B",
    "Gemma 3 1B",
    "Phi 4 mini",
    "Hermes 3 8B",
    "DeepSeek R1 Distill Qwen 7B",
    "SmolLM2 1.7B",
    "OLMo 2 7B",
  ])("%s is among them", (title) => {
    expect(HOSTED.map((model) => model.title)).toContain(title);
  });
});

describe.each(HOSTED.map((model) => [model.title, model] as const))("%s", (_title, model) => {
  const { source } = model;
  if (source.type !== "webllm-catalog") throw new Error("not of WebLLM's list");
  const find = (name: string | null): ModelRecord | undefined => RECORDS.find(({ model_id }) => model_id === name);

  test("has the memory and context that WebLLM's list says, in each form that is in the list", () => {
    const f16 = find(source.f16);
    const f32 = find(source.f32);
    expect(model.weights?.totalBytes?.f16).toBe(Math.round((f16?.vram_required_MB ?? 0) * 1e6));
    expect(contextOf(f16 ?? { model: "", model_id: "", model_lib: "" })).toBe(model.contextTokens);
    expect(find(source.f16.replace("q4f16", "q4f32"))?.model_id ?? null).toBe(source.f32);
    if (f32 !== undefined) expect(model.memoryBytes).toBe(Math.round((f32.vram_required_MB ?? 0) * 1e6));
    expect(model.downloadBytes).toBeLessThan((f16?.vram_required_MB ?? 0) * 1e6);
    expect(model.licence).toBeTruthy();
    expect(model.family).toBeTruthy();
  });

  test("is spoken to in the dialect and with the turns of its family, which end in its stop token", () => {
    const { rule } = findFamilyRule({ name: source.f16 });
    expect(model.format).toBe(rule?.format ?? "generic");
    const toTemplate = (format: CatalogModel["format"], own: string | null, name?: string) =>
      chooseTemplate(format, own, NOW, name);
    const template = toCatalogTemplate(model, source.f16, { toTemplate });
    expect([...template.stop, ...(rule?.stops ?? [])]).toContain(stopOf(model));
    expect(template.assistantEnd.startsWith(stopOf(model))).toBe(true);
    const thinks = model.note === "thinks-first" || model.note === "always-thinks";
    // The reasoning form of Ministral begins its thought itself.
    const isOpened = template.reasoningOpen === true || template.skipReasoning !== undefined;
    expect(isOpened).toBe(thinks && !/Ministral/.test(model.title));
    expect(template.skipReasoning !== undefined).toBe(model.note === "thinks-first");
  });
});

describe("the GGUF files on model hosts", () => {
  const files = listCatalog({ scripts: false }).filter(({ id }) => id.startsWith("gguf:"));

  test("have a dialect that their name tells, a licence, and a pinned revision wherever the hash is known", () => {
    expect(files.length).toBeGreaterThan(8);
    for (const { id, title, source, format, licence, weights } of files) {
      if (source.type !== "gguf") throw new Error(id);
      expect(source.url, id).toMatch(/^https:\/\/huggingface\.co\/[^/]+\/[^/]+\/resolve\/.+\.gguf$/);
      if (source.sha256 === null) expect(title).toBe("FunctionGemma 270M");
      else {
        expect(source.sha256, id).toMatch(/^[0-9a-f]{64}$/);
        // Of Qwen2.5 Coder the hashes are pinned by many, a revision is not known.
        if (!title.startsWith("Qwen2.5 Coder")) expect(source.url, id).toMatch(/\/resolve\/[0-9a-f]{40}\//);
      }
      expect(format, id).toBe(recogniseFormat({ name: id.replace("gguf:", "") }));
      if (title !== "gpt-oss 20B") expect(format, id).not.toBe("generic");
      expect(licence, id).toBeTruthy();
      expect(weights?.cache, id).toBeDefined();
    }
  });
});
