import type { ConversationId, MessageId } from "../ids.ts";

export type WorkspaceId = string;

/** A skill's access to the files of a workspace; `write` includes reading. */
export type WorkspaceAccess = "read" | "write";

/** A folder of the user's files that the agent may work with. */
export interface WorkspaceRecord {
  readonly id: WorkspaceId;
  /** Unique among the workspaces, whatever the case of its letters; the first part of its files' paths. */
  readonly name: string;
  /** `connected`: a folder on the user's disk; `private`: one that the browser keeps for this app. */
  readonly kind: "connected" | "private";
  /** By the name of the skill; a skill that is not listed may not even know of it. */
  readonly access: Readonly<Record<string, WorkspaceAccess>>;
  /** Skills in `access` that came after the user's last choice, and read because one that was there may. */
  readonly inherited?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly addedAt: number;
}

/** A workspace as the page shows it. */
export interface WorkspaceInfo extends WorkspaceRecord {
  /** `ask`: the browser wants the user to allow the folder again; `gone`: it was moved or deleted. */
  readonly state: "ready" | "ask" | "gone";
  /** While its files are read for searching. */
  readonly reading?: ReadingProgress;
  /** Progress of the search by meaning; absent until an embedding model is loaded and the folder was searched. */
  readonly meaning?: EmbeddingProgress;
}

/** A folder that the user picked, as the browser hands it over: the room of the protocol does not know the platform. */
export interface DirectoryHandle {
  readonly kind: "directory";
  readonly name: string;
}

/** The browser's `Blob`, read piece by piece. */
export interface FileBytes {
  /** Bytes. */
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A file or a folder in a workspace. */
export interface FileEntry {
  /** Inside the workspace, with `/` between its parts. */
  readonly path: string;
  readonly type: "file" | "folder";
  readonly bytes?: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt?: number;
}

/** A piece of a file's text, in characters (UTF-16 units). */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A file's text, as far as it can be read. */
export type FileText =
  /** A form feed stands between the pages of a document that has some. `scans` is present once OCR has looked for pages without text. */
  | { readonly type: "text"; readonly text: string; readonly scans?: readonly ScannedPage[] }
  /** A sentence on why its text cannot be read. */
  | { readonly type: "unreadable"; readonly reason: FileRefusal };

/** A file's text that could be read. */
export type ReadText = Extract<FileText, { readonly type: "text" }>;

/** A page whose text was read by OCR, which may be wrong. */
export interface ScannedPage {
  /** Its number, the first being 1. */
  readonly page: number;
  /** Quarter turns to the right that set its picture upright. */
  readonly turns: number;
  /** Left, top, width and height of each word of the page's text in its order, in ten-thousandths of the upright picture's sides. */
  readonly boxes: readonly number[];
}

/** True for names of what may be a picture of text: a picture, or a PDF with pages that are. */
export function mayBeScan(name: string): boolean {
  return /\.(?:pdf|png|jpe?g|webp)$/i.test(name);
}

/** Reads the text of a PDF, at most so many characters of it. */
export type PdfReader = (bytes: Uint8Array<ArrayBuffer>, maxCharacters: number) => Promise<FileText>;

/** How far a large table is read, of 1. */
export interface TableReading {
  readonly path: string;
  readonly share: number;
}

/** Why nothing was done with a file. */
export type FileRefusal =
  | "outside"
  | "bad-name"
  | "missing"
  | "exists"
  | "not-a-file"
  | "not-a-folder"
  | "not-text"
  | "too-big"
  | "locked-pdf"
  | "no-text"
  | "broken"
  | "not-granted"
  | "no-permission"
  | "gone"
  | "in-use"
  | "full"
  | "no-match"
  | "many-matches"
  | "case-only"
  | "too-big-to-undo"
  | "changed-meanwhile"
  | "not-supported";

/** The kind of a change of a file. */
export type FileAction = "create" | "change" | "move" | "delete";

/** One entry of the journal: a file that a tool changed, which can be undone. */
export interface FileChange {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly action: FileAction;
  readonly path: string;
  /** The new path of a moved file. */
  readonly movedTo?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly undoneAt?: number;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
}

/** The result of undoing a change: done, or not because the file was changed since. */
export type FileRevert = { readonly type: "reverted" } | { readonly type: "changed-since" };

/** A file that a tool read. */
export interface FileReading {
  readonly workspaceId: WorkspaceId;
  readonly path: string;
  /** The last time, milliseconds since the epoch. */
  readonly at: number;
  readonly conversationId: ConversationId;
}

/** How many passages of a folder are found by their meaning too; of the others of its files only the words count. */
export interface EmbeddingProgress {
  readonly embedded: number;
  /** Those that are to be: at most `limit`, of the newest files. */
  readonly total: number;
  readonly limit: number;
}

/** How far a folder's files are read for searching: it is being looked through, or so many of the new ones are read. */
export type ReadingProgress =
  | { readonly type: "looking" }
  | { readonly type: "reading"; readonly read: number; readonly total: number };
