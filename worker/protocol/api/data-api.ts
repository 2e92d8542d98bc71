import type { Result } from "../failure.ts";
import type { ImportMode, ImportSummary, StorageInfo, StorageShare } from "../stored-data.ts";

/** Measures, exports, imports and deletes everything that is stored. */
export interface DataApi {
  readStorage(): Promise<StorageInfo>;
  /** What takes up room, by kind. */
  measureStorage(): Promise<Result<readonly StorageShare[]>>;
  /** Everything that is kept, as one file (JSON, UTF-8). */
  exportEverything(): Promise<Result<Uint8Array<ArrayBuffer>>>;
  /** What an import of this file would do; changes nothing. For `isOwn` see `importEverything`. */
  previewImport(text: string, mode: ImportMode, isOwn: boolean): Promise<Result<ImportSummary>>;
  /**
   * Stops every run and imports whole or not at all. Unless the user says that the file is their own, what it holds
   * counts as text from outside, and nothing in it that instructs a model is taken.
   */
  importEverything(text: string, mode: ImportMode, isOwn: boolean): Promise<Result<ImportSummary>>;
  /** Stops every run and removes every conversation, run, memory and setting. Models stay. */
  deleteEverything(): Promise<Result<null>>;
}
