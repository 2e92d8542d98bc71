import type { Failure } from "./failure.ts";
import type { ConversationId, MemoryId, MessageId } from "./ids.ts";
import type { ProjectId, Scope } from "./project.ts";
import type { TaskState } from "./tasks/task.ts";

/** The origin of a memory. */
export interface MemorySource {
  readonly type: "user" | "tool" | "web" | "import";
  readonly conversationId?: ConversationId;
  readonly messageId?: MessageId;
}

/** One remembered note. */
export interface MemoryRecord {
  readonly id: MemoryId;
  /** For instance `notes` or `shopping`. */
  readonly namespace: string;
  /** The project that it is found in alone; absent for everybody's. */
  readonly project?: ProjectId;
  readonly text: string;
  readonly tags: readonly string[];
  readonly source: MemorySource;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly usedAt?: number;
  readonly expiresAt?: number;
  readonly pinned?: boolean;
  /** Written while untrusted text was in view: a turn that recalls it is not to be trusted either. */
  readonly untrusted?: boolean;
  /** Present for a task: it is left out of searches that name no namespace. */
  readonly task?: TaskState;
}

/** A memory to be written. */
export interface MemoryDraft
  extends Omit<MemoryRecord, "id" | "tags" | "createdAt" | "updatedAt" | "usedAt">,
    Partial<Pick<MemoryRecord, "id" | "tags">> {}

/** A search over memories. */
export interface MemoryQuery {
  readonly text: string;
  /** The sentence that the words of `text` were taken from: an embedding model reads that. */
  readonly asked?: string;
  /** Absent: all but tasks. */
  readonly namespace?: string;
  readonly tags?: readonly string[];
  /** Only what is seen in this project, or outside of all for null; absent for everything. */
  readonly project?: Scope;
  /** Maximum number of records to return. */
  readonly limit: number;
}

/** A found memory; a higher score is a better match. Scores of different queries do not compare. */
export interface MemoryHit {
  readonly record: MemoryRecord;
  readonly score: number;
  /** It stands out among all notes by its meaning, whatever its words are. */
  readonly byMeaning?: true;
}

/** Whether a write made a new record, changed one (`before`), or found the same note already there. */
export type MemoryWrite =
  | { readonly type: "created" | "unchanged"; readonly record: MemoryRecord }
  | { readonly type: "updated"; readonly record: MemoryRecord; readonly before: MemoryRecord };

/** The change that one write of a tool made to one note: all that undoing it needs. */
export type MemoryEdit =
  | {
      /** Null when the note did not exist. */
      readonly before: MemoryRecord | null;
      /** The note as the write left it. Undo is refused if its content has changed since. */
      readonly after: MemoryRecord;
    }
  /** The note was deleted. */
  | { readonly before: MemoryRecord; readonly after: null };

/** The note that an edit is about. */
export function toEditedId({ before, after }: MemoryEdit): MemoryId {
  return after === null ? before.id : after.id;
}

/** The result of an undo: all edits, or none because these notes were changed or deleted since. */
export type MemoryRevert =
  | { readonly type: "reverted"; readonly notes: number }
  | { readonly type: "changed-since"; readonly memoryIds: readonly MemoryId[] };

/** The fields of a memory that a user may edit. Null removes a value. */
export interface MemoryChange extends Partial<Pick<MemoryRecord, "text" | "namespace" | "tags" | "pinned" | "task">> {
  readonly project?: Scope;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number | null;
  /** Words came in that are not the user's own. */
  readonly untrusted?: true;
}

/** The text of several notes that become one, as `MemoryChange` has it. */
export type MergedText = Pick<MemoryChange, "untrusted"> & { readonly text: string };

/** Namespaces and tags with their numbers of notes. */
export interface MemoryScopes {
  readonly namespaces: ReadonlyMap<string, number>;
  readonly tags: ReadonlyMap<string, number>;
}

/** Whether notes are also found by meaning, as the page shows it. */
export type SemanticSearch = {
  /** The title of the reranker that puts passages of files in order; absent where there is none. */
  readonly reranker?: string;
} /** There is no embedding model: search is by words, their beginnings and typing slips. */ & (
  | {
      readonly type: "absent";
      /** The app's own model has so many bytes and can be fetched. */
      readonly offeredBytes?: number;
    }
  /** The app's own model is being fetched, `total` bytes of it; until then search is by words. */
  | { readonly type: "fetching"; readonly done: number; readonly total: number }
  /** The embedding model is being read; until then search is by words. */
  | { readonly type: "loading" }
  /** Notes that have no vector yet are found by words only. */
  | {
      readonly type: "present";
      readonly title: string;
      readonly embedded: number;
      readonly notes: number;
      /** Its file is a chat model's, whose vectors tell little about likeness. */
      readonly isChatModel?: true;
    }
  /** The embedding model cannot be used; search is by words. */
  | { readonly type: "failed"; readonly failure: Failure }
);

/** The result of merging records: the new record, and the old ones, which undo needs. */
export interface MemoryMerge {
  readonly record: MemoryRecord;
  readonly before: readonly MemoryRecord[];
}

/** An answer with a tool result that rests on a memory. */
export interface MemoryUse {
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  /** Empty when the conversation is gone. */
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}
