import type { SealingKey } from "../encryption/sealed-format.ts";
import type { Result } from "../failure.ts";
import type { HistoryFile, HistoryImport, HistoryPreview, HistoryProgress } from "../history.ts";
import type {
  ExportedData,
  ExportOptions,
  ImportMode,
  ImportPreview,
  ImportSummary,
  StorageInfo,
  StorageShare,
} from "../stored-data.ts";

/** Measures, exports, imports and deletes everything that is stored. */
export interface DataApi {
  readStorage(): Promise<StorageInfo>;
  /** The space used by each kind of record. */
  measureStorage(): Promise<Result<readonly StorageShare[]>>;
  /**
   * Everything that is stored, as one file (JSON, UTF-8) that was read back, with what the page keeps, and the damaged
   * records that are not in it. Without options it holds no keys.
   */
  exportEverything(options?: ExportOptions): Promise<Result<ExportedData>>;
  /** The text of a sealed file; null where the passphrase is another one, or the file was changed. */
  openSealed(text: string, passphrase: string): Promise<Result<string | null>>;
  /** A passphrase's key, for exports that are sealed while nobody is there to type it. */
  makeSealingKey(passphrase: string): Promise<Result<SealingKey>>;
  /** Reports the effect that an import of this file would have; changes nothing. For `isOwn` see `importEverything`. */
  previewImport(text: string, mode: ImportMode, isOwn: boolean): Promise<Result<ImportPreview>>;
  /**
   * Stops every run and imports everything or nothing. Unless the user says that the file is their own, its contents
   * count as text from outside, and nothing in it that instructs a model is imported. The user's own settings, tools
   * and servers are restored; a merge leaves what was set here as it is. Permissions are never imported.
   */
  importEverything(text: string, mode: ImportMode, isOwn: boolean): Promise<Result<ImportSummary>>;
  /** Reads a file that another app exported; null where `goOn` stopped it. Changes nothing. */
  previewHistory(file: HistoryFile, goOn: HistoryProgress): Promise<Result<HistoryPreview | null>>;
  /** Adds its chats, all or none, as text from outside; what is here stays. Null where `goOn` stopped it. */
  importHistory(file: HistoryFile, goOn: HistoryProgress): Promise<Result<HistoryImport | null>>;
  /** Removes the chats that the import of that time brought, but for those that were gone on with here. */
  takeOutHistory(at: number): Promise<Result<{ readonly removed: number; readonly kept: number }>>;
  /** Stops every run and removes every conversation, run, memory and setting. Models stay. */
  deleteEverything(): Promise<Result<null>>;
}
