import type { ConversationId, MessageId } from "../../protocol/ids.ts";
import type { FileAction, FileEntry, ReadingProgress, TextRange } from "../../protocol/workspaces/workspace.ts";

/** On whose behalf a file is read or changed: the context of a tool's call says it. */
export interface FileCaller {
  readonly skill: string;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  readonly callId: string;
  /** Whether a folder is there in the scope of the port that was called; a port sets it, never a tool. */
  readonly isSeen?: (id: string) => boolean;
}

/** Some of the files or folders, and the number of all. */
export interface FileListing {
  readonly entries: readonly FileEntry[];
  readonly total: number;
}

/** A file's text with its full path. */
export interface ReadFile {
  readonly path: string;
  readonly text: string;
}

/** A file's bytes, for what is too large to be one text. Rejects where the file has changed since it was opened. */
export interface FilePieces {
  readonly path: string;
  readonly bytes: number;
  /** Another one when the file is changed. */
  readonly version: string;
  /** The bytes from one place to before another. */
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** A piece of a file that fits a search. */
export interface FilePassage extends TextRange {
  readonly path: string;
  readonly text: string;
  /** The page of a document that has pages; the first is 1. */
  readonly page?: number;
}

/** The result of a search of the files. */
export interface FileSearch {
  readonly passages: readonly FilePassage[];
  /** Progress of reading files that the search has not looked into yet; null if it has looked into all. */
  readonly reading: ReadingProgress | null;
}

/** A change that a tool asks for. */
export type RequestedChange =
  /** `append`: the text goes to the end of what the file holds, on a line of its own. */
  | { readonly type: "write"; readonly path: string; readonly text: string; readonly append?: boolean }
  | { readonly type: "edit"; readonly path: string; readonly find: string; readonly replace: string }
  | { readonly type: "move"; readonly path: string; readonly to: string }
  | { readonly type: "delete"; readonly path: string };

/** A change, planned or made. */
export interface PlannedChange {
  readonly action: FileAction;
  readonly path: string;
  readonly movedTo?: string;
  /** Text before and after; null where there is no file. */
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The user's files as tools see them: only those of workspaces that the caller's skill was granted. Every path is checked,
 * and nothing outside the folders is ever touched. Rejects with an error whose sentence is for the model.
 */
export interface WorkspacePort {
  list(path: string, caller: FileCaller): Promise<FileListing>;
  find(words: string, caller: FileCaller): Promise<FileListing>;
  read(path: string, caller: FileCaller): Promise<ReadFile>;
  /** The text that the file itself is, also where `read` shows it to be read, such as a calendar. */
  readSource(path: string, caller: FileCaller): Promise<ReadFile>;
  search(words: string, limit: number, caller: FileCaller): Promise<FileSearch>;
  /** The change before it is made. Changes nothing. */
  plan(change: RequestedChange, caller: FileCaller): Promise<PlannedChange>;
  /** Makes the change, with an entry in the journal. Refused if the file changed since the same call's plan. */
  apply(change: RequestedChange, caller: FileCaller): Promise<PlannedChange>;
}
