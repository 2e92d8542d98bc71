import { create, insert, insertMultiple, load, type RawData, save, search } from "@orama/orama";
import FlexSearch from "flexsearch";
import { openDB } from "idb";
import MiniSearch from "minisearch";
import type { MemoryRecord } from "../../worker/protocol/memory.ts";
import { openStores } from "../../worker/store/open-stores.ts";
import type { Stores } from "../../worker/store/stores.ts";

/** A way of keeping notes in the browser and finding them. */
export interface Contestant {
  /** Stores the notes and whatever index they need, durably. */
  build(notes: readonly MemoryRecord[]): Promise<void>;
  /** Gets ready for the first search from what is stored. */
  open(): Promise<void>;
  /** Ids of the best notes, best first. */
  search(text: string, limit: number): Promise<readonly string[]>;
  /** Resolves when the note is stored durably and will be found after a restart. */
  add(note: MemoryRecord): Promise<void>;
}

export type ContestantName = "alcove" | "minisearch" | "orama" | "flexsearch" | "scan";

export function createContestant(name: ContestantName): Contestant {
  switch (name) {
    case "alcove":
      return new Alcove();
    case "minisearch":
      return new Peer(new MiniSearchIndex());
    case "orama":
      return new Peer(new OramaIndex());
    case "flexsearch":
      return new Peer(new FlexSearchIndex());
    case "scan":
      return new Scan();
  }
}

const NAME = "bench-alcove";

class Alcove implements Contestant {
  #stores: Stores | null = null;

  async build(notes: readonly MemoryRecord[]): Promise<void> {
    await this.open();
    for (let first = 0; first < notes.length; first += 5000) {
      await this.#opened().memories.restoreAll(notes.slice(first, first + 5000));
    }
    // A search waits until every note is in the index; what is merged after that is merged here, not while it is measured.
    await this.search("settle", 1);
    const database = await openDB(NAME);
    while ((await database.count("segments")) > 2) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    database.close();
  }

  async open(): Promise<void> {
    this.#stores ??= await openStores({
      clock: { now: () => Date.now(), newId: () => crypto.randomUUID() },
      name: NAME,
    });
  }

  async search(text: string, limit: number): Promise<readonly string[]> {
    const hits = await this.#opened().memories.search({ text, limit });
    return hits.map(({ record }) => record.id);
  }

  async add(note: MemoryRecord): Promise<void> {
    await this.#opened().memories.write({ namespace: note.namespace, text: note.text, source: note.source });
  }

  #opened(): Stores {
    if (this.#stores === null) throw new Error("not open");
    return this.#stores;
  }
}

interface Index {
  addAll(notes: readonly MemoryRecord[]): Promise<void>;
  search(text: string, limit: number): Promise<readonly string[]>;
  save(): Promise<unknown>;
  load(saved: unknown): Promise<void>;
}

/** An index in memory that is saved whole beside the notes in IndexedDB, as its documentation proposes. */
class Peer implements Contestant {
  readonly #index: Index;

  constructor(index: Index) {
    this.#index = index;
  }

  async build(notes: readonly MemoryRecord[]): Promise<void> {
    const database = await openNotes();
    for (let first = 0; first < notes.length; first += 5000) {
      const tx = database.transaction("notes", "readwrite");
      for (const note of notes.slice(first, first + 5000)) tx.store.put(note);
      await tx.done;
    }
    await this.#index.addAll(notes);
    await this.#save(null);
  }

  async open(): Promise<void> {
    const database = await openNotes();
    await this.#index.load(await database.get("index", "index"));
  }

  search(text: string, limit: number): Promise<readonly string[]> {
    return this.#index.search(text, limit);
  }

  async add(note: MemoryRecord): Promise<void> {
    await this.#index.addAll([note]);
    await this.#save(note);
  }

  async #save(note: MemoryRecord | null): Promise<void> {
    const saved = await this.#index.save();
    const database = await openNotes();
    const tx = database.transaction(["notes", "index"], "readwrite", { durability: "strict" });
    if (note !== null) tx.objectStore("notes").put(note);
    tx.objectStore("index").put(saved, "index");
    await tx.done;
  }
}

class MiniSearchIndex implements Index {
  readonly #options = {
    fields: ["text", "tags"],
    extractField: (note: MemoryRecord, field: string) => {
      if (field === "id") return note.id;
      return field === "tags" ? note.tags.join(" ") : note.text;
    },
    searchOptions: { prefix: true, fuzzy: 0.2 },
  };
  #index = new MiniSearch<MemoryRecord>(this.#options);

  async addAll(notes: readonly MemoryRecord[]): Promise<void> {
    this.#index.addAll(notes);
  }

  async search(text: string, limit: number): Promise<readonly string[]> {
    return this.#index
      .search(text)
      .slice(0, limit)
      .map(({ id }) => String(id));
  }

  async save(): Promise<unknown> {
    return JSON.stringify(this.#index);
  }

  async load(saved: unknown): Promise<void> {
    if (typeof saved !== "string") throw new Error("nothing saved");
    this.#index = MiniSearch.loadJSON<MemoryRecord>(saved, this.#options);
  }
}

class OramaIndex implements Index {
  #index = createOrama();

  async addAll(notes: readonly MemoryRecord[]): Promise<void> {
    const documents = notes.map(({ id, text, tags }) => ({ id, text, tags: tags.join(" ") }));
    const [only] = documents;
    if (documents.length === 1 && only !== undefined) await insert(this.#index, only);
    else await insertMultiple(this.#index, documents, 5000);
  }

  async search(text: string, limit: number): Promise<readonly string[]> {
    const found = await search(this.#index, { term: text, limit, tolerance: 1 });
    return found.hits.map(({ id }) => id);
  }

  async save(): Promise<unknown> {
    return JSON.stringify(save(this.#index));
  }

  async load(saved: unknown): Promise<void> {
    if (typeof saved !== "string") throw new Error("nothing saved");
    const raw: RawData = JSON.parse(saved);
    this.#index = createOrama();
    load(this.#index, raw);
  }
}

function createOrama() {
  return create({ schema: { id: "string", text: "string", tags: "string" } as const });
}

class FlexSearchIndex implements Index {
  #index = createFlexSearch();

  async addAll(notes: readonly MemoryRecord[]): Promise<void> {
    for (const { id, text, tags } of notes) this.#index.add(id, `${text} ${tags.join(" ")}`);
  }

  async search(text: string, limit: number): Promise<readonly string[]> {
    const found = await this.#index.search(text, { limit, suggest: true });
    return found.map(String);
  }

  async save(): Promise<unknown> {
    const parts: [string, string][] = [];
    await this.#index.export((key: string, data: string) => {
      if (data !== undefined) parts.push([key, data]);
    });
    return parts;
  }

  async load(saved: unknown): Promise<void> {
    if (!Array.isArray(saved)) throw new Error("nothing saved");
    this.#index = createFlexSearch();
    for (const [key, data] of saved) this.#index.import(key, data);
  }
}

function createFlexSearch() {
  return new FlexSearch.Index({ tokenize: "forward" });
}

/** No index: every note is read and looked through. */
class Scan implements Contestant {
  async build(notes: readonly MemoryRecord[]): Promise<void> {
    const database = await openNotes();
    for (let first = 0; first < notes.length; first += 5000) {
      const tx = database.transaction("notes", "readwrite");
      for (const note of notes.slice(first, first + 5000)) tx.store.put(note);
      await tx.done;
    }
  }

  async open(): Promise<void> {}

  async search(text: string, limit: number): Promise<readonly string[]> {
    const words = text.split(" ");
    const database = await openNotes();
    const found: { readonly id: string; readonly score: number }[] = [];
    let range: IDBKeyRange | null = null;
    for (;;) {
      const notes = await database.getAll("notes", range, 2000);
      for (const note of notes) {
        const score = words.filter((word) => note.text.includes(word)).length;
        if (score > 0) found.push({ id: note.id, score });
      }
      const last = notes.at(-1);
      if (last === undefined) break;
      range = IDBKeyRange.lowerBound(last.id, true);
    }
    found.sort((left, right) => right.score - left.score);
    return found.slice(0, limit).map(({ id }) => id);
  }

  async add(note: MemoryRecord): Promise<void> {
    const database = await openNotes();
    const tx = database.transaction("notes", "readwrite", { durability: "strict" });
    tx.store.put(note);
    await tx.done;
  }
}

function openNotes() {
  return openDB<{ notes: { key: string; value: MemoryRecord }; index: { key: string; value: unknown } }>(
    "bench-peer",
    1,
    {
      upgrade(database) {
        database.createObjectStore("notes", { keyPath: "id" });
        database.createObjectStore("index");
      },
    },
  );
}
