import type { Failure } from "../protocol/failure.ts";
import type { ConversationId, MemoryId, MessageId, RunId } from "../protocol/ids.ts";
import type { AssistantMessage, Conversation, Message, MessageHit } from "../protocol/message.ts";
import type { ServerKey } from "../protocol/remote-server.ts";
import type { RunEvent } from "../protocol/run-event.ts";
import { DEFAULT_SETTINGS, type Settings } from "../protocol/settings.ts";
import type { RunRecord, RunSummary, StorageInfo, StorageShare } from "../protocol/stored-data.ts";
import type { ArchiveContents } from "./archive-shape.ts";
import {
  compareConversations,
  compareMessages,
  hasWords,
  mergeConversation,
  toHits,
  usesMemory,
  withoutRemoved,
} from "./conversation-store.ts";
import { toSearchWords } from "./find-in-text.ts";
import { InMemoryMemoryStore } from "./in-memory-memory-store.ts";
import { planImport } from "./merge-archive.ts";
import { planRemoval } from "./plan-removal.ts";
import { toHeader } from "./run-store.ts";
import { StorageFault } from "./storage-fault.ts";
import type {
  ConversationChange,
  ConversationStore,
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
  let serverKey: ServerKey | null = null;
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
    serverKey: {
      read: async () => serverKey,
      write: async (key) => {
        serverKey = key;
      },
    },
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
    measure: async () => measureContents(await readEverything()),
    relocate: () => Promise.reject(new StorageFault(failure ?? { code: "storage-refused" })),
    deleteEverything() {
      clear();
      serverKey = null;
      return Promise.resolve();
    },
    close() {},
  };
}

function measureContents({ conversations, messages, runs, memories, settings }: ArchiveContents): StorageShare[] {
  const share = (kind: StorageShare["kind"], records: readonly unknown[], count = records.length): StorageShare => ({
    kind,
    records: count,
    bytes: records.reduce((sum: number, record) => sum + JSON.stringify(record).length, 0),
  });
  return [
    share("conversations", [...conversations, ...messages], conversations.length),
    share("runs", runs),
    share("memories", memories),
    share("search-index", []),
    share("settings", settings === null ? [] : [settings]),
  ];
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

  async removeMessage(id: MessageId): Promise<Conversation | null> {
    const question = this.#messages.get(id);
    const known = question === undefined ? undefined : this.#conversations.get(question.conversationId);
    const plan = known === undefined ? null : planRemoval(await this.messages(known.id), id);
    if (known === undefined || plan === null) return null;
    for (const each of plan.remove) this.#messages.delete(each);
    for (const message of plan.change) this.#messages.set(message.id, message);
    for (const run of plan.runs) await this.#runs.delete(run);
    const conversation = withoutRemoved(known, plan);
    this.#conversations.set(conversation.id, conversation);
    return conversation;
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
