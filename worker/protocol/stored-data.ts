/** The kinds of records in an export, in the order they are written. */
export const ARCHIVE_KINDS = ["conversations", "messages", "runs", "memories"] as const;
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number];

/** `merge` adds what is new and takes what is newer; `replace` makes everything as it is in the archive. */
export type ImportMode = "merge" | "replace";

/** What an import does to the records of one kind. */
export interface ImportCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Only `replace` removes. */
  readonly removed: number;
}

/** What an import would do, or has done. */
export interface ImportSummary {
  readonly mode: ImportMode;
  readonly counts: Readonly<Record<ArchiveKind, ImportCounts>>;
  readonly settingsChange: boolean;
  /** Permissions in the file that are not taken over: what tools may do is allowed on each device anew. */
  readonly permissionsDropped: number;
}

/** How much one kind of record takes up. */
export interface StorageShare {
  readonly kind: "conversations" | "runs" | "memories" | "search-index" | "settings";
  readonly records: number;
  /** An estimate from samples. */
  readonly bytes: number;
}
