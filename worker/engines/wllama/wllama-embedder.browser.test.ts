import { describe, expect, test, vi } from "vitest";
import type { LoadedEmbedder } from "../../agent/ports/embedder.ts";
import { SHIPPED_EMBEDDER } from "../catalog/shipped-embedder.ts";
import { STARTER_FILE } from "../catalog/starter-model.ts";
import { createEmbedderLibrary } from "./embedder-library.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const BASE = new URL("/", location.href).href;
const response = await fetch(`/${STARTER_FILE.path}`);
const starter = response.headers.get("content-length") === String(STARTER_FILE.bytes) ? await response.blob() : null;

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

function toCosine(left: Float32Array, right: Float32Array): number {
  return dot(left, right) / Math.sqrt(dot(left, left) * dot(right, right));
}

async function load(): Promise<{ readonly embedder: LoadedEmbedder; readonly remove: () => Promise<void> }> {
  const library = createEmbedderLibrary(BASE);
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
    const [ferry, again, pier, whole] = await embedder.embed(
      [
        "The ferry to the island leaves at 7:40.",
        "The ferry to the island leaves at 7:40.",
        "My bicycle is green.",
        long,
      ],
      "passage",
    );
    if (ferry === undefined || again === undefined || pier === undefined || whole === undefined) throw new Error("few");
    expect(embedder).toMatchObject({ title: "starter", model: expect.stringMatching(/^embedding-[0-9a-f]{64}$/) });
    for (const vector of [ferry, pier, whole]) expect(vector).toHaveLength(576);
    expect(toCosine(ferry, again)).toBeGreaterThan(0.999);
    expect(toCosine(ferry, pier)).toBeLessThan(0.98);
    await embedder.dispose();
    await remove();
  });
});

const isServed = (await fetch(`/models/embedder/${SHIPPED_EMBEDDER.name}`, { method: "HEAD" })).headers.get(
  "content-length",
);

describe.skipIf(isServed !== String(SHIPPED_EMBEDDER.bytes))(
  "the embedding model that comes with the app (needs `npm run model:fetch -- embedder`)",
  () => {
    test("is fetched once, and puts a note that says the same in another language nearest", async () => {
      const library = createEmbedderLibrary(BASE);
      const shipped = await library.findShipped();
      let arrived = 0;
      const fetched = await shipped?.fetch((done) => (arrived = done), new AbortController().signal);
      if (fetched?.ok !== true) throw new Error(JSON.stringify(fetched));
      expect(arrived).toBe(SHIPPED_EMBEDDER.bytes);
      const loaded = await library.load(fetched.value, new AbortController().signal);
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
      const notes = ["El niño no tolera los cacahuetes.", "La lavadora pierde agua.", "El tren sale a las nueve."];
      const vectors = await loaded.value.embed(notes, "passage");
      for (const [question, nearest] of [
        ["Which food is the boy allergic to?", 0],
        ["Wann fahren wir los?", 2],
      ] as const) {
        const [query] = await loaded.value.embed([question], "query");
        const scores = vectors.map((vector) => toCosine(vector, query ?? vector));
        expect(scores.indexOf(Math.max(...scores)), `${question} ${scores.join(" ")}`).toBe(nearest);
      }
      await loaded.value.dispose();
      await library.delete(fetched.value);
    });
  },
);

describe("an embedding model that is none", () => {
  test("is refused with its name, and nothing of it is kept", async () => {
    const library = createEmbedderLibrary(BASE);
    const refused = await library.importFile(new File(["no model"], "letter.gguf"));
    expect(refused).toMatchObject({ ok: false, failure: { code: "model-corrupt" } });
    expect(await library.load("embedding-none", new AbortController().signal)).toMatchObject({
      failure: { code: "model-missing" },
    });
  });
});
