import { describe, expect, it, vi } from "vitest";
import type { Embedder } from "../../../agent/ports/embedder.ts";
import { CALLER, openTestStore } from "../workspace-store.fixture.ts";

/** Words that mean the same have the same number. */
const MEANINGS: readonly (readonly string[])[] = [
  ["dog", "pets", "puppy"],
  ["rent", "lease", "tenancy"],
  ["boiler", "heating", "furnace"],
];

/** An embedder of three meanings that counts what it embeds. */
function createEmbedder(model = "meanings"): Embedder & { readonly embedded: string[] } {
  const embedded: string[] = [];
  return {
    model,
    embedded,
    embed: async (texts) => {
      embedded.push(...texts);
      return texts.map((text) => Float32Array.from([...MEANINGS.map((words) => count(text, words)), 0.2]));
    },
  };
}

function count(text: string, words: readonly string[]): number {
  return words.filter((word) => text.toLowerCase().includes(word)).length;
}

async function openFolder() {
  const opened = await openTestStore();
  const { root, store, id, embedding } = opened;
  const files = { "a.txt": "A puppy is fine.", "b.txt": "The furnace is new.", "c.txt": "The tenancy ends in May." };
  for (const [path, text] of Object.entries(files)) await root.put(path, text);
  for (let number = 0; number < 9; number += 1) await root.put(`other-${number}.txt`, `Nothing much ${number}.`);
  const search = async (words: string, from = store) =>
    (await from.files.search(words, 3, CALLER)).passages.map(({ path }) => path);
  const meaning = async (from = store) => (await from.listWorkspaces()).find((each) => each.id === id)?.meaning;
  const settle = (from = store) =>
    vi.waitFor(async () => expect(await meaning(from)).toMatchObject({ embedded: 12, total: 12, limit: 20_000 }));
  return { ...opened, embedding, search, settle, meaning };
}

describe("passages by meaning", () => {
  it("are found where no word fits, once an embedding model is loaded and has read them", async () => {
    const { embedding, search, settle, meaning } = await openFolder();
    expect(await search("dog")).toEqual([]);
    expect(await meaning()).toBeUndefined();
    embedding.model = createEmbedder();
    await search("dog");
    await settle();
    expect((await search("dog"))[0]).toBe("a.txt");
    expect((await search("heating"))[0]).toBe("b.txt");
    embedding.model = null;
    expect(await search("dog")).toEqual([]);
  });

  it("come after those that words and meaning both find", async () => {
    const { embedding, search, settle, root } = await openFolder();
    await root.put("a.txt", "A puppy is fine. So is a hamster.");
    embedding.model = createEmbedder();
    await search("furnace");
    await settle();
    expect((await search("hamster puppy"))[0]).toBe("a.txt");
    expect(await search("hamster heating")).toEqual(expect.arrayContaining(["a.txt", "b.txt"]));
  });

  it("are kept over a reload, and of changed files made anew alone", async () => {
    const { embedding, search, settle, root, reopen, time } = await openFolder();
    embedding.model = createEmbedder();
    await search("dog");
    await settle();
    const second = createEmbedder();
    embedding.model = second;
    const restarted = reopen();
    expect((await search("dog", restarted))[0]).toBe("a.txt");
    await settle(restarted);
    expect(second.embedded.filter((text) => text !== "dog")).toEqual([]);

    time.now += 1;
    await root.put("b.txt", "The dog sleeps.");
    await search("dog", restarted);
    await vi.waitFor(() => expect(second.embedded).toContain("b txt\nThe dog sleeps.\nThe dog sleeps."));
    await vi.waitFor(async () => expect(await search("puppy", restarted)).toEqual(expect.arrayContaining(["b.txt"])));
    expect(await search("furnace", restarted)).toEqual([]);
  });

  it("of another model are never compared", async () => {
    const { embedding, search, settle } = await openFolder();
    embedding.model = createEmbedder();
    await search("dog");
    await settle();
    const other = createEmbedder("other");
    embedding.model = other;
    expect(await search("dog")).toEqual([]);
    await vi.waitFor(() => expect(other.embedded).toHaveLength(12));
    await vi.waitFor(async () => expect((await search("dog"))[0]).toBe("a.txt"));
  });

  it("are left out where the model fails or takes too long: words are searched all the same", async () => {
    const { embedding, search, settle } = await openFolder();
    const model = createEmbedder();
    embedding.model = model;
    await search("dog");
    await settle();
    embedding.model = { model: "meanings", embed: () => Promise.reject(new Error("lost")) };
    expect(await search("furnace")).toEqual(["b.txt"]);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    embedding.model = { model: "meanings", embed: () => new Promise(() => undefined) };
    const late = search("furnace");
    await vi.waitFor(() => vi.advanceTimersByTimeAsync(4000));
    await vi.advanceTimersByTimeAsync(4000);
    expect(await late).toEqual(["b.txt"]);
    vi.useRealTimers();
  });
});
