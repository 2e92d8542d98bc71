import { CHUNK_BYTES } from "../../search/segment.ts";
import type { FileColumns, IndexStateRow, WorkspaceDatabase } from "../workspace-database.ts";
import { type FileIndexCache, INDEX_VERSION, type IndexedFile, type IndexWrite } from "./file-index-rows.ts";

/** Keeps a folder's index in the workspaces' database. */
export function createFileIndexCache(database: WorkspaceDatabase, workspaceId: string): FileIndexCache {
  const orNull = <Value>(work: Promise<Value>): Promise<Value | null> => work.catch(() => null);
  return {
    readRevision: async () => (await orNull(database.readIndexRevision(workspaceId))) ?? "",
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
    readChunk: (segment, chunk) => database.readPostings(workspaceId, segment, chunk),
    readChunks: (segment, first, last) => database.listPostings(workspaceId, segment, first, last),
    readText: async (path) => (await orNull(database.readText(workspaceId, path))) ?? null,
    putText: async (path, text) => (await orNull(database.putText(workspaceId, path, text))) === true,
    listVectors: async () => (await orNull(database.listVectors(workspaceId))) ?? [],
    putVectors: async (vectors) => void (await orNull(database.putVectors(workspaceId, vectors))),
    removeVectors: async (path) => void (await orNull(database.removeVectors(workspaceId, path))),
    removeText: async (path) => void (await orNull(database.removeText(workspaceId, path))),
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
