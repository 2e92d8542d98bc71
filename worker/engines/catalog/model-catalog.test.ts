import { describe, expect, test } from "vitest";
import { findLibrary } from "../webllm/webllm-catalog.ts";
import { listCatalog } from "./model-catalog.ts";
import { STARTER_MODEL_ID } from "./starter-model.ts";

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
