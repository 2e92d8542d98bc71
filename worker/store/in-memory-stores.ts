import type { Failure } from "../protocol/failure.ts";
import type { ConversationId, MemoryId, MessageId, RunId } from "../protocol/ids.ts";
import type {
  MemoryChange,
  MemoryDraft,
  MemoryEdit,
  MemoryHit,
  MemoryMerge,
  MemoryQuery,
  MemoryRecord,
  MemoryRevert,
  MemoryScopes,
  MemoryWrite,
} from "../protocol/memory.ts";
import type { AssistantMessage, Conversation, Message, MessageHit } from "../protocol/message.ts";
import type { RunEvent } from "../protocol/run-event.ts";
import { DEFAULT_SETTINGS, type Settings } from "../protocol/settings.ts";
import type { RunRecord, RunSummary, StorageInfo, StorageShare } from "../protocol/stored-data.ts";
import type { ArchiveContents } from "./archive.ts";
import {
  compareConversations,
  compareMessages,
  hasWords,
  mergeConversation,
  toHits,
  usesMemory,
} from "./conversation-store.ts";
import { toSearchWords } from "./find-in-text.ts";
import { applyChange, applyDraft, isExpired, mergeRecords, planExpiry, toNoteKey } from "./memory-record.ts";
import { planImport } from "./merge-archive.ts";
import { planRevert } from "./plan-revert.ts";
import { toHeader } from "./run-store.ts";
import { buildSegment, toIndexedNote } from "./search/build-segment.ts";
import { planQuery, rankNotes, SearchSegment } from "./search/rank-notes.ts";
import type { SemanticState } from "./search/vector-index.ts";
import type {
  ConversationChange,
  ConversationStore,
  MemoryStore,
  RunHeader,
  RunStore,
  SettingsStore,
  StoreClock,
  Stores,
  Turn,
} from "./stores.ts";

/** Stores that end with the tab: what the app runs on when the browser refuses storage. */
export function createInMemoryStores(clock: StoreClock, failure?: Failure): Stores {
  const runs = new InMemoryRunStore();
  const conversations = new InMemoryConversationStore(runs);
  const memories = new InMemoryMemoryStore(clock);
  const settings = new InMemorySettingsStore();
  const info: StorageInfo = { durable: false, persisted: false, usedBytes: 0, quotaBytes: 0 };
  const readEverything = async (): Promise<ArchiveContents> => ({
    conversations: await conversations.list(),
    messages: conversations.allMessages(),
    runs: runs.all(),
    memories: memories.all(),
    settings: settings.stored(),
  });
  const clear = (): void => {
    runs.clear();
    conversations.clear();
    memories.clear();
    settings.clear();
  };
  return {
    conversations,
    runs,
    memories,
    settings,
    info: () => Promise.resolve(failure === undefined ? info : { ...info, failure }),
    readEverything,
    async previewImport(incoming, mode) {
      return planImport(await readEverything(), incoming, mode).summary;
    },
    async importEverything(incoming, mode) {
      const { put, summary } = planImport(await readEverything(), incoming, mode);
      if (mode === "replace") clear();
      conversations.putAll(structuredClone(put.conversations), structuredClone(put.messages));
      for (const run of put.runs) await runs.save(run);
      await memories.restoreAll(put.memories);
      if (put.settings !== null) await settings.update(put.settings);
      return summary;
    },
    async measure() {
      const everything = await readEverything();
      const share = (kind: StorageShare["kind"], records: readonly unknown[], count = records.length) => ({
        kind,
        records: count,
        bytes: records.reduce((sum: number, record) => sum + JSON.stringify(record).length, 0),
      });
      return [
        share("conversations", [...everything.conversations, ...everything.messages], everything.conversations.length),
        share("runs", everything.runs),
        share("memories", everything.memories),
        share("search-index", []),
        share("settings", everything.settings === null ? [] : [everything.settings]),
      ];
    },
    deleteEverything() {
      clear();
      return Promise.resolve();
    },
    close() {},
  };
}

class InMemoryConversationStore implements ConversationStore {
  readonly #conversations = new Map<ConversationId, Conversation>();
  readonly #messages = new Map<MessageId, Message>();
  readonly #runs: InMemoryRunStore;

  constructor(runs: InMemoryRunStore) {
    this.#runs = runs;
  }

  async list(): Promise<readonly Conversation[]> {
    return [...this.#conversations.values()].sort(compareConversations);
  }

  async read(id: ConversationId): Promise<Conversation | null> {
    return this.#conversations.get(id) ?? null;
  }

  async messages(id: ConversationId, last?: number): Promise<readonly Message[]> {
    const all = [...this.#messages.values()].filter((message) => message.conversationId === id);
    all.sort((left, right) => left.sequence - right.sequence);
    return last === undefined ? all : all.slice(Math.max(0, all.length - last));
  }

  async readMessage(id: MessageId): Promise<Message | null> {
    return this.#messages.get(id) ?? null;
  }

  async search(text: string, limit: number): Promise<readonly MessageHit[]> {
    const words = toSearchWords(text);
    if (words.length === 0) return [];
    const found = [...this.#messages.values()].filter((message) => hasWords(message, words));
    return toHits(found, words, limit);
  }

  async findUses(id: MemoryId): Promise<readonly AssistantMessage[]> {
    const uses: AssistantMessage[] = [];
    for (const message of this.#messages.values()) if (usesMemory(message, id)) uses.push(message);
    return uses.sort((left, right) => right.createdAt - left.createdAt);
  }

  async saveTurn(turn: Turn): Promise<Turn> {
    const copied = structuredClone(turn);
    const known = this.#conversations.get(copied.conversation.id);
    const conversation = known === undefined ? copied.conversation : mergeConversation(known, copied.conversation);
    const newest = (await this.messages(conversation.id)).at(-1);
    let sequence = newest === undefined ? 0 : newest.sequence + 1;
    const messages: Message[] = [];
    for (const message of copied.messages) {
      const before = this.#messages.get(message.id);
      const record = { ...message, sequence: before?.sequence ?? sequence };
      if (before === undefined) sequence += 1;
      this.#messages.set(record.id, record);
      messages.push(record);
    }
    this.#conversations.set(conversation.id, conversation);
    return { conversation, messages };
  }

  rename(id: ConversationId, title: string, now: number): Promise<Conversation | null> {
    return this.update(id, { title }, now);
  }

  async update(id: ConversationId, change: ConversationChange, now: number): Promise<Conversation | null> {
    const known = this.#conversations.get(id);
    if (known === undefined) return null;
    const record = { ...known, ...structuredClone(change), updatedAt: Math.max(now, known.updatedAt) };
    this.#conversations.set(id, record);
    return record;
  }

  async delete(id: ConversationId): Promise<void> {
    this.#conversations.delete(id);
    for (const message of await this.messages(id)) this.#messages.delete(message.id);
    for (const run of await this.#runs.list(id)) await this.#runs.delete(run.id);
  }

  allMessages(): readonly Message[] {
    return [...this.#messages.values()].sort(compareMessages);
  }

  putAll(conversations: readonly Conversation[], messages: readonly Message[]): void {
    for (const conversation of conversations) this.#conversations.set(conversation.id, conversation);
    for (const message of messages) this.#messages.set(message.id, message);
  }

  clear(): void {
    this.#conversations.clear();
    this.#messages.clear();
  }
}

class InMemoryRunStore implements RunStore {
  readonly #runs = new Map<RunId, RunRecord>();

  async append(header: RunHeader, events: readonly RunEvent[]): Promise<void> {
    const before = this.#runs.get(header.id)?.events ?? [];
    this.#runs.set(header.id, { ...toHeader(header), events: [...before, ...structuredClone(events)] });
  }

  async save(record: RunRecord): Promise<void> {
    this.#runs.set(record.id, { ...toHeader(record), events: structuredClone(record.events) });
  }

  async list(conversationId?: ConversationId): Promise<readonly RunSummary[]> {
    const headers = [...this.#runs.values()].map(toHeader);
    return headers
      .filter((run) => conversationId === undefined || run.conversationId === conversationId)
      .sort((left, right) => right.startedAt - left.startedAt);
  }

  async read(id: RunId): Promise<RunRecord | null> {
    return this.#runs.get(id) ?? null;
  }

  async delete(id: RunId): Promise<void> {
    this.#runs.delete(id);
  }

  all(): readonly RunRecord[] {
    return [...this.#runs.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
  }

  clear(): void {
    this.#runs.clear();
  }
}

class InMemoryMemoryStore implements MemoryStore {
  readonly #records = new Map<MemoryId, MemoryRecord>();
  readonly #clock: StoreClock;
  #expiredAt: number | undefined;
  #built: BuiltRecords | null = null;

  constructor(clock: StoreClock) {
    this.#clock = clock;
  }

  async write(draft: MemoryDraft): Promise<MemoryWrite> {
    const write = applyDraft(structuredClone(draft), this.#findKnown(draft), this.#clock);
    this.#built = null;
    this.#records.set(write.record.id, write.record);
    return write;
  }

  async read(id: MemoryId): Promise<MemoryRecord | null> {
    const record = this.#records.get(id);
    return record === undefined || isExpired(record, this.#clock.now()) ? null : record;
  }

  search(query: MemoryQuery): Promise<readonly MemoryHit[]> {
    return this.list(query);
  }

  async delete(id: MemoryId): Promise<MemoryRecord | null> {
    const record = this.#records.get(id) ?? null;
    this.#built = null;
    this.#records.delete(id);
    return record;
  }

  /** The same ranking as over the stored index, on one segment that is built anew after a change. */
  async list(query: Partial<MemoryQuery> = {}): Promise<readonly MemoryHit[]> {
    this.#built ??= buildRecords([...this.#records.values()]);
    const { records, segment, postings } = this.#built;
    const plan = planQuery([segment], { ...query, text: query.text ?? "" });
    const ranked = rankNotes(plan, (_, place) => postings.subarray(place.start, place.end), records.length);
    const now = this.#clock.now();
    const hits: MemoryHit[] = [];
    for (const { doc, score } of ranked) {
      const record = records[doc];
      if (record !== undefined && !isExpired(record, now)) hits.push({ record, score });
    }
    return hits.slice(0, query.limit);
  }

  async count(): Promise<number> {
    return this.#records.size;
  }

  async listScopes(): Promise<MemoryScopes> {
    const namespaces = new Map<string, number>();
    const tags = new Map<string, number>();
    for (const record of this.#records.values()) {
      namespaces.set(record.namespace, (namespaces.get(record.namespace) ?? 0) + 1);
      for (const tag of record.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
    }
    return { namespaces, tags };
  }

  async change(id: MemoryId, change: MemoryChange): Promise<MemoryRecord | null> {
    const known = this.#records.get(id);
    if (known === undefined) return null;
    const record = applyChange(known, structuredClone(change), this.#clock.now());
    this.#built = null;
    this.#records.set(id, record);
    return record;
  }

  async restore(record: MemoryRecord): Promise<void> {
    this.#built = null;
    this.#records.set(record.id, structuredClone(record));
  }

  async restoreAll(records: readonly MemoryRecord[]): Promise<void> {
    for (const record of records) await this.restore(record);
  }

  async merge(ids: readonly MemoryId[], text: string): Promise<MemoryMerge | null> {
    const before = [...new Set(ids)].map((id) => this.#records.get(id)).filter((record) => record !== undefined);
    const [first, ...others] = before;
    if (first === undefined || before.length < new Set(ids).size) return null;
    const record = mergeRecords([first, ...others], text, this.#clock.now());
    for (const { id } of others) await this.delete(id);
    await this.restore(record);
    return { record, before };
  }

  async revert(edits: readonly MemoryEdit[]): Promise<MemoryRevert> {
    const plan = planRevert(edits, (id) => this.#records.get(id) ?? null);
    if (plan.type === "changed-since") return plan;
    for (const id of plan.remove) await this.delete(id);
    await this.restoreAll(plan.put);
    return { type: "reverted", notes: plan.remove.length + plan.put.length };
  }

  async deleteExpired(): Promise<number> {
    const { next, until } = planExpiry(this.#expiredAt, this.#clock.now());
    this.#expiredAt = next;
    if (until === null) return 0;
    const expired = [...this.#records.values()].filter((record) => isExpired(record, until));
    for (const { id } of expired) await this.delete(id);
    return expired.length;
  }

  /** By words alone: nothing is kept here for which vectors would be worth making. */
  async readSemanticState(): Promise<SemanticState> {
    return { type: "absent" };
  }

  setEmbedder(): void {}

  async embedMissing(): Promise<number> {
    return 0;
  }

  async markUsed(ids: readonly MemoryId[]): Promise<void> {
    for (const id of ids) {
      const record = this.#records.get(id);
      this.#built = null;
      if (record !== undefined) this.#records.set(id, { ...record, usedAt: this.#clock.now() });
    }
  }

  all(): readonly MemoryRecord[] {
    return [...this.#records.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
  }

  clear(): void {
    this.#built = null;
    this.#records.clear();
  }

  #findKnown(draft: MemoryDraft): MemoryRecord | null {
    const known = draft.id === undefined ? undefined : this.#records.get(draft.id);
    if (known !== undefined) return known;
    const key = toNoteKey(draft.namespace, draft.text);
    for (const record of this.#records.values()) {
      if (toNoteKey(record.namespace, record.text) === key) return record;
    }
    return null;
  }
}

class InMemorySettingsStore implements SettingsStore {
  #settings: Settings | null = null;

  async read(): Promise<Settings> {
    return this.#settings ?? DEFAULT_SETTINGS;
  }

  async update(change: Partial<Settings>): Promise<Settings> {
    this.#settings = { ...(this.#settings ?? DEFAULT_SETTINGS), ...structuredClone(change) };
    return this.#settings;
  }

  stored(): Settings | null {
    return this.#settings;
  }

  clear(): void {
    this.#settings = null;
  }
}

interface BuiltRecords {
  readonly records: readonly MemoryRecord[];
  readonly segment: SearchSegment;
  readonly postings: Uint8Array;
}

function buildRecords(records: readonly MemoryRecord[]): BuiltRecords {
  const built = buildSegment(
    0,
    records.map((record, doc) => toIndexedNote(doc, record)),
  );
  return { records, segment: new SearchSegment(built.data), postings: built.postings };
}
