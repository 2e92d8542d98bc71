import "fake-indexeddb/auto";
import { describe, expect, it, vi } from "vitest";
import type { EmbedderLibrary, ShippedEmbedder } from "../../agent/ports/embedder.ts";
import type { ModelClient } from "../../agent/ports/model-client.ts";
import { createModel, toyAgent, toyTool, writeCall } from "../../agent/run/run-agent.fixture.ts";
import type { Result } from "../../protocol/failure.ts";
import type { PickedFile } from "../../protocol/model.ts";
import { openStores } from "../../store/open-stores.ts";
import { startTestHost, toValue } from "../agent-host.fixture.ts";

const FILE: PickedFile = {
  name: "toy.gguf",
  size: 1,
  slice: () => ({ arrayBuffer: async () => new ArrayBuffer(1) }),
};
let databases = 0;

/** Knows two things: animals and money. Says what it was asked, and what was let go of. */
function createToyLibrary(
  options: {
    readonly broken?: boolean;
    readonly shipped?: ShippedEmbedder;
    /** Files of this name are a reranker's. */
    readonly ranks?: string;
    readonly failing?: boolean;
  } = {},
) {
  let reranker: string | null = null;
  const embedded: string[] = [];
  const deleted: string[] = [];
  let disposed = 0;
  const library: EmbedderLibrary = {
    importFile: async ({ name }) => {
      if (name !== options.ranks) return { ok: true, value: `embedding-${name}` };
      reranker = name;
      return { ok: true, value: name };
    },
    isReranker: (name) => name === options.ranks,
    loadReranker: async () => {
      if (reranker === null) return { ok: true, value: null };
      if (options.failing === true) return { ok: false, failure: { code: "model-corrupt" } };
      return {
        ok: true,
        value: { title: reranker, rate: async (_, { length }) => length, dispose: async () => undefined },
      };
    },
    dropRerankers: async (but) => {
      if (reranker !== but) reranker = null;
    },
    findShipped: async () => options.shipped ?? null,
    load: async (name) => {
      if (options.broken === true) return { ok: false, failure: { code: "model-corrupt" } };
      const embed = async (texts: readonly string[]) => {
        embedded.push(...texts);
        return texts.map((text) =>
          Float32Array.of(/cat|feline|pet/i.test(text) ? 1 : 0.01, /stock|money/i.test(text) ? 1 : 0.01),
        );
      };
      const dispose = async (): Promise<void> => {
        disposed += 1;
      };
      return { ok: true, value: { model: name, title: "toy", embed, dispose } };
    },
    delete: async (name) => void deleted.push(name),
  };
  return { library, embedded, deleted, countDisposed: () => disposed };
}

/** A model that runs on the processor. */
function createLocalModel(): ModelClient {
  const model = createModel([]);
  return { ...model, info: { ...model.info, engine: "wllama" } };
}

async function startWithNotes(
  library: EmbedderLibrary | undefined,
  options: Pick<Parameters<typeof startTestHost>[0], "model" | "agent"> = {},
) {
  databases += 1;
  let ids = 0;
  const stores = await openStores({
    clock: { now: () => 1000, newId: () => `id-${++ids}` },
    name: `semantic-${databases}`,
    sentinel: { read: async () => null, write: async () => undefined },
    storage: { estimate: async () => ({}), persisted: async () => false },
    channel: null,
  });
  const host = await startTestHost({ stores, ...options, ...(library === undefined ? {} : { embedders: library }) });
  for (const text of ["The feline sleeps", "Stocks fell sharply", "The ferry leaves at 7:40"]) {
    toValue(await host.api.saveMemory({ namespace: "notes", text, source: { type: "user" } }));
  }
  return { ...host, stores };
}

const find = async (host: Awaited<ReturnType<typeof startWithNotes>>, text: string) =>
  (await host.stores.memories.search({ text, limit: 1 }))[0]?.record.text;

describe("finding notes by meaning", () => {
  it("is absent without an embedding model, and that is said", async () => {
    const host = await startWithNotes(undefined);
    expect(toValue(await host.api.readSemanticSearch())).toEqual({ type: "absent" });
    expect(await find(host, "pet")).toBeUndefined();
  });

  it("begins with the model that is picked, for the notes that are there and those to come", async () => {
    const toy = createToyLibrary();
    const host = await startWithNotes(toy.library);
    toValue(await host.api.chooseEmbeddingModel(FILE));
    await vi.waitFor(async () => {
      expect(toValue(await host.api.readSemanticSearch())).toEqual({
        type: "present",
        title: "toy",
        embedded: 3,
        notes: 3,
      });
    });
    expect(await find(host, "pet")).toBe("The feline sleeps");
    toValue(await host.api.saveMemory({ namespace: "notes", text: "Money is tight", source: { type: "user" } }));
    await vi.waitFor(async () => {
      expect(toValue(await host.api.readSemanticSearch())).toMatchObject({ embedded: 4, notes: 4 });
    });
    expect(toy.embedded.filter((text) => text === "The feline sleeps")).toHaveLength(1);
    expect((await host.stores.settings.read()).embeddingModel).toBe("embedding-toy.gguf");
  });

  it("ends with the model's removal, and its file goes", async () => {
    const toy = createToyLibrary();
    const host = await startWithNotes(toy.library);
    toValue(await host.api.chooseEmbeddingModel(FILE));
    await vi.waitFor(async () => expect(await find(host, "pet")).toBe("The feline sleeps"));
    expect(toValue(await host.api.dropEmbeddingModel())).toEqual({ type: "absent" });
    expect(await find(host, "pet")).toBeUndefined();
    expect(toy.deleted).toEqual(["embedding-toy.gguf"]);
    expect(toy.countDisposed()).toBe(1);
  });

  it("comes with the app: fetched once the first model is loaded, and not again where the user removed it", async () => {
    const { library, deleted } = createToyLibrary({
      shipped: { bytes: 74, fetch: async () => ({ ok: true, value: "embedding-shipped" }) },
    });
    const host = await startWithNotes(library, { model: createLocalModel() });
    await vi.waitFor(async () => expect(await find(host, "pet")).toBe("The feline sleeps"));
    expect((await host.stores.settings.read()).embeddingModel).toBe("embedding-shipped");

    toValue(await host.api.dropEmbeddingModel());
    expect(deleted).toEqual(["embedding-shipped"]);
    toValue(await host.api.loadModel("test"));
    expect(toValue(await host.api.readSemanticSearch())).toEqual({ type: "absent", offeredBytes: 74 });
    expect(toValue(await host.api.chooseEmbeddingModel(null))).toMatchObject({ type: "present", notes: 3 });
  });

  it("says how far the app's own is fetched, and takes the one that is picked meanwhile", async () => {
    let end: (name: Result<string>) => void = () => undefined;
    const fetch: ShippedEmbedder["fetch"] = async (onProgress) => {
      onProgress(30);
      return new Promise((resolve) => {
        end = resolve;
      });
    };
    const { library } = createToyLibrary({ shipped: { bytes: 74, fetch } });
    const host = await startWithNotes(library, { model: createLocalModel() });
    await vi.waitFor(async () =>
      expect(toValue(await host.api.readSemanticSearch())).toEqual({ type: "fetching", done: 30, total: 74 }),
    );
    toValue(await host.api.chooseEmbeddingModel(FILE));
    end({ ok: true, value: "embedding-shipped" });
    await vi.waitFor(async () => expect(await find(host, "pet")).toBe("The feline sleeps"));
    expect((await host.stores.settings.read()).embeddingModel).toBe("embedding-toy.gguf");
  });

  it("embeds notes while the chat model rests alone", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const wait = toyTool("wait", () => held.then(() => "waited"));
    const toy = createToyLibrary();
    const host = await startWithNotes(toy.library, {
      model: createModel([writeCall("wait"), "Done."]),
      agent: toyAgent([wait]),
    });
    const { runId } = toValue(await host.api.send({ conversationId: null, text: "Wait" }));
    await host.waitFor((event) => event.type === "run" && event.event.type === "call-start");
    toValue(await host.api.chooseEmbeddingModel(FILE));
    await vi.waitFor(async () => expect(toValue(await host.api.readSemanticSearch())).toMatchObject({ embedded: 0 }));
    expect(toy.embedded).toEqual([]);
    release();
    await host.runEvents(runId);
    await vi.waitFor(() => expect(toy.embedded).toHaveLength(3));
  });

  it("shows the model those of many tools that are near to the question in meaning, once the tools have vectors", async () => {
    const toy = createToyLibrary();
    const tools = Array.from({ length: 60 }, (_, index) => toyTool(`plain_${index}`, () => "done"));
    const feeder = toyTool("feeder", () => "fed", { description: "Feeds the cat." });
    const model = createModel(["One.", "Two."]);
    const host = await startWithNotes(toy.library, { model, agent: toyAgent([...tools, feeder]) });
    toValue(await host.api.chooseEmbeddingModel(FILE));
    const ask = async (conversationId: string | null) => {
      const { runId, conversationId: id } = toValue(await host.api.send({ conversationId, text: "Hungry feline?" }));
      await host.runEvents(runId);
      return id;
    };
    const id = await ask(null);
    expect(model.prompts.at(-1)).not.toContain('"feeder"');
    await vi.waitFor(() => expect(toy.embedded).toContain("feeder: Feeds the cat."));
    await ask(id);
    expect(model.prompts.at(-1)).toContain('"feeder"');
    expect(model.prompts.at(-1)?.match(/"plain_/g)?.length ?? 0).toBeLessThan(8);
  });

  it("leaves search by words as it is when the model cannot be used", async () => {
    const host = await startWithNotes(createToyLibrary({ broken: true }).library);
    expect(toValue(await host.api.chooseEmbeddingModel(FILE))).toMatchObject({
      type: "failed",
      failure: { code: "model-corrupt" },
    });
    expect(await find(host, "ferry")).toBe("The ferry leaves at 7:40");
  });

  it("takes a reranker's file through the same door, beside the embedding model, and lets go of it alone", async () => {
    const host = await startWithNotes(createToyLibrary({ ranks: "judge.gguf" }).library);
    toValue(await host.api.chooseEmbeddingModel(FILE));
    const judge = { ...FILE, name: "judge.gguf" };
    expect(toValue(await host.api.chooseEmbeddingModel(judge))).toMatchObject({
      type: "present",
      reranker: "judge.gguf",
    });
    const dropped = toValue(await host.api.dropReranker());
    expect(dropped).toMatchObject({ type: "present", title: "toy" });
    expect(dropped).not.toHaveProperty("reranker");
  });

  it("says that a reranker cannot be used, and keeps nothing of it", async () => {
    const host = await startWithNotes(createToyLibrary({ ranks: "judge.gguf", failing: true }).library);
    const refused = await host.api.chooseEmbeddingModel({ ...FILE, name: "judge.gguf" });
    expect(refused).toMatchObject({ ok: false, failure: { code: "model-corrupt" } });
    expect(toValue(await host.api.readSemanticSearch())).toEqual({ type: "absent" });
  });

  it("stops with everything being deleted", async () => {
    const toy = createToyLibrary();
    const host = await startWithNotes(toy.library);
    toValue(await host.api.chooseEmbeddingModel(FILE));
    toValue(await host.api.deleteEverything());
    expect(toValue(await host.api.readSemanticSearch())).toEqual({ type: "absent" });
    expect(toy.deleted).toEqual(["embedding-toy.gguf"]);
  });
});
