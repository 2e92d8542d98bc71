import { toBoundedJson } from "../protocol/bounded-json.ts";
import { defined } from "../protocol/defined.ts";
import { isForbiddenKey } from "../protocol/json.ts";
import type { MemoryEdit, MemoryRecord } from "../protocol/memory.ts";
import type { CallRecord, Conversation, Message } from "../protocol/message.ts";
import type { DamagedRecord } from "../protocol/stored-data.ts";
import {
  type ArchiveContents,
  isConversation,
  isMemory,
  isMessage,
  isRun,
  isSettings,
  RECORD_LIMITS,
} from "./archive-shape.ts";

/** Contents that a file can carry, and those that it cannot. */
export interface MendedContents {
  readonly contents: ArchiveContents;
  readonly leftOut: readonly DamagedRecord[];
}

/**
 * Makes stored records fit for a file that can be imported again: unusable ids of notes are replaced by new ones,
 * messages without their conversation get one, and records that are still not as they should be are left out.
 */
export function mendContents({ damaged = [], ...stored }: ArchiveContents, newId: () => string): MendedContents {
  const leftOut: DamagedRecord[] = [...damaged];
  const ids = new Map<string, string>();
  const toUsableId = (id: string): string => {
    if (isUsableId(id)) return id;
    const replaced = ids.get(id) ?? newId();
    ids.set(id, replaced);
    return replaced;
  };
  const keep = <Value extends { readonly id: string }>(
    kind: DamagedRecord["kind"],
    records: readonly Value[],
    isRight: (value: unknown) => value is Value,
    mend: (record: Value) => Value = (record) => record,
  ): readonly Value[] => {
    const kept = new Map<string, Value>();
    for (const record of records) {
      const mended = isRight(record) && isUsableId(record.id) ? record : mend(record);
      const fits = isUsableId(mended.id) && toBoundedJson(mended, RECORD_LIMITS).ok && isRight(mended);
      if (fits && !kept.has(mended.id)) kept.set(mended.id, mended);
      else leftOut.push({ kind, id: record.id });
    }
    return [...kept.values()];
  };
  const memories = keep("memories", stored.memories, isMemory, (note) => ({ ...note, id: toUsableId(note.id) }));
  const messages = keep("messages", stored.messages, isMessage, (message) => withUsableIds(message, toUsableId));
  const conversations = keep("conversations", stored.conversations, isConversation);
  const runs = keep("runs", stored.runs, isRun);
  const isSettingsSound = stored.settings === null || isSettings(stored.settings);
  if (!isSettingsSound) leftOut.push({ kind: "settings", id: "settings" });
  return {
    contents: {
      conversations: [...conversations, ...toMissingConversations(messages, conversations)],
      messages,
      runs,
      memories,
      settings: isSettingsSound ? stored.settings : null,
    },
    leftOut,
  };
}

function isUsableId(id: string): boolean {
  return id.length >= 1 && id.length <= 200 && !isForbiddenKey(id);
}

/** An answer keeps the notes that it used and changed by their ids. */
function withUsableIds(message: Message, toUsableId: (id: string) => string): Message {
  if (message.role === "user") return message;
  const mendNote = (note: MemoryRecord | null) => note && { ...note, id: toUsableId(note.id) };
  // Mended, a note that is there stays there.
  const mendEdit = ({ before, after }: MemoryEdit) =>
    ({ before: mendNote(before), after: mendNote(after) }) as MemoryEdit;
  const mendCall = ({ edits, ...call }: CallRecord) => ({ ...call, ...defined({ edits: edits?.map(mendEdit) }) });
  const turns = message.turns.map((turn) => ({ ...turn, calls: turn.calls.map(mendCall) }));
  const { recalled } = message;
  if (recalled === undefined) return { ...message, turns };
  const memoryIds = recalled.memoryIds.map(toUsableId);
  const used = defined({ used: recalled.used?.map(toUsableId) });
  return { ...message, turns, recalled: { ...recalled, memoryIds, ...used } };
}

/** Conversations for messages whose own is not there. */
function toMissingConversations(
  messages: readonly Message[],
  conversations: readonly Conversation[],
): readonly Conversation[] {
  const known = new Set(conversations.map(({ id }) => id));
  const made = new Map<string, Conversation>();
  for (const { id: headId, conversationId, createdAt } of messages) {
    if (known.has(conversationId)) continue;
    const before = made.get(conversationId);
    made.set(conversationId, {
      id: conversationId,
      title: "",
      createdAt: before?.createdAt ?? createdAt,
      updatedAt: createdAt,
      headId,
    });
  }
  return [...made.values()];
}
