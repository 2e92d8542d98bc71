import { describe, expect, test, vi } from "vitest";
import type { LoadedEmbedder } from "../../agent/ports/embedder.ts";
import { STARTER_FILE } from "../catalog/starter-model.ts";
import { createEmbedderLibrary } from "./embedder-library.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const response = await fetch(`/${STARTER_FILE.path}`);
const starter = response.headers.get("content-length") === String(STARTER_FILE.bytes) ? await response.blob() : null;

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

function toCosine(left: Float32Array, right: Float32Array): number {
  return dot(left, right) / Math.sqrt(dot(left, left) * dot(right, right));
}

async function load(): Promise<{ readonly embedder: LoadedEmbedder; readonly remove: () => Promise<void> }> {
  const library = createEmbedderLibrary();
  const kept = await library.importFile(new File([starter ?? ""], "starter.gguf"));
  if (!kept.ok) throw new Error(JSON.stringify(kept.failure));
  const loaded = await library.load(kept.value, new AbortController().signal);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  return { embedder: loaded.value, remove: () => library.delete(kept.value) };
}

// The starter is no embedding model: it stands here for one, because every GGUF goes the same way.
describe.skipIf(starter === null)("vectors of a GGUF file (needs `npm run model:fetch`)", () => {
  test("one for each text, the same for the same text, and also for a text longer than the model reads", async () => {
    const { embedder, remove } = await load();
    const long = "The ferry to the island leaves at 7:40. ".repeat(200);
    const [ferry, again, pier, whole] = await embedder.embed([
      "The ferry to the island leaves at 7:40.",
      "The ferry to the island leaves at 7:40.",
      "My bicycle is green.",
      long,
    ]);
    if (ferry === undefined || again === undefined || pier === undefined || whole === undefined) throw new Error("few");
    expect(embedder).toMatchObject({ title: "starter", model: expect.stringMatching(/^embedding-[0-9a-f]{64}$/) });
    for (const vector of [ferry, pier, whole]) expect(vector).toHaveLength(576);
    expect(toCosine(ferry, again)).toBeGreaterThan(0.999);
    expect(toCosine(ferry, pier)).toBeLessThan(0.98);
    await embedder.dispose();
    await remove();
  });
});

describe("an embedding model that is none", () => {
  test("is refused with its name, and nothing of it is kept", async () => {
    const library = createEmbedderLibrary();
    const refused = await library.importFile(new File(["no model"], "letter.gguf"));
    expect(refused).toMatchObject({ ok: false, failure: { code: "model-corrupt" } });
    expect(await library.load("embedding-none", new AbortController().signal)).toMatchObject({
      failure: { code: "model-missing" },
    });
  });
});
