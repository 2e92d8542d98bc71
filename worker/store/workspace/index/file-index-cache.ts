import { keysUnder, toKeyRange } from "../../rows/key-range.ts";
import { CHUNK_BYTES } from "../../search/segment.ts";
import type { FileColumns, IndexStateRow, WorkspaceDatabase } from "../workspace-database.ts";
import {
  type FileIndexCache,
  type FileVectors,
  INDEX_VERSION,
  type IndexedFile,
  type IndexWrite,
} from "./file-index-rows.ts";

/** Keeps a folder's index in the workspaces' database. */
export function createFileIndexCache(database: WorkspaceDatabase, workspaceId: string): FileIndexCache {
  const orNull = <Value>(work: Promise<Value>): Promise<Value | null> => work.catch(() => null);
  /** False for a folder that was removed meanwhile: nothing of it may be left behind. */
  const put = (name: "texts" | "vectors", path: string, value: string | FileVectors): Promise<boolean> =>
    database.write(["workspaces", name], "relaxed", async (transaction) => {
      if ((await transaction.objectStore("workspaces").getKey(workspaceId)) === undefined) return false;
      await transaction.objectStore(name).put(value, [workspaceId, path]);
      return true;
    });
  const remove = async (name: "texts" | "vectors", path: string): Promise<void> =>
    void (await orNull(database.work((opened) => opened.delete(name, [workspaceId, path]))));
  return {
    readRevision: async () => (await orNull(database.work((opened) => opened.get("revisions", workspaceId)))) ?? "",
    load: async () => {
      const found = await orNull(database.readIndex(workspaceId));
      if (found === null || found.state.version !== INDEX_VERSION) return null;
      const { state, segments } = found;
      const byId = new Map(segments.map((segment) => [segment.id, segment]));
      const listed = state.segmentIds.flatMap((id) => byId.get(id) ?? []);
      if (listed.length < state.segmentIds.length) return null;
      return { revision: state.revision, nextDoc: state.nextDoc, segments: listed, files: toFiles(state.files) };
    },
    save: async ({ nextDoc, segmentIds, added, files }: IndexWrite) => {
      const revision = crypto.randomUUID();
      const columns = toColumns(files);
      const state: IndexStateRow = {
        workspaceId,
        version: INDEX_VERSION,
        revision,
        nextDoc,
        segmentIds,
        files: columns,
      };
      const segments = added.map(({ data, postings }) => ({ data, chunks: cut(postings) }));
      // A full disk keeps nobody from searching.
      return (await orNull(database.writeIndex(state, segments))) === true ? revision : null;
    },
    readChunk: (segment, chunk) => database.work((opened) => opened.get("postings", [workspaceId, segment, chunk])),
    readChunks: (segment, first, last) => {
      const range = toKeyRange({ from: [workspaceId, segment, first], to: [workspaceId, segment, last] });
      return database.work((opened) => opened.getAll("postings", range));
    },
    readText: async (path) =>
      (await orNull(database.work((opened) => opened.get("texts", [workspaceId, path])))) ?? null,
    putText: async (path, text) => (await orNull(put("texts", path, text))) === true,
    removeText: (path) => remove("texts", path),
    listVectors: async () =>
      (await orNull(database.work((opened) => opened.getAll("vectors", keysUnder(workspaceId))))) ?? [],
    putVectors: async (vectors) => void (await orNull(put("vectors", vectors.path, vectors))),
    removeVectors: (path) => remove("vectors", path),
  };
}

function cut(postings: Uint8Array): readonly Uint8Array<ArrayBuffer>[] {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0; start < postings.length; start += CHUNK_BYTES) {
    chunks.push(Uint8Array.from(postings.subarray(start, start + CHUNK_BYTES)));
  }
  return chunks;
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
