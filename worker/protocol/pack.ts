import type { ModelId } from "./ids.ts";
import type { ExportOptions, ImportPreview } from "./stored-data.ts";

/** The chosen contents of a pack. */
export interface PackChoice {
  /** The app itself, with a small server: for a machine that has never seen it. */
  readonly app: boolean;
  readonly models: readonly ModelId[];
  /** Conversations, memories, runs and settings; null for none. */
  readonly data: ExportOptions | null;
}

/** The browser's `Blob`, which this room does not know: always a real one, and read piece by piece. */
export interface PackBytes {
  /** Bytes. */
  readonly size: number;
  readonly type: string;
  text(): Promise<string>;
}

/** A file of a pack: the pack itself, or one of its unpacked folder with its path inside. */
export interface PackFile {
  readonly path: string;
  readonly file: PackBytes;
}

/** A pack's contents, read from its manifest and not checked yet. */
export interface PackContents {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly models: readonly { readonly title: string; readonly bytes: number; readonly stored: boolean }[];
  /** The titles of models of which it holds a program or a folder of the user's, which are not taken in. */
  readonly leftOut: readonly string[];
  /** Conversations and memories that it would add here; null when it holds none. */
  readonly data: ImportPreview | null;
  /** Files of the app itself; an installed app needs none of them. */
  readonly appFiles: number;
  readonly bytes: number;
}

/** How far making or installing a pack has come. */
export interface PackProgress {
  readonly type: "collect" | "check" | "write";
  /** Bytes. */
  readonly done: number;
  readonly total: number;
}
