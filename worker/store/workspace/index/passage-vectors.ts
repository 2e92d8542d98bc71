import type { Embedder } from "../../../agent/ports/embedder.ts";
import { withinTime } from "../../../platform/race-abort.ts";
import type { EmbeddingProgress } from "../../../protocol/workspaces/workspace.ts";
import type { Scored } from "../../../search/fuse-scores.ts";
import { findNearest } from "../../../search/least-score.ts";
import type { FileIndexCache } from "./file-index-cache.ts";
import type { FileVectors, IndexedFile } from "./file-index-rows.ts";
import type { IndexedFiles } from "./indexed-files.ts";

/** Passages of one folder that have a vector; of a larger one those of its newest files. 20,000 take some 8 MB. */
export const MAX_EMBEDDED = 20_000;
/** A search waits for the model's turn, so what it does in between is short. */
const PASSAGES_AT_ONCE = 4;
/** A search goes by words alone where the question has no vector after so long. */
const QUERY_WAIT_MS = 3000;
const SCALE = 127;

export interface PassageVectorsDeps {
  readonly cache: FileIndexCache;
  /** The embedding model that is loaded now; with one, passages are found by their meaning as well. */
  readEmbedder(): Embedder | null;
  /** Files are being read, or passages get vectors: some more have, or all. */
  onReading(): void;
}

type ReadPassages = (file: IndexedFile) => Promise<readonly string[] | null>;

/** The vectors of a folder's passages, eight bits for each number, compared one by one. */
export class PassageVectors {
  readonly #deps: PassageVectorsDeps;
  readonly #files: IndexedFiles;
  /** By the file's path; of the model that is loaded. */
  #rows = new Map<string, FileVectors>();
  #loaded: { readonly model: string; readonly done: Promise<void> } | null = null;
  #embedding: Promise<void> | null = null;
  #progress: EmbeddingProgress | null = null;

  constructor(deps: PassageVectorsDeps, files: IndexedFiles) {
    this.#deps = deps;
    this.#files = files;
  }

  /** Null while no passage was to be embedded. */
  get progress(): EmbeddingProgress | null {
    return this.#deps.readEmbedder() === null ? null : this.#progress;
  }

  /** The numbers of the passages nearest in meaning, nearest first; null where only words can tell. */
  async search(words: string, limit: number): Promise<readonly Scored<number>[] | null> {
    const embedder = this.#deps.readEmbedder();
    if (embedder === null) return null;
    await this.#load(embedder.model);
    if (this.#rows.size === 0) return [];
    const query = await withinTime(embedder.embed([words], "query"), QUERY_WAIT_MS).catch(() => null);
    const [vector] = query ?? [];
    return vector === undefined ? null : this.#rank(quantise(vector), limit);
  }

  #rank(query: Int8Array, limit: number): readonly Scored<number>[] {
    const docs: number[] = [];
    const scores: number[] = [];
    for (const [path, row] of this.#rows) {
      const file = this.#files.get(path);
      if (file === undefined || !isOf(row, file)) continue;
      const count = row.vectors.length / query.length;
      for (let index = 0; index < count; index += 1) {
        docs.push(file.first + index);
        scores.push(dot(query, row.vectors, index * query.length));
      }
    }
    const nearest = findNearest(scores).slice(0, limit);
    return nearest.map(({ id, score }) => ({ id: docs[id] ?? 0, score }));
  }

  /** Makes vectors for the passages that have none, behind whatever else is done; the newest files come first. */
  embed(readPassages: ReadPassages): void {
    const embedder = this.#deps.readEmbedder();
    if (embedder === null || this.#embedding !== null) return;
    // A model that fails tells so where notes are embedded; files go on being found by their words.
    this.#embedding = this.#embedAll(embedder, chooseFiles(this.#files.list()), readPassages)
      .catch(() => undefined)
      .finally(() => {
        this.#embedding = null;
        this.#deps.onReading();
      });
  }

  async #embedAll(embedder: Embedder, files: readonly IndexedFile[], readPassages: ReadPassages): Promise<void> {
    await this.#load(embedder.model);
    const chosen = new Set(files.map(({ path }) => path));
    for (const path of [...this.#rows.keys()]) if (!chosen.has(path)) await this.#drop(path);
    const total = files.reduce((sum, { passages }) => sum + passages, 0);
    const isMissing = (file: IndexedFile) => !isOf(this.#rows.get(file.path), file);
    const missing = files.filter(isMissing);
    let embedded = total - missing.reduce((sum, { passages }) => sum + passages, 0);
    this.#progress = { embedded, total, limit: MAX_EMBEDDED };
    for (const file of missing) {
      const texts = await readPassages(file);
      if (this.#deps.readEmbedder() !== embedder) return;
      if (texts === null) continue;
      const vectors: Int8Array[] = [];
      for (let at = 0; at < texts.length; at += PASSAGES_AT_ONCE) {
        const batch = await embedder.embed(texts.slice(at, at + PASSAGES_AT_ONCE), "passage");
        if (this.#deps.readEmbedder() !== embedder) return;
        vectors.push(...batch.map(quantise));
        embedded += batch.length;
        this.#progress = { embedded, total, limit: MAX_EMBEDDED };
      }
      const { path, bytes, modifiedAt } = file;
      const row = { path, bytes, modifiedAt, model: embedder.model, vectors: join(vectors) };
      this.#rows.set(path, row);
      await this.#deps.cache.putVectors(row);
      this.#deps.onReading();
    }
  }

  async #drop(path: string): Promise<void> {
    this.#rows.delete(path);
    await this.#deps.cache.removeVectors(path);
  }

  /** Those of another model are left alone until their files are embedded by this one. */
  #load(model: string): Promise<void> {
    if (this.#loaded?.model === model) return this.#loaded.done;
    const load = async () => {
      const rows = await this.#deps.cache.listVectors();
      this.#rows = new Map(rows.flatMap((row) => (row.model === model ? [[row.path, row] as const] : [])));
    };
    this.#loaded = { model, done: load() };
    return this.#loaded.done;
  }
}

/** As many of the newest files as fit. */
function chooseFiles(files: readonly IndexedFile[]): readonly IndexedFile[] {
  let left = MAX_EMBEDDED;
  return files
    .filter(({ passages }) => passages > 0)
    .toSorted((one, other) => other.modifiedAt - one.modifiedAt)
    .filter(({ passages }) => {
      if (passages > left) return false;
      left -= passages;
      return true;
    });
}

function isOf(row: FileVectors | undefined, { bytes, modifiedAt }: IndexedFile): boolean {
  return row?.bytes === bytes && row.modifiedAt === modifiedAt;
}

function quantise(vector: Float32Array): Int8Array {
  const length = Math.hypot(...vector) || 1;
  return Int8Array.from(vector, (value) => Math.round((value / length) * SCALE));
}

function join(vectors: readonly Int8Array[]): Int8Array {
  const [first] = vectors;
  const joined = new Int8Array((first?.length ?? 0) * vectors.length);
  vectors.forEach((vector, index) => {
    joined.set(vector, index * vector.length);
  });
  return joined;
}

function dot(query: Int8Array, vectors: Int8Array, from: number): number {
  let sum = 0;
  for (let index = 0; index < query.length; index += 1) sum += (query[index] ?? 0) * (vectors[from + index] ?? 0);
  return sum;
}
