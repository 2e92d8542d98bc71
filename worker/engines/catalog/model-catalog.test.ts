import { prebuiltAppConfig } from "@mlc-ai/web-llm";
import { describe, expect, test } from "vitest";
import { findLibrary } from "../webllm/webllm-catalog.ts";
import { listCatalog, STARTER_MODEL_ID } from "./model-catalog.ts";

describe("listCatalog", () => {
  test("the starter model comes first and scripts only when asked for", () => {
    expect(listCatalog({ scripts: false })[0]?.id).toBe(STARTER_MODEL_ID);
    expect(listCatalog({ scripts: false }).some((model) => model.id.startsWith("scripted:"))).toBe(false);
    expect(listCatalog({ scripts: true }).map((model) => model.id)).toContain("scripted:calculator");
  });

  test("no two models share an id", () => {
    const ids = listCatalog({ scripts: true }).map((model) => model.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("every WebLLM model is in WebLLM's own list in both forms, with the memory it says", () => {
    const records = new Map(prebuiltAppConfig.model_list.map((record) => [record.model_id, record]));
    const models = listCatalog({ scripts: false }).filter((model) => model.source.type === "webllm-catalog");
    expect(models.length).toBeGreaterThan(5);
    for (const model of models) {
      if (model.source.type !== "webllm-catalog") continue;
      expect(records.has(model.source.f16), model.source.f16).toBe(true);
      const f16 = records.get(model.source.f16)?.vram_required_MB ?? 0;
      expect(model.weights?.totalBytes?.f16, model.id).toBe(Math.round(f16 * 1e6));
      expect(model.downloadBytes, model.id).toBeLessThan(f16 * 1e6);
      const record = records.get(model.source.f32);
      expect(model.memoryBytes, model.id).toBe(Math.round((record?.vram_required_MB ?? 0) * 1e6));
      expect(record?.overrides?.context_window_size, model.id).toBe(model.contextTokens);
    }
  });
});

describe("the library of a model of WebLLM's list", () => {
  test("is named with every model that runs on the same one", () => {
    const library = findLibrary("Hermes-3-Llama-3.2-3B-q4f16_1-MLC");
    expect(library?.url).toMatch(/^https:.+\.wasm$/);
    expect([...(library?.records ?? [])].sort()).toEqual([
      "Hermes-3-Llama-3.2-3B-q4f16_1-MLC",
      "Llama-3.2-3B-Instruct-q4f16_1-MLC",
    ]);
    expect(findLibrary("No-Such-MLC")).toBeNull();
  });
});
