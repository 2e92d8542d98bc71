import { describe, expect, test } from "vitest";
import { listCatalog } from "./model-catalog.ts";
import { fetchServedFiles, takeServed } from "./served-files.ts";

const BASE = "https://app.example/alcove/";

function answer(body: string, status = 200): typeof globalThis.fetch {
  return async (input) => {
    expect(String(input)).toBe(`${BASE}models/index.json`);
    return new Response(body, { status });
  };
}

describe("the list of models on this origin", () => {
  const file = { path: "a/b.gguf", bytes: 7 };

  test("holds what the server says and nothing that is no file", async () => {
    const body = JSON.stringify({ files: [file, { path: 3, bytes: 7 }, null, "x"] });
    expect(await fetchServedFiles(BASE, answer(body))).toEqual([file]);
  });

  test("is empty where there is none, or a page in its place, or no connection", async () => {
    expect(await fetchServedFiles(BASE, answer("", 404))).toEqual([]);
    expect(await fetchServedFiles(BASE, answer("<!doctype html>"))).toEqual([]);
    expect(await fetchServedFiles(BASE, answer('{"files":{}}'))).toEqual([]);
    expect(await fetchServedFiles(BASE, () => Promise.reject(new TypeError("Failed to fetch")))).toEqual([]);
  });
});

describe("a model whose file is on this origin", () => {
  const model = listCatalog({ scripts: false }).find(({ id }) => id === "gguf:Qwen2.5-Coder-1.5B-Instruct");
  const path = "qwen2.5-coder-1.5b/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf";
  if (model?.source.type !== "gguf") throw new Error("the catalog has no such model");

  test("is here, and is taken from here with the publisher's hash", () => {
    const served = takeServed(model, [{ path, bytes: model.weights?.bytes ?? 0 }]);
    expect(served).toMatchObject({ local: true, served: true, policy: "staged" });
    expect(served.source).toEqual({ ...model.source, url: `models/${path}` });
  });

  test("is left at its host where the file has another length or name", () => {
    expect(takeServed(model, [{ path, bytes: 1 }])).toBe(model);
    expect(takeServed(model, [{ path: "other.gguf", bytes: model.weights?.bytes ?? 0 }])).toBe(model);
  });
});
