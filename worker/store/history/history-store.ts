import type {
  HistoryApp,
  HistoryFault,
  HistoryFile,
  HistoryImport,
  HistoryOrigin,
  HistoryPreview,
  HistoryProgress,
} from "../../protocol/history.ts";
import type { Conversation } from "../../protocol/message.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import { type AlcoveTransaction, ROW_SCHEMA, type Row, type Rows, start } from "../database.ts";
import { hashNote } from "../note-key.ts";
import { keysUnder } from "../rows/key-range.ts";
import { toSoundConversation } from "../sound-record.ts";
import { StorageFault } from "../storage-fault.ts";
import type { HistoryChat } from "./history-chat.ts";
import { readHistory } from "./read-history.ts";
import { type ForeignConversation, toConversation } from "./to-conversation.ts";

export type HistoryStore = ReturnType<typeof createHistoryStore>;

/**
 * The id under which chats wait to be imported, among the rows of runs' logs. No run has it, so nothing lists, searches or
 * exports them until the last transaction has put them where they belong.
 */
const WAITING = "00000000-0000-8000-8000-000000000001";
const MAX_CHATS = 200_000;
/** Sentences that one file may propose: more than anybody looks through. */
const MAX_PROPOSALS = 10_000;
/** The namespace of notes that the user accepts. */
const NOTES = "notes";
const MESSAGES_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 2_000_000;
const PUTS_AT_ONCE = 200;
const STORES = ["conversations", "messages", "runs", "run-events"] as const;
type Writer = AlcoveTransaction<typeof STORES, "readwrite">;

/** The chats of one row: `key` tells this import's from those that another one left. */
interface Batch {
  readonly key: string;
  readonly chats: readonly ForeignConversation[];
}

/**
 * Chats of other apps, on the rows of the other stores; `changed` is told by how many conversations they grew. Every method
 * rejects with a `StorageFault`.
 */
export function createHistoryStore(
  rows: Rows,
  clock: { now(): number; newId(): string },
  changed: (grownBy: number) => void,
) {
  /** Says of each chat whether all of it is here; what is not listed at first is not looked for. */
  const listKnown = async () => {
    const known = new Set(await rows.read(["conversations"], (tx) => tx.objectStore("conversations").getAllKeys()));
    return async ({ conversation: { id }, messages }: ForeignConversation): Promise<boolean> =>
      known.has(id) &&
      (await rows.read(["messages"], (tx) =>
        tx.objectStore("messages").index("by-conversation").count(keysUnder(id)),
      )) >= messages.length;
  };
  const forget = () =>
    rows.write(["run-events"], "relaxed", (tx) => tx.objectStore("run-events").delete(keysUnder(WAITING)));
  return {
    /** Reads the whole file and says what is in it; null where it was stopped. */
    async preview(file: HistoryFile, goOn: HistoryProgress): Promise<HistoryPreview | null> {
      await forget();
      const found = createTally();
      const isComplete = await listKnown();
      const origin = { file: file.name, at: clock.now() };
      const isRead = await visit(file, origin, goOn, found, async (each, app) =>
        found.add(each, app, !(await isComplete(each))),
      );
      return isRead ? { ...found.preview(), proposals: await withoutKept(rows, [...found.remembered]) } : null;
    },
    /**
     * Imports every chat that can be read, all in one transaction; null where it was stopped, and nothing is there. What is
     * here already stays as it is: only chats and messages that are missing are added.
     */
    async import(file: HistoryFile, goOn: HistoryProgress): Promise<HistoryImport | null> {
      await forget();
      const waiting = createWaiting(rows, clock.newId());
      const isComplete = await listKnown();
      const origin = { file: file.name, at: clock.now() };
      const isRead = await visit(file, origin, goOn, { fail: () => undefined }, async (each) => {
        if (!(await isComplete(each))) await waiting.add(each);
      });
      if (!isRead) {
        await forget();
        return null;
      }
      await waiting.flush();
      const done = await rows.write(STORES, "strict", (tx) => putWaiting(tx, waiting));
      changed(done.added);
      return { chats: done.chats, messages: done.messages };
    },
    /** Removes what the import of that time brought, but for chats that were gone on with here; how many of each. */
    async takeOut(at: number) {
      const done = await rows.write(STORES, "strict", (tx) => takeOut(tx, at));
      changed(-done.removed);
      return done;
    },
  };
}

/** Reads the file's chats, in our form. False once `goOn` says so. */
async function visit(
  file: HistoryFile,
  origin: Omit<HistoryOrigin, "app">,
  goOn: HistoryProgress,
  { fail, remember }: Pick<ReturnType<typeof createTally>, "fail"> & { readonly remember?: (text: string) => void },
  take: (each: ForeignConversation, app: HistoryApp) => void | Promise<void>,
): Promise<boolean> {
  if (!(file instanceof Blob)) throw new TypeError("not a file");
  let chats = 0;
  const takeChat = async (app: HistoryApp, chat: HistoryChat): Promise<void> => {
    chats += 1;
    const read = chats > MAX_CHATS ? "too-many" : toConversation(chat, { ...origin, app });
    if (typeof read === "string") fail(read);
    else await take(read, app);
  };
  for await (const step of readHistory(file)) {
    if (step.type === "fault") fail(step.fault);
    else if (step.type === "chat") await takeChat(step.app, step.chat);
    else if (step.type === "remembered") remember?.(step.text);
    else if (!(await goOn(step.share))) return false;
  }
  return await goOn(1);
}

function createTally() {
  const apps = new Set<HistoryApp>();
  const faults = new Map<HistoryFault, number>();
  let chats = 0;
  let messages = 0;
  let newChats = 0;
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  const remembered = new Set<string>();
  return {
    remembered,
    remember: (text: string) => void (remembered.size < MAX_PROPOSALS && remembered.add(text)),
    fail: (fault: HistoryFault) => void faults.set(fault, (faults.get(fault) ?? 0) + 1),
    add(each: ForeignConversation, app: HistoryApp, isNew: boolean) {
      apps.add(app);
      chats += 1;
      messages += each.messages.length;
      if (isNew) newChats += 1;
      for (const { createdAt } of each.messages) {
        if (createdAt <= 0) continue;
        from = Math.min(from, createdAt);
        to = Math.max(to, createdAt);
      }
    },
    preview: (): Omit<HistoryPreview, "proposals"> => ({
      apps: [...apps],
      chats,
      messages,
      newChats,
      from: Number.isFinite(from) ? from : null,
      to: Number.isFinite(to) ? to : null,
      faults: [...faults].map(([fault, count]) => ({ fault, count })),
    }),
  };
}

/** The texts that are no note yet. */
async function withoutKept(rows: Rows, texts: readonly string[]): Promise<readonly string[]> {
  return await rows.read(["memories"], async (tx) => {
    const hashes = tx.objectStore("memories").index("by-hash");
    const found: string[] = [];
    for (const text of texts) if ((await hashes.getKey(hashNote(NOTES, text))) === undefined) found.push(text);
    return found;
  });
}

/** Collects chats in rows of bounded size. */
function createWaiting(rows: Rows, key: string) {
  let chats: ForeignConversation[] = [];
  let messages = 0;
  let characters = 0;
  let batches = 0;
  const flush = async (): Promise<void> => {
    if (chats.length === 0) return;
    const batch: Batch = { key, chats };
    // Only the type of the store's rows says that these are events.
    const events = [batch] as unknown as readonly RunEvent[];
    const row = { runId: WAITING, batch: batches, schema: ROW_SCHEMA, events };
    await rows.write(["run-events"], "relaxed", async (tx) => void (await tx.objectStore("run-events").put(row)));
    batches += 1;
    chats = [];
    messages = 0;
    characters = 0;
  };
  return {
    key,
    count: () => batches,
    flush,
    async add(each: ForeignConversation) {
      chats.push(each);
      messages += each.messages.length;
      for (const message of each.messages) characters += lengthOf(message);
      if (messages >= MESSAGES_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await flush();
    },
  };
}

function lengthOf(message: ForeignConversation["messages"][number]): number {
  return message.role === "user" ? message.text.length : message.turns.reduce((sum, { text }) => sum + text.length, 0);
}

/** Puts the chats that wait where they belong. */
async function putWaiting(tx: Writer, waiting: { readonly key: string; readonly count: () => number }) {
  const events = tx.objectStore("run-events");
  const known = new Set(await tx.objectStore("conversations").getAllKeys());
  const done = { added: 0, chats: 0, messages: 0 };
  for (let batch = 0; batch < waiting.count(); batch += 1) {
    const row = await events.get([WAITING, batch]);
    const [held] = (row?.events ?? []) as unknown as readonly (Batch | undefined)[];
    // Another tab's import has begun meanwhile, and has cleared away what waited.
    if (held?.key !== waiting.key)
      throw new StorageFault({ code: "import-refused", detail: "another import has begun" });
    for (const each of held.chats) {
      const { id } = each.conversation;
      const put = await putChat(tx, each, known.has(id) ? await tx.objectStore("conversations").get(id) : undefined);
      known.add(id);
      done.added += put.isAdded ? 1 : 0;
      done.chats += put.messages > 0 ? 1 : 0;
      done.messages += put.messages;
    }
  }
  start(events.delete(keysUnder(WAITING)));
  return done;
}

/** Nothing is waited for where the chat is not known: a request that fails ends the transaction anyway. */
async function putChat(tx: Writer, { conversation, messages }: ForeignConversation, known?: Row<Conversation>) {
  const { id } = conversation;
  const stored = tx.objectStore("messages");
  const newest =
    known === undefined ? null : await stored.index("by-conversation").openKeyCursor(keysUnder(id), "prev");
  let sequence = newest === null ? 0 : newest.key[1] + 1;
  let put = 0;
  for (const message of messages) {
    if (known !== undefined && (await stored.getKey(message.id)) !== undefined) continue;
    const putting = stored.put({ id: message.id, schema: ROW_SCHEMA, record: { ...message, sequence } });
    sequence += 1;
    put += 1;
    // Awaited now and then, so that no more wait than need to.
    if (put % PUTS_AT_ONCE === 0) await putting;
    else start(putting);
  }
  if (put === 0) return { isAdded: false, messages: 0 };
  const before = known === undefined ? undefined : toSoundConversation(id, known.record);
  // A chat that was gone on with here stays at its own newest message.
  const isOurs = before !== undefined && (await hasRuns(tx, id));
  const record = before === undefined ? conversation : { ...before, ...toNewer(conversation, isOurs) };
  start(tx.objectStore("conversations").put({ id, schema: ROW_SCHEMA, record }));
  return { isAdded: before === undefined, messages: put };
}

function toNewer({ headId, updatedAt, history }: ForeignConversation["conversation"], isOurs: boolean) {
  return isOurs || history === undefined ? {} : { headId, updatedAt, history };
}

async function hasRuns(tx: Writer, id: string): Promise<boolean> {
  return (await tx.objectStore("runs").index("by-conversation").count(keysUnder(id))) > 0;
}

async function takeOut(tx: Writer, at: number) {
  const done = { removed: 0, kept: 0 };
  for (const { id, record } of await tx.objectStore("conversations").getAll()) {
    if (record?.history?.at !== at) continue;
    if (await hasRuns(tx, id)) {
      done.kept += 1;
      continue;
    }
    done.removed += 1;
    for (const key of await tx.objectStore("messages").index("by-conversation").getAllKeys(keysUnder(id))) {
      start(tx.objectStore("messages").delete(key));
    }
    await tx.objectStore("conversations").delete(id);
  }
  return done;
}
