import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { describe, expect, it, vi } from "vitest";
import type { Reranker } from "../../../agent/ports/embedder.ts";
import type { ReadingProgress } from "../../../protocol/workspaces/workspace.ts";
import { WORKSPACE_DATABASE } from "../has-workspaces.ts";
import type { MemoryDirectory } from "../memory-directory.fixture.ts";
import { WorkspaceDatabase } from "../workspace-database.ts";
import { CALLER, openTestStore } from "../workspace-store.fixture.ts";
import { FileIndex } from "./file-index.ts";
import { createFileIndexCache } from "./file-index-cache.ts";
import { type ChangeRecord, FolderWatch } from "./folder-watch.ts";

const BROKEN = { type: "unreadable", reason: "broken" } as const;

type Opened = Awaited<ReturnType<typeof openTestStore>>;

/** The only tab, without models. */
const ALONE = {
  runAlone: <Value>(work: () => Promise<Value>) => work(),
  readEmbedder: () => null,
  readReranker: () => null,
  onReading: () => undefined,
};

/** An index over the store's folder that counts the PDFs it reads. */
function openIndex({ store, id }: Pick<Opened, "store" | "id">, watch = new FolderWatch(() => 0)) {
  const reads: string[] = [];
  const readPdf = async (bytes: Uint8Array<ArrayBuffer>) => {
    const text = new TextDecoder().decode(bytes);
    reads.push(text);
    return text === "" ? BROKEN : ({ type: "text", text } as const);
  };
  const cache = createFileIndexCache(store.database, id);
  return {
    reads,
    index: new FileIndex({ ...ALONE, readers: { readPdf }, now: () => Date.now(), cache, watch }),
  };
}

async function findPaths(index: FileIndex, root: MemoryDirectory, words: string): Promise<readonly string[]> {
  return (await index.search(root, words, 5)).passages.map(({ path }) => path);
}

describe("an index of files", () => {
  it("is there after a reload: only changed files are read again", async () => {
    const opened = await openTestStore();
    const { root, time } = opened;
    for (let number = 0; number < 30; number += 1) await root.put(`${number}.pdf`, `contract number${number}`);
    const before = openIndex(opened);
    expect(await findPaths(before.index, root, "number7")).toEqual(["7.pdf"]);
    expect(before.reads).toHaveLength(30);

    time.now += 1;
    await root.put("7.pdf", "lease number700");
    await root.put("new.pdf", "bill number900");
    await root.removeEntry("8.pdf");
    const after = openIndex(opened);
    expect(await findPaths(after.index, root, "number3")).toContain("3.pdf");
    expect(after.reads).toEqual(["lease number700", "bill number900"]);
    expect(await findPaths(after.index, root, "lease")).toEqual(["7.pdf"]);
    expect(await findPaths(after.index, root, "bill")).toEqual(["new.pdf"]);
    expect(await findPaths(after.index, root, "number8")).not.toContain("8.pdf");

    const last = openIndex(opened);
    expect(await findPaths(last.index, root, "number900")).toEqual(["new.pdf"]);
    expect(last.reads).toEqual([]);
  });

  it("is not mixed up by two tabs that change it in turn", async () => {
    const opened = await openTestStore();
    const { root, time } = opened;
    await root.put("a.txt", "apples");
    const left = openIndex(opened).index;
    const right = openIndex(opened).index;
    await findPaths(left, root, "apples");
    await findPaths(right, root, "apples");
    for (let round = 0; round < 12; round += 1) {
      time.now += 1;
      await root.put(`${round}.txt`, `round${round} cherries`);
      await findPaths(round % 2 === 0 ? left : right, root, "cherries");
    }
    const reopened = openIndex(opened).index;
    for (let round = 0; round < 12; round += 1) {
      expect(await findPaths(reopened, root, `round${round}`)).toContain(`${round}.txt`);
    }
    expect(await findPaths(reopened, root, "apples")).toEqual(["a.txt"]);
  });

  it("is made anew where what was stored does not fit", async () => {
    const opened = await openTestStore();
    const { root, store, id } = opened;
    await root.put("a.txt", "apples");
    await findPaths(openIndex(opened).index, root, "apples");
    const stored = await store.database.readIndex(id);
    if (stored === null) throw new Error("nothing was stored");
    for (const broken of [
      { ...stored.state, version: 0 },
      { ...stored.state, segmentIds: [77] },
    ]) {
      await store.database.writeIndex(broken, []);
      expect(await findPaths(openIndex(opened).index, root, "apples")).toEqual(["a.txt"]);
    }
  });

  it("finds its place in the database of the version before, whose folders stay", async () => {
    globalThis.indexedDB = new IDBFactory();
    const older = await openDB(WORKSPACE_DATABASE, 1, {
      upgrade: (database) => {
        database.createObjectStore("workspaces", { keyPath: "id" });
        database.createObjectStore("changes", { keyPath: "id" }).createIndex("by-time", "at");
        database.createObjectStore("before", { keyPath: "id" });
        database.createObjectStore("readings", { keyPath: ["workspaceId", "path"] }).createIndex("by-time", "at");
      },
    });
    await older.put("workspaces", { id: "old", name: "Papers", kind: "private", access: {}, addedAt: 1 });
    older.close();
    const database = new WorkspaceDatabase();
    expect(await database.listWorkspaces()).toMatchObject([{ id: "old", name: "Papers" }]);
    expect(await database.readIndex("old")).toBeNull();
  });

  it("goes with its folder, and with everything", async () => {
    const opened = await openTestStore();
    const { root, store, id } = opened;
    await root.put("a.txt", "apples");
    await store.files.search("apples", 1, CALLER);
    expect((await store.database.readIndex(id))?.segments).toHaveLength(1);
    await store.workspaces.remove(id);
    expect(await store.database.readIndex(id)).toBeNull();
    const { index } = openIndex(opened);
    await index.search(root, "apples", 1);
    expect(await store.database.readIndex(id)).toBeNull();
  });

  it("finds every passage of a folder that is larger than one segment", async () => {
    const opened = await openTestStore();
    const { root, time } = opened;
    const lines = Array.from({ length: 9000 }, (_, line) => `entry${line} ${"filler words of a diary ".repeat(20)}`);
    await root.put("a.txt", lines.slice(0, 4500).join("\n\n"));
    await root.put("b.txt", lines.slice(4500).join("\n\n"));
    const { index } = openIndex(opened);
    expect(await findPaths(index, root, "entry4499")).toContain("a.txt");
    for (let round = 0; round < 9; round += 1) {
      time.now += 1;
      await root.put("c.txt", `plums round${round}`);
      expect(await findPaths(index, root, `round${round}`)).toContain("c.txt");
    }
    expect((await index.search(root, "entry8999", 1)).passages[0]?.text).toMatch(/^entry8999 /);
    expect(await findPaths(index, root, "round3")).not.toContain("none");
  });
});

describe("a folder that is watched", () => {
  class Observer {
    static report: (records: readonly ChangeRecord[]) => void = () => undefined;
    static works = true;
    constructor(report: typeof Observer.report) {
      Observer.report = report;
    }
    async observe(): Promise<void> {
      if (!Observer.works) throw new DOMException("no", "NotSupportedError");
    }
  }

  it("is looked at only after a change, ours or the platform's, or a long while", async () => {
    const { root, time } = await openTestStore();
    Observer.works = true;
    const watch = new FolderWatch(() => time.now, Observer);
    const take = async () => (await watch.takeChanges(root)).type;
    expect([await take(), await take()]).toEqual(["all", "none"]);
    Observer.report([{ type: "modified" }]);
    expect([await take(), await take()]).toEqual(["all", "none"]);
    watch.noteChange();
    expect([await take(), await take()]).toEqual(["all", "none"]);
    time.now += 400_000;
    expect([await take(), await take()]).toEqual(["all", "none"]);
    Observer.report([{ type: "errored" }]);
    expect([await take(), await take()]).toEqual(["all", "all"]);
  });

  it("is looked at only where the platform or a tool names the files that changed", async () => {
    const { root, time } = await openTestStore();
    Observer.works = true;
    const watch = new FolderWatch(() => time.now, Observer);
    await watch.takeChanges(root);
    const file = { changedHandle: { kind: "file" } } as const;
    Observer.report([
      { type: "modified", ...file, relativePathComponents: ["a", "b.txt"] },
      { type: "moved", ...file, relativePathComponents: ["new.txt"], relativePathMovedFrom: ["old.txt"] },
      { type: "disappeared", changedHandle: null, relativePathComponents: ["gone.txt"] },
    ]);
    watch.noteChange(["mine.txt"]);
    expect(await watch.takeChanges(root)).toEqual({
      type: "some",
      paths: ["a/b.txt", "new.txt", "old.txt", "gone.txt", "mine.txt"],
    });
    Observer.report([{ type: "appeared", changedHandle: { kind: "directory" }, relativePathComponents: ["c"] }]);
    expect(await watch.takeChanges(root)).toEqual({ type: "all" });
    watch.noteChange(Array.from({ length: 2000 }, (_, number) => `${number}.txt`));
    expect(await watch.takeChanges(root)).toEqual({ type: "all" });
  });

  it("is looked at more seldom where that takes long and nothing tells of changes", async () => {
    const { root, time } = await openTestStore();
    Observer.works = false;
    const watch = new FolderWatch(() => time.now, Observer);
    const take = async () => (await watch.takeChanges(root)).type;
    expect(await take()).toBe("all");
    time.now += 700;
    watch.noteLooked();
    expect(await take()).toBe("none");
    time.now += 6999;
    expect(await take()).toBe("none");
    time.now += 1;
    expect(await take()).toBe("all");
  });

  it("is looked at again where something could not be read", async () => {
    const opened = await openTestStore();
    const { root, time } = opened;
    const file = await root.put("a.txt", "apples");
    const entries = root.entries.bind(root);
    const read = file.getFile.bind(file);
    Observer.works = true;
    const { index } = openIndex(opened, new FolderWatch(() => time.now, Observer));
    root.entries = () => {
      throw new DOMException("no", "NotAllowedError");
    };
    await expect(index.search(root, "apples", 1)).rejects.toThrow();
    root.entries = entries;
    file.getFile = () => Promise.reject(new DOMException("locked", "NotReadableError"));
    expect(await findPaths(index, root, "apples")).toEqual([]);
    file.getFile = read;
    expect(await findPaths(index, root, "apples")).toEqual(["a.txt"]);
  });

  it("is looked at every time where the platform does not tell", async () => {
    const { root, time } = await openTestStore();
    Observer.works = false;
    for (const watch of [new FolderWatch(() => time.now, Observer), new FolderWatch(() => time.now)]) {
      expect([await watch.takeChanges(root), await watch.takeChanges(root)]).toEqual([
        { type: "all" },
        { type: "all" },
      ]);
    }
  });
});

describe("a large folder", () => {
  it("is searched as far as it is read, and says how far that is", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { root, store, id } = await openTestStore();
    const names = Array.from({ length: 40 }, (_, number) => `${String(number).padStart(2, "0")}.pdf`);
    for (const name of names) await root.put(name, `parrot ${name}`);
    let now = 0;
    let unlock: () => void = () => undefined;
    const locked = new Promise<void>((resolve) => {
      unlock = resolve;
    });
    const told: (ReadingProgress | null)[] = [];
    const index = new FileIndex({
      ...ALONE,
      cache: createFileIndexCache(store.database, id),
      watch: new FolderWatch(() => now),
      now: () => now,
      onReading: () => told.push(index.progress),
      readers: {
        readPdf: async (bytes) => {
          const text = new TextDecoder().decode(bytes);
          now += 1000;
          if (text.includes("20.pdf")) await locked;
          return { type: "text", text };
        },
      },
    });
    const first = index.search(root, "parrot 03", 1);
    await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ read: 16 }));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await first).toMatchObject({
      passages: [{ path: "03.pdf" }],
      reading: { type: "reading", read: 16, total: 40 },
    });
    const second = index.search(root, "parrot 39", 1);
    unlock();
    await vi.waitFor(() => expect(told.at(-1)).toBeNull());
    expect(await second).toMatchObject({ passages: [{ path: "39.pdf" }], reading: null });
    vi.useRealTimers();
  });

  it("that was read before answers at once, and says that it is still looking for what is new", async () => {
    const opened = await openTestStore();
    const { root } = opened;
    await root.put("old.txt", "The parrot sings.");
    await findPaths(openIndex(opened).index, root, "parrot");
    await root.put("new.txt", "The parrot sleeps.");
    const entries = root.entries.bind(root);
    let go: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      go = resolve;
    });
    root.entries = async function* () {
      await slow;
      yield* entries();
    };
    const { index } = openIndex(opened);
    expect(await index.search(root, "parrot", 5)).toMatchObject({
      passages: [{ path: "old.txt" }],
      reading: { type: "looking" },
    });
    go();
    await vi.waitFor(async () => expect(await findPaths(index, root, "parrot")).toHaveLength(2));
    expect(index.progress).toBeNull();
  });

  it("never gives the words of a file that has changed since as if they were there", async () => {
    const opened = await openTestStore();
    const { root, time } = opened;
    await root.put("a.txt", "The parrot sings.");
    await root.put("b.txt", "A parrot.");
    const still = { takeChanges: async () => ({ type: "none" }) as const };
    const { index } = openIndex(opened);
    await index.search(root, "parrot", 5);
    const watch = Object.assign(new FolderWatch(() => 0), still);
    const trusting = openIndex(opened, watch).index;
    time.now += 1;
    await root.put("a.txt", "The tiger roars.");
    expect((await trusting.search(root, "parrot", 5)).passages).toMatchObject([{ path: "b.txt", text: "A parrot." }]);
    expect(await findPaths(trusting, root, "tiger")).toEqual(["a.txt"]);
    await root.removeEntry("b.txt");
    expect(await findPaths(trusting, root, "parrot")).toEqual([]);
  });

  it("puts the best passages in the order of a reranker, of more than are asked for", async () => {
    const { root, store, id } = await openTestStore();
    for (let number = 1; number <= 8; number += 1)
      await root.put(`${number}.txt`, `contract ${"paper ".repeat(number)}`);
    let reranker: Reranker | null = null;
    const index = new FileIndex({
      ...ALONE,
      cache: createFileIndexCache(store.database, id),
      watch: new FolderWatch(() => 0),
      readers: { readPdf: async () => BROKEN },
      now: () => 0,
      readReranker: () => reranker,
    });
    const byWords = await findPaths(index, root, "contract");
    expect(byWords).toHaveLength(5);
    expect(byWords).not.toContain("8.txt");
    reranker = { title: "toy", rate: async (_, { length }) => length, dispose: async () => undefined };
    expect(await findPaths(index, root, "contract")).toEqual(["8.txt", "7.txt", "6.txt", "5.txt", "4.txt"]);
    reranker = { ...reranker, rate: async () => Promise.reject(new Error("gone")) };
    expect(await findPaths(index, root, "contract")).toEqual(byWords);
  });
});
