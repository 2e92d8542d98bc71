import { keysUnder, toKeyRange } from "../../rows/key-range.ts";
import type { FileColumns, WorkspaceDatabase } from "../workspace-database.ts";
import { type BuiltFileSegment, type FileVectors, INDEX_VERSION, type IndexedFile } from "./file-index-rows.ts";

/** Where an index is kept between reloads. It is a cache: what cannot be stored is read from the files again. */
export type FileIndexCache = ReturnType<typeof createFileIndexCache>;

/** Keeps a folder's index in the workspaces' database. */
export function createFileIndexCache(database: WorkspaceDatabase, workspaceId: string) {
  const orNull = <Value>(work: Promise<Value>): Promise<Value | null> => work.catch(() => null);
  /** False for a folder that was removed meanwhile: nothing of it may be left behind. */
  const put = async (name: "texts" | "vectors", path: string, value: string | FileVectors): Promise<boolean> => {
    const writing = database.write(["workspaces", name], "relaxed", async (transaction) => {
      if ((await transaction.objectStore("workspaces").getKey(workspaceId)) === undefined) return false;
      await transaction.objectStore(name).put(value, [workspaceId, path]);
      return true;
    });
    return (await orNull(writing)) === true;
  };
  const remove = async (name: "texts" | "vectors", path: string): Promise<void> =>
    void (await orNull(database.work((opened) => opened.delete(name, [workspaceId, path]))));
  return {
    /** Empty where nothing is stored; changes with every write, whoever wrote. */
    readRevision: async () => (await orNull(database.work((opened) => opened.get("revisions", workspaceId)))) ?? "",
    /** A folder's index without postings and texts, which are read when they are needed. Null where it cannot be read. */
    load: async () => {
      const found = await orNull(database.readIndex(workspaceId));
      if (found === null || found.state.version !== INDEX_VERSION) return null;
      const { state, segments } = found;
      const byId = new Map(segments.map((segment) => [segment.id, segment]));
      const listed = state.segmentIds.flatMap((id) => byId.get(id) ?? []);
      if (listed.length < state.segmentIds.length) return null;
      return { revision: state.revision, nextDoc: state.nextDoc, segments: listed, files: toFiles(state.files) };
    },
    /** Writes all files of an index, and its new segments. The new revision; null where it could not be stored. Never rejects. */
    save: async (
      index: { readonly nextDoc: number; readonly segmentIds: readonly number[] },
      files: readonly IndexedFile[],
      added: readonly BuiltFileSegment[],
    ): Promise<string | null> => {
      const revision = crypto.randomUUID();
      const state = { ...index, workspaceId, version: INDEX_VERSION, revision, files: toColumns(files) };
      // A full disk keeps nobody from searching.
      return (await orNull(database.writeIndex(state, added))) === true ? revision : null;
    },
    readChunk: (segment: number, chunk: number) =>
      database.work((opened) => opened.get("postings", [workspaceId, segment, chunk])),
    readChunks: (segment: number, first: number, last: number) => {
      const range = toKeyRange({ from: [workspaceId, segment, first], to: [workspaceId, segment, last] });
      return database.work((opened) => opened.getAll("postings", range));
    },
    /** The kept text of a document; null where there is none. Never rejects. */
    readText: async (path: string) =>
      (await orNull(database.work((opened) => opened.get("texts", [workspaceId, path])))) ?? null,
    /** False where it could not be stored. Never rejects. */
    putText: (path: string, text: string) => put("texts", path, text),
    removeText: (path: string) => remove("texts", path),
    /** None where they cannot be read. */
    listVectors: async () =>
      (await orNull(database.work((opened) => opened.getAll("vectors", keysUnder(workspaceId))))) ?? [],
    /** Never rejects: what is not stored is made again after a reload. */
    putVectors: async (vectors: FileVectors) => void (await put("vectors", vectors.path, vectors)),
    removeVectors: (path: string) => remove("vectors", path),
  };
}

/** Columns are stored and read much faster than as many records. */
function toColumns(files: readonly IndexedFile[]): FileColumns {
  return {
    paths: files.map(({ path }) => path),
    bytes: Float64Array.from(files, ({ bytes }) => bytes),
    modifiedAt: Float64Array.from(files, ({ modifiedAt }) => modifiedAt),
    firsts: Uint32Array.from(files, ({ first }) => first),
    passages: Uint32Array.from(files, ({ passages }) => passages),
    kept: Uint32Array.from(files, ({ kept }) => kept),
  };
}

function toFiles({ paths, bytes, modifiedAt, firsts, passages, kept }: FileColumns): readonly IndexedFile[] {
  return paths.map((path, at) => ({
    path,
    bytes: bytes[at] ?? 0,
    modifiedAt: modifiedAt[at] ?? 0,
    first: firsts[at] ?? 0,
    passages: passages[at] ?? 0,
    kept: kept[at] ?? 0,
  }));
}
