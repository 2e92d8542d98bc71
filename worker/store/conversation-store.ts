import type { ConversationsApi } from "../protocol/api/conversations-api.ts";
import type { ConversationId, MemoryId, MessageId } from "../protocol/ids.ts";
import type { AssistantMessage, Conversation, Message, MessageHit } from "../protocol/message.ts";
import type { DamagedRecord } from "../protocol/stored-data.ts";
import { ROW_SCHEMA, type Row, type Rows, start } from "./database.ts";
import type { MessageSearch } from "./message-search.ts";
import { planRemoval, type RemovalPlan } from "./plan-removal.ts";
import { readMessages } from "./read-messages.ts";
import { keysUnder } from "./rows/key-range.ts";
import { isSoundConversation, isSoundMessage, toSoundConversation, toSoundMessages } from "./sound-record.ts";

/** A conversation and the messages that one step adds to it or changes in it. */
interface Turn {
  /**
   * Stored as it is when the conversation is new. When it exists, only `headId` and `updatedAt` are taken over, so that
   * a title set in another tab is not undone.
   */
  readonly conversation: Conversation;
  /** New messages get their `sequence` from the store, whatever is given; known ones keep theirs. */
  readonly messages: readonly Message[];
}

/** The fields of a conversation that may be changed. */
export type ConversationChange = Parameters<ConversationsApi["updateConversation"]>[1] &
  Partial<Pick<Conversation, "skill">>;

/** Called once a change is durable, with the conversation and by how many conversations the store grew. */
export type ConversationChanged = (id: ConversationId, grownBy: number) => void;

/** Conversations in IndexedDB. */
export class RowConversationStore {
  readonly #database: Rows;
  readonly #changed: ConversationChanged;
  readonly #report: (damaged: readonly DamagedRecord[]) => void;
  /** The number of the message to come, of conversations that were written to. */
  readonly #nextSequences = new Map<ConversationId, number>();

  /** Null before the first search. */
  #search: MessageSearch | null = null;

  /** `report` is told of records that cannot be read. */
  constructor(database: Rows, changed: ConversationChanged, report: (damaged: readonly DamagedRecord[]) => void) {
    this.#database = database;
    this.#changed = changed;
    this.#report = report;
  }

  /** Pinned first, then the newest first. */
  async list(): Promise<readonly Conversation[]> {
    const rows = await this.#database.read(["conversations"], (tx) => tx.objectStore("conversations").getAll());
    return rows.map(({ id, record }) => toSoundConversation(id, record)).sort(compareConversations);
  }

  async read(id: ConversationId): Promise<Conversation | null> {
    const row = await this.#database.read(["conversations"], (tx) => tx.objectStore("conversations").get(id));
    if (row === undefined || isSoundConversation(row.record)) return row?.record ?? null;
    const [newest] = await this.messages(id, 1);
    const mended = toSoundConversation(id, row.record);
    return { ...mended, headId: mended.headId ?? newest?.id ?? null };
  }

  /** In order of `sequence`. With `last`, only that many of the newest. */
  async messages(id: ConversationId, last?: number): Promise<readonly Message[]> {
    const rows = await this.#database.read(["messages"], async (tx) => {
      const index = tx.objectStore("messages").index("by-conversation");
      if (last === undefined) return await index.getAll(keysUnder(id));
      const found: Row<Message>[] = [];
      let cursor = found.length < last ? await index.openCursor(keysUnder(id), "prev") : null;
      while (cursor !== null) {
        found.push(cursor.value);
        cursor = found.length < last ? await cursor.continue() : null;
      }
      return found.reverse();
    });
    const { messages, damaged } = toSoundMessages(rows);
    this.#report(damaged);
    return messages;
  }

  async readMessage(id: MessageId): Promise<Message | null> {
    const row = await this.#database.read(["messages"], (tx) => tx.objectStore("messages").get(id));
    return isSoundMessage(row?.record) ? row.record : null;
  }

  /** The answers with a tool result that rests on a memory, newest first. */
  async findUses(id: MemoryId): Promise<readonly AssistantMessage[]> {
    const uses: AssistantMessage[] = [];
    for await (const message of readMessages(this.#database)) if (usesMemory(message, id)) uses.push(message);
    return uses.sort((left, right) => right.createdAt - left.createdAt);
  }

  /** See `MessageSearch.search`. */
  async search(...search: Parameters<MessageSearch["search"]>): Promise<readonly MessageHit[]> {
    const { MessageSearch: Search } = await import("./message-search.ts");
    this.#search ??= new Search(this.#database);
    return await this.#search.search(...search);
  }

  /** Told of a conversation, or all of them, that something else has changed. */
  noteChanged(id: ConversationId | null): void {
    this.#search?.noteChanged(id);
  }

  /**
   * Stores a conversation and its messages atomically; durable once it resolves. Returns the stored records, sequence
   * numbers included.
   */
  async saveTurn(turn: Turn): Promise<Turn> {
    let grownBy = 0;
    const stored = await this.#database.write(["conversations", "messages"], "strict", async (tx) => {
      const conversations = tx.objectStore("conversations");
      const messages = tx.objectStore("messages");
      const index = messages.index("by-conversation");
      const reading = conversations.get(turn.conversation.id);
      start(reading);
      // While the disk is waited for.
      const expected = this.#prepare(turn);
      const known = await reading;
      grownBy = known === undefined ? 1 : 0;
      const conversation =
        known === undefined
          ? turn.conversation
          : mergeConversation(toSoundConversation(known.id, known.record), turn.conversation);
      const finding = index.openKeyCursor(keysUnder(conversation.id), "prev");
      start(finding);
      const changed = { id: conversation.id, schema: ROW_SCHEMA, record: conversation };
      this.#database.sealAhead("conversations", changed);
      const newest = await finding;
      let sequence = newest === null ? 0 : newest.key[1] + 1;
      const saved: Message[] = [];
      for (const row of expected) {
        const before = await messages.get(row.id);
        const at = before?.record?.sequence ?? sequence;
        const stored = row.record.sequence === at ? row : { ...row, record: { ...row.record, sequence: at } };
        if (before === undefined) sequence += 1;
        saved.push(stored.record);
        start(messages.put(stored));
      }
      this.#nextSequences.set(conversation.id, sequence);
      start(conversations.put(changed));
      return { conversation, messages: saved };
    });
    if (grownBy > 0) this.noteChanged(stored.conversation.id);
    else this.#search?.noteWritten(stored.messages);
    this.#changed(stored.conversation.id, grownBy);
    return stored;
  }

  /** The rows of a turn, with the numbers they will probably have. */
  #prepare({ conversation, messages }: Turn): readonly Row<Message>[] {
    const next = this.#nextSequences.get(conversation.id) ?? 0;
    return messages.map((message, index) => {
      const record = { ...message, sequence: message.sequence === 0 ? next + index : message.sequence };
      const row = { id: record.id, schema: ROW_SCHEMA, record };
      this.#database.sealAhead("messages", row);
      return row;
    });
  }

  /** Null when the conversation does not exist. */
  async update(id: ConversationId, change: ConversationChange, now: number): Promise<Conversation | null> {
    const updated = await this.#database.write(["conversations"], "strict", async (tx) => {
      const store = tx.objectStore("conversations");
      const row = await store.get(id);
      if (row === undefined) return null;
      const known = toSoundConversation(id, row.record);
      const record = { ...known, ...change, updatedAt: Math.max(now, known.updatedAt) };
      start(store.put({ id, schema: ROW_SCHEMA, record }));
      return record;
    });
    this.noteChanged(id);
    if (updated !== null) this.#changed(id, 0);
    return updated;
  }

  /**
   * Removes a question with its answers and their runs; what followed, follows what stood before it. Returns the
   * conversation, or null if there is no such question.
   */
  async removeMessage(id: MessageId): Promise<Conversation | null> {
    const names = ["conversations", "messages", "runs", "run-events"] as const;
    const changed = await this.#database.write(names, "strict", async (tx) => {
      const messages = tx.objectStore("messages");
      const conversations = tx.objectStore("conversations");
      const question = (await messages.get(id))?.record;
      if (!isSoundMessage(question)) return null;
      const rows = await messages.index("by-conversation").getAll(keysUnder(question.conversationId));
      const plan = planRemoval(
        rows.flatMap(({ record }) => (isSoundMessage(record) ? [record] : [])),
        id,
      );
      const row = await conversations.get(question.conversationId);
      if (plan === null || row === undefined) return null;
      for (const each of plan.remove) start(messages.delete(each));
      for (const record of plan.change) start(messages.put({ id: record.id, schema: ROW_SCHEMA, record }));
      for (const run of plan.runs) deleteRun(tx.objectStore("runs"), tx.objectStore("run-events"), run);
      const record = withoutRemoved(toSoundConversation(row.id, row.record), plan);
      start(conversations.put({ id: row.id, schema: ROW_SCHEMA, record }));
      return record;
    });
    if (changed !== null) {
      this.noteChanged(changed.id);
      this.#changed(changed.id, 0);
    }
    return changed;
  }

  /** Deletes the conversation with its messages and runs; memories that came from it stay. */
  async delete(id: ConversationId): Promise<void> {
    let existed = false;
    await this.#database.write(["conversations", "messages", "runs", "run-events"], "strict", async (tx) => {
      const conversations = tx.objectStore("conversations");
      const messages = tx.objectStore("messages");
      const runs = tx.objectStore("runs");
      existed = (await conversations.getKey(id)) !== undefined;
      start(conversations.delete(id));
      for (const key of await messages.index("by-conversation").getAllKeys(keysUnder(id))) start(messages.delete(key));
      for (const key of await runs.index("by-conversation").getAllKeys(keysUnder(id))) {
        deleteRun(runs, tx.objectStore("run-events"), key);
      }
    });
    this.noteChanged(id);
    this.#changed(id, existed ? -1 : 0);
  }
}

/** True for an answer with a tool result that rests on the memory. */
function usesMemory(message: Message, id: MemoryId): message is AssistantMessage {
  if (message.role === "user") return false;
  const { recalled } = message;
  if ((recalled?.used ?? recalled?.memoryIds)?.includes(id) === true) return true;
  return message.turns.some(({ calls }) =>
    calls.some(({ outcome }) => outcome?.type === "success" && outcome.memoryIds?.includes(id) === true),
  );
}

/** Deletes a run with its log, as part of the transaction that the stores belong to. */
function deleteRun(
  runs: { delete(key: string): Promise<void> },
  events: { delete(range: IDBKeyRange): Promise<void> },
  id: string,
): void {
  start(runs.delete(id));
  start(events.delete(keysUnder(id)));
}

/** A conversation whose head, if it was removed, is the message before it. */
function withoutRemoved(conversation: Conversation, { remove, parentId }: RemovalPlan): Conversation {
  const { headId } = conversation;
  return headId !== null && remove.includes(headId) ? { ...conversation, headId: parentId } : conversation;
}

/** Takes over the fields of an existing conversation that a turn may change. */
function mergeConversation(known: Conversation, given: Conversation): Conversation {
  return { ...known, headId: given.headId, updatedAt: Math.max(known.updatedAt, given.updatedAt) };
}

/** Pinned first, then the newest first; equal times by id, so that the order is the same everywhere. */
export function compareConversations(left: Conversation, right: Conversation): number {
  const pinned = Number(right.pinned ?? false) - Number(left.pinned ?? false);
  if (pinned !== 0) return pinned;
  if (left.updatedAt !== right.updatedAt) return right.updatedAt - left.updatedAt;
  return left.id < right.id ? -1 : 1;
}

/** By conversation, then in order: how an export lists messages. */
export function compareMessages(left: Message, right: Message): number {
  if (left.conversationId !== right.conversationId) return left.conversationId < right.conversationId ? -1 : 1;
  return left.sequence - right.sequence;
}
