import type { Embedder } from "../../agent/ports/embedder.ts";
import type { Scored } from "../../search/fuse-scores.ts";
import { findNearest } from "../../search/least-score.ts";
import { dot, normalize } from "../../search/vectors.ts";
import { type MemoryRow, type Rows, start } from "../database.ts";
import { toKeyRange } from "../rows/key-range.ts";
import { isSoundMemory } from "../sound-record.ts";

/** Whether notes are also found by meaning. */
export type SemanticState =
  /** No embedding model is loaded: search is by words alone. */
  | { readonly type: "absent" }
  /** Notes without a vector of this model yet are found by words only. */
  | { readonly type: "present"; readonly model: string; readonly embedded: number; readonly notes: number };

const NOTES_AT_ONCE = 16;
/** Some notes are near to everything. So much of what all have in common is taken off the question; 0.3 to 0.5 are alike. */
const SHARE_IN_COMMON = 0.4;
/** Among so many notes, those that are not nearer than most are left out. */
const NOTES_TO_STAND_OUT = 12;

/** All vectors of the embedding model. */
interface LoadedVectors {
  /** The state of the store that they were read in. */
  readonly stamp: string;
  readonly ids: readonly string[];
  readonly vectors: readonly Float32Array[];
  /** The part of them that is taken off each question. */
  readonly common: Float32Array;
}

/** The notes nearest to a text in meaning. */
interface NearNotes {
  readonly near: readonly Scored<string>[];
  readonly standOut: boolean;
}

/** Vectors of memories, compared one by one. Read into memory once, and again after a change. */
export class VectorIndex {
  readonly #database: Rows;
  readonly #embedder: Embedder;
  #loaded: LoadedVectors | null = null;
  #changes = 0;

  constructor(database: Rows, embedder: Embedder) {
    this.#database = database;
    this.#embedder = embedder;
  }

  async readState(): Promise<SemanticState> {
    const { model } = this.#embedder;
    return await this.#database.read(["memories", "vectors"], async (tx) => {
      const notes = await tx.objectStore("memories").count();
      let embedded = 0;
      for (const row of await tx.objectStore("vectors").getAll()) if (row.model === model) embedded += 1;
      return { type: "present", model, embedded, notes };
    });
  }

  /** Creates missing vectors, a few at a time; stops early if the signal fires. Returns how many it created. */
  async embedMissing(isStopped: () => boolean = () => false): Promise<number> {
    const { model } = this.#embedder;
    let made = 0;
    let after: string | null = null;
    while (!isStopped()) {
      const range: IDBKeyRange | null = after === null ? null : toKeyRange({ after: after });
      const rows: readonly MemoryRow[] = await this.#database.read(["memories"], (tx) =>
        tx.objectStore("memories").getAll(range, NOTES_AT_ONCE),
      );
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.id;
      const known = await this.#database.read(["vectors"], (tx) =>
        Promise.all(rows.map(async ({ id }) => await tx.objectStore("vectors").get(id))),
      );
      const missing = rows.filter(({ record }, index) => isSoundMemory(record) && known[index]?.model !== model);
      if (missing.length === 0) continue;
      const vectors = await this.#embedder.embed(
        missing.map(({ record }) => record.text),
        "note",
      );
      made += await this.#database.write(["memories", "vectors"], "relaxed", async (tx) => {
        let stored = 0;
        for (const [index, row] of missing.entries()) {
          const vector = vectors[index];
          // The note was changed or deleted meanwhile, so the vector is outdated.
          const now = await tx.objectStore("memories").get(row.id);
          if (vector === undefined || now?.record.text !== row.record.text) continue;
          start(tx.objectStore("vectors").put({ id: row.id, model, vector: normalize(vector) }));
          stored += 1;
        }
        return stored;
      });
      this.#changes += 1;
    }
    return made;
  }

  /** The notes nearest in meaning, nearest first, and whether there are enough notes for these to stand out. */
  async search(text: string, limit: number): Promise<NearNotes> {
    const [embedded] = await this.#embedder.embed([text], "query");
    if (embedded === undefined) return { near: [], standOut: false };
    const { ids, vectors, common } = await this.#load();
    const query = normalize(embedded).map((value, index) => value - (common[index] ?? 0));
    const scores = Float32Array.from(vectors, (vector) => dot(query, vector));
    const standOut = ids.length >= NOTES_TO_STAND_OUT;
    const nearest = findNearest(scores, !standOut).slice(0, limit);
    return { near: nearest.map(({ id, score }) => ({ id: ids[id] ?? "", score })), standOut };
  }

  async #load(): Promise<LoadedVectors> {
    const { model } = this.#embedder;
    return await this.#database.read(["vectors", "meta"], async (tx) => {
      const count = await tx.objectStore("vectors").count();
      const state: unknown = await tx.objectStore("meta").get("memory-index");
      const stamp = JSON.stringify([count, state, this.#changes]);
      if (this.#loaded?.stamp === stamp) return this.#loaded;
      const rows = (await tx.objectStore("vectors").getAll()).filter((row) => row.model === model);
      const vectors = rows.map(({ vector }) => vector);
      this.#loaded = { stamp, ids: rows.map(({ id }) => id), vectors, common: toCommon(vectors) };
      return this.#loaded;
    });
  }
}

function toCommon(vectors: readonly Float32Array[]): Float32Array {
  const common = new Float32Array(vectors[0]?.length ?? 0);
  const share = SHARE_IN_COMMON / vectors.length;
  for (const vector of vectors) {
    for (const [index, value] of vector.entries()) common[index] = (common[index] ?? 0) + share * value;
  }
  return common;
}
