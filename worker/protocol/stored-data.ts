import type { SealingKey } from "./encryption/sealed-format.ts";
import type { EvidenceCheck } from "./evidence.ts";
import type { Failure } from "./failure.ts";
import type { ConversationId, RunId } from "./ids.ts";
import type { JsonValue } from "./json.ts";
import type { ProjectId } from "./project.ts";
import type { RemoteServer } from "./remote-server.ts";
import type { RunEvent } from "./run-event.ts";

/** The kinds of records in an export, in the order they are written. */
export const ARCHIVE_KINDS = ["conversations", "messages", "runs", "memories"] as const;
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number];

/** A stored record that cannot be read. It stays where it is, and is neither shown nor exported. */
export interface DamagedRecord {
  readonly kind: ArchiveKind | "settings";
  readonly id: string;
}

/** An export as a file, and the records left out of it. */
export interface ExportedData {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly leftOut: readonly DamagedRecord[];
}

/** `merge` adds new records and takes newer ones; `replace` makes everything equal to the archive. */
export type ImportMode = "merge" | "replace";

/** The effect of an import on the records of one kind. */
export interface ImportCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Only `replace` removes. */
  readonly removed: number;
}

/** Settings that the page keeps outside the stores: they go into an export, and only the page restores them. */
export interface Connections {
  /** Origins that the page may talk to. */
  readonly hosts: readonly string[];
  readonly server: RemoteServer | null;
}

/** Additions to an export beside the stores. */
export interface ExportOptions {
  readonly connections: Connections;
  /** Only this project: its record, its conversations and its own notes. */
  readonly project?: ProjectId;
  /** Also the keys of servers, readable in the file. */
  readonly withKeys: boolean;
  /** The passphrase, or the key made of one, that the file is sealed with; absent for a readable one. */
  readonly seal?: string | SealingKey;
}

/** The parts of a file's settings that an import takes. */
export interface ImportedSettings {
  /** Instructions for every conversation. */
  readonly instructions: boolean;
  /** Names of tools and skills that the user wrote. */
  readonly toolFiles: readonly string[];
  /** Names of servers of tools. */
  readonly servers: readonly string[];
  /** Anything else: looks, limits, sampling. */
  readonly others: boolean;
}

/** The effect of an import before it is made, and the connections that the page may take from the file. */
export interface ImportPreview extends ImportSummary {
  /** Null when the file has none or is not the user's own. Not checked: the file may hold anything here. */
  readonly connections: JsonValue;
}

/** The effect of an import, planned or done. */
export interface ImportSummary {
  readonly mode: ImportMode;
  readonly counts: Readonly<Record<ArchiveKind, ImportCounts>>;
  readonly settingsChange: boolean;
  readonly settings: ImportedSettings;
  /** Permissions in the file that are dropped: they have to be given on each device. */
  readonly permissionsDropped: number;
}

/** How much one kind of record takes up. */
export interface StorageShare {
  readonly kind: "conversations" | "runs" | "memories" | "search-index" | "settings";
  readonly records: number;
  /** An estimate from samples. */
  readonly bytes: number;
}

/** How durable this browser's storage is. */
export interface StorageInfo {
  /** False: nothing survives the tab, because the browser refuses storage. */
  readonly durable: boolean;
  /** True if the browser promised not to evict it. */
  readonly persisted: boolean;
  readonly usedBytes: number;
  readonly quotaBytes: number;
  /** Another one than before: the database that was here is gone. Absent in memory. */
  readonly databaseId?: string;
  /** A problem to show as a standing banner. */
  readonly failure?: Failure;
}

/** A stored run without its events. */
export interface RunSummary {
  readonly id: RunId;
  readonly conversationId: ConversationId;
  readonly startedAt: number;
  /** The user's words; the files that went along with them are in the log's `run-start`. */
  readonly question: string;
  readonly reason: string;
  readonly turns: number;
  readonly calls: number;
  /** Calls that failed or ran out of time; absent where there are none, and in records of before. */
  readonly failed?: number;
  readonly durationMs: number;
}

/** A run's whole log: what export writes and the scripted engine replays. */
export interface RunRecord extends RunSummary {
  readonly version: number;
  readonly events: readonly RunEvent[];
}

/** A stored run, and whether its log still fits its evidence. */
export interface CheckedRun extends RunRecord {
  readonly evidence: EvidenceCheck;
}
