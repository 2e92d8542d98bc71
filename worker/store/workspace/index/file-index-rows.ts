import type { PostingsRow } from "../../database.ts";
import type { BuiltSegment, SegmentData } from "../../search/segment.ts";

/** A file as it was indexed. */
export interface IndexedFile {
  readonly path: string;
  /** Size in bytes and time in milliseconds when it was read: what tells a changed file. */
  readonly bytes: number;
  readonly modifiedAt: number;
  /** The number of its first passage; the others follow. */
  readonly first: number;
  readonly passages: number;
  /** Characters of its text that are kept because it takes long to read; 0 where the file is read again. */
  readonly kept: number;
}

/** A part of the index that never changes once written, without its postings. */
export interface FileSegmentData extends SegmentData {
  /** Per ordinal: where the passage begins and ends in the file's text. */
  readonly ranges: Uint32Array;
}

export interface BuiltFileSegment extends BuiltSegment {
  readonly data: FileSegmentData;
}

/** A folder's index without postings and texts, which are read when they are needed. */
export interface StoredIndex {
  readonly revision: string;
  readonly nextDoc: number;
  readonly segments: readonly FileSegmentData[];
  /** In the order of their first passages. */
  readonly files: readonly IndexedFile[];
}

/** A write of an index: all of its files, and the segments that are new. */
export interface IndexWrite {
  readonly nextDoc: number;
  readonly segmentIds: readonly number[];
  readonly added: readonly BuiltFileSegment[];
  readonly files: readonly IndexedFile[];
}

/** Where an index is kept between reloads. It is a cache: what cannot be stored is read from the files again. */
export interface FileIndexCache {
  /** Empty where nothing is stored; changes with every write, whoever wrote. */
  readRevision(): Promise<string>;
  /** Null where there is none, or where it cannot be read. */
  load(): Promise<StoredIndex | null>;
  /** The new revision; null where it could not be stored. Never rejects. */
  save(index: IndexWrite): Promise<string | null>;
  readChunk(segment: number, chunk: number): Promise<PostingsRow | undefined>;
  readChunks(segment: number, first: number, last: number): Promise<readonly PostingsRow[]>;
  /** The kept text of a document; null where there is none. Never rejects. */
  readText(path: string): Promise<string | null>;
  /** False where it could not be stored. Never rejects. */
  putText(path: string, text: string): Promise<boolean>;
  removeText(path: string): Promise<void>;
  /** None where they cannot be read. */
  listVectors(): Promise<readonly FileVectors[]>;
  /** Never rejects: what is not stored is made again after a reload. */
  putVectors(vectors: FileVectors): Promise<void>;
  removeVectors(path: string): Promise<void>;
}

/** The vectors of a file's passages, one after the other, eight bits for each number. */
export interface FileVectors {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  /** Vectors of different models are never compared. */
  readonly model: string;
  readonly vectors: Int8Array;
}

/** Changed whenever passages are cut or counted in another way: what an older version stored is then made anew. */
export const INDEX_VERSION = 2;
