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
