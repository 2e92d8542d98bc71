import "fake-indexeddb/auto";
import { openDB } from "idb";
import { describe, expect, it } from "vitest";
import { Database } from "./database.ts";
import { createInMemoryStores } from "./in-memory-stores.ts";
import { RowMemoryStore } from "./memory-store.ts";
import { MemoryIndex } from "./search/memory-index.ts";
import { createDraft, createTestClock, type TestClock } from "./stores.contract.ts";
import type { MemoryStore } from "./stores.ts";

let names = 0;

function openMemories(
  clock: TestClock,
  name: string,
  flushAt: number,
  pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve)),
): { store: RowMemoryStore; index: MemoryIndex } {
  const database = new Database({ name, sealing: null }, { created: () => undefined, failed: () => undefined });
  const index = new MemoryIndex(database, {
    newId: () => clock.newId(),
    pause,
    flushAt,
  });
  return {
    store: new RowMemoryStore(
      database,
      async () => index,
      clock,
      () => undefined,
    ),
    index,
  };
}

function newName(): string {
  names += 1;
  return `search-${names}`;
}

/** A small linear congruential generator: the same numbers in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

const WORDS = ["amber", "ambers", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet"];

async function findIds(store: MemoryStore, text: string): Promise<string[]> {
  const hits = await store.search({ text, limit: 1000 });
  return hits.map(({ record }) => record.id).sort();
}

describe("memory search on segments", () => {
  it("finds the same notes as an index built at once, under random writes, changes and deletes from two tabs", async () => {
    const clock = createTestClock();
    const name = newName();
    const tabs = [openMemories(clock, name, 8), openMemories(clock, name, 8)];
    const model = createInMemoryStores(clock).memories;
    const random = createRandom(5);
    const ids: string[] = [];
    for (let step = 0; step < 400; step += 1) {
      const tab = tabs[random(2)]?.store;
      if (tab === undefined) throw new Error("no tab");
      clock.time += 1;
      const words = Array.from({ length: 1 + random(4) }, () => WORDS[random(WORDS.length)]).join(" ");
      const id = ids[random(ids.length)];
      const choice = random(10);
      if (choice < 6 || id === undefined) {
        const draft = createDraft(`${words} ${step}`, { id: `note-${step}`, tags: [`tag${random(3)}`] });
        await tab.write(draft);
        await model.write(draft);
        ids.push(`note-${step}`);
      } else if (choice < 8) {
        await tab.change(id, { text: `${words} changed ${step}` });
        await model.change(id, { text: `${words} changed ${step}` });
      } else {
        await tab.delete(id);
        await model.delete(id);
      }
      if (step % 7 === 0) {
        for (const text of ["amber", "birch cedar", "embr", "inl"]) {
          expect(await findIds(tab, text), `${text} at step ${step}`).toEqual(await findIds(model, text));
        }
      }
    }
    for (const { index, store } of tabs) {
      await index.maintain();
      expect(await findIds(store, "heath")).toEqual(await findIds(model, "heath"));
      expect((await store.list({ limit: 1000 })).map(({ record }) => record)).toEqual(
        (await model.list({ limit: 1000 })).map(({ record }) => record),
      );
    }
  });

  it("needs no rebuilding after closing and opening", async () => {
    const clock = createTestClock();
    const name = newName();
    const first = openMemories(clock, name, 4);
    for (let step = 0; step < 20; step += 1) await first.store.write(createDraft(`boat number ${step}`));
    await first.index.maintain();
    const database = await openDB(name);
    expect(await database.count("segments")).toBeGreaterThan(0);
    const state = await database.get("meta", "memory-index");
    expect(state.nextDoc - state.indexedDoc).toBeLessThan(4);
    database.close();
    const again = openMemories(clock, name, 4);
    expect(await findIds(again.store, "boat")).toHaveLength(20);
    expect(await findIds(again.store, "17")).toHaveLength(1);
  });

  it("goes on after a search with the upkeep that the app's end cut off, all of it at once", async () => {
    const clock = createTestClock();
    const name = newName();
    const { store } = openMemories(clock, name, 1000);
    const cut = openMemories(clock, name, 8, async () => {
      throw new Error("the app was closed");
    });
    for (let step = 0; step < 40; step += 1) {
      await store.write(createDraft(`anchor ${step}`));
      // Writes a segment, and gets no further.
      if (step % 8 === 7) await expect(cut.index.maintain()).rejects.toThrow("closed");
    }
    const database = await openDB(name);
    expect(await database.count("segments")).toBe(5);
    const { nextSegment } = await database.get("meta", "memory-index");
    const again = openMemories(clock, name, 8);
    expect(await findIds(again.store, "anchor")).toHaveLength(40);
    await expect.poll(async () => await database.count("segments")).toBe(1);
    expect((await database.get("meta", "memory-index")).nextSegment).toBe(nextSegment + 1);
    expect(await findIds(again.store, "anchor")).toHaveLength(40);
    database.close();
  });

  it("builds the index again when its rows have gone", async () => {
    const clock = createTestClock();
    const name = newName();
    const before = openMemories(clock, name, 4);
    for (let step = 0; step < 12; step += 1) await before.store.write(createDraft(`kettle ${step}`));
    await before.index.maintain();
    const database = await openDB(name);
    await database.clear("segments");
    database.close();
    const after = openMemories(clock, name, 4);
    expect(await findIds(after.store, "kettle")).toHaveLength(12);
  });

  it("finds everything where there is no room for the index", async () => {
    const clock = createTestClock();
    const { store } = openMemories(clock, newName(), 4);
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
      if (this.name === "segments") throw new DOMException("no room", "QuotaExceededError");
      return put.apply(this, args);
    };
    try {
      for (let step = 0; step < 40; step += 1) await store.write(createDraft(`lantern ${step}`));
      expect(await findIds(store, "lantern")).toHaveLength(40);
    } finally {
      IDBObjectStore.prototype.put = put;
    }
  });

  it("answers searches that overlap with each other and with writes", async () => {
    const clock = createTestClock();
    const { store, index } = openMemories(clock, newName(), 4);
    const lengths: number[] = [];
    for (let step = 0; step < 30; step += 1) {
      const searches = [1, 2, 3].map(async () => lengths.push((await findIds(store, "canoe")).length - step));
      await Promise.all([store.write(createDraft(`canoe ${step}`)), index.maintain(), ...searches]);
    }
    expect(lengths.filter((length) => length !== 0 && length !== 1)).toEqual([]);
    expect(await findIds(store, "canoe")).toHaveLength(30);
  });

  it("lists namespaces and tags in use", async () => {
    const clock = createTestClock();
    const { store, index } = openMemories(clock, newName(), 4);
    for (let step = 0; step < 6; step += 1) {
      await store.write(createDraft(`n ${step}`, { namespace: step % 2 === 0 ? "even" : "odd", tags: ["all"] }));
    }
    const { namespaces, tags } = await index.listScopes();
    expect([...namespaces]).toEqual([
      ["even", 3],
      ["odd", 3],
    ]);
    expect([...tags]).toEqual([["all", 6]]);
  });

  it("puts a note with all words before one that repeats a rare one", async () => {
    const clock = createTestClock();
    const { store } = openMemories(clock, newName(), 100);
    await store.write(createDraft("zephyr zephyr zephyr zephyr", { id: "repeats" }));
    await store.write(createDraft("the zephyr over the harbour at dawn", { id: "both" }));
    for (let step = 0; step < 30; step += 1) {
      await store.write(createDraft(step % 3 === 0 ? `harbour ${step}` : `mountain ${step}`));
    }
    const [first] = await store.search({ text: "zephyr harbour", limit: 3 });
    expect(first?.record.id).toBe("both");
  });

  it.each(["vinena", "vienn", "viena", "viennna", "wienna", "veinna"])("finds Vienna by '%s'", async (typed) => {
    const clock = createTestClock();
    const { store } = openMemories(clock, newName(), 100);
    await store.write(createDraft("Born in Vienna", { id: "target" }));
    await store.write(createDraft("Born in Graz"));
    const [first] = await store.search({ text: `born ${typed}`, limit: 3 });
    expect(first?.record.id).toBe("target");
  });

  it("finds by meaning too once an embedder is there, and says that it does", async () => {
    const clock = createTestClock();
    const { store } = openMemories(clock, newName(), 100);
    expect(await store.readSemanticState()).toEqual({ type: "absent" });
    await store.write(createDraft("The feline sleeps", { id: "cat" }));
    await store.write(createDraft("Stocks fell sharply", { id: "market", namespace: "work" }));
    store.setEmbedder({
      model: "toy",
      embed: async (texts) =>
        texts.map((text) => Float32Array.of(/cat|feline/.test(text) ? 1 : 0, /stock/i.test(text) ? 1 : 0)),
    });
    expect(await store.embedMissing()).toBe(2);
    expect(await store.readSemanticState()).toEqual({ type: "present", model: "toy", embedded: 2, notes: 2 });
    const [first] = await store.search({ text: "cat", limit: 1 });
    expect(first?.record.id).toBe("cat");
    // Of a question the words stand for what is looked up, the sentence for what is meant.
    const [asked] = await store.search({ text: "which", asked: "Which stock?", limit: 1 });
    expect(asked?.record.id).toBe("market");
    expect(await store.search({ text: "cat", limit: 5, namespace: "work" })).toMatchObject([
      { record: { id: "market" } },
    ]);
    await store.change("cat", { text: "The dog sleeps" });
    expect(await store.readSemanticState()).toMatchObject({ embedded: 1 });
    await store.delete("market");
    expect(await store.embedMissing()).toBe(1);
    expect(await store.readSemanticState()).toMatchObject({ embedded: 1, notes: 1 });
  });
});
