import type { Result } from "../failure.ts";
import type { ImportMode, ImportSummary, StorageInfo, StorageShare } from "../stored-data.ts";

/** Measures, exports, imports and deletes everything that is stored. */
export interface DataApi {
  readStorage(): Promise<StorageInfo>;
  /** The space used by each kind of record. */
  measureStorage(): Promise<Result<readonly StorageShare[]>>;
  /** Everything that is stored, as one file (JSON, UTF-8). */
  exportEverything(): Promise<Result<Uint8Array<ArrayBuffer>>>;
  /** What an import of this file would do; changes nothing. For `isOwn` see `importEverything`. */
  previewImport(text: string, mode: ImportMode, isOwn: boolean): Promise<Result<ImportSummary>>;
  /**
   * Stops every run and imports everything or nothing. Unless the user says that the file is their own, its contents
   * count as text from outside, and nothing in it that instructs a model is imported.
   */
  importEverything(text: string, mode: ImportMode, isOwn: boolean): Promise<Result<ImportSummary>>;
  /** Stops every run and removes every conversation, run, memory and setting. Models stay. */
  deleteEverything(): Promise<Result<null>>;
}
