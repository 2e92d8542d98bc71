import type { BuiltSegment } from "../search/segment.ts";

/** A file as it was indexed. */
export interface IndexedFile {
  readonly path: string;
  /** Its size and time when it was read. */
  readonly stamp: string;
  /** The number of its first passage; the others follow. */
  readonly first: number;
  /** Where each passage begins and ends in the file's text. */
  readonly ranges: Uint32Array;
  /** The text of a document that takes long to read. */
  readonly text?: string;
}

/** A folder's index, to be opened again after a reload. */
export interface StoredIndex {
  readonly version: number;
  readonly nextDoc: number;
  readonly segments: readonly BuiltSegment[];
  /** In the order of their first passages. */
  readonly files: readonly IndexedFile[];
}

/** Where an index is kept between reloads. It is a cache: what cannot be stored is read from the files again. */
export interface FileIndexCache {
  /** Null where there is none, or where it cannot be read. */
  load(): Promise<StoredIndex | null>;
  /** Never rejects. */
  save(index: StoredIndex): Promise<void>;
}

/** Changed whenever passages are cut or counted in another way: what an older version stored is then made anew. */
export const INDEX_VERSION = 1;
