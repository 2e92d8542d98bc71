import type { ConversationId, MessageId } from "../protocol/ids.ts";
import type { Message, MessageHit } from "../protocol/message.ts";
import { type Scope, toScope } from "../protocol/project.ts";
import { foldLetters } from "../search/terms.ts";
import type { Rows } from "./database.ts";
import { holdsWords, toExcerpt, toSearchWords } from "./find-in-text.ts";
import { LetterMarks, toRuns } from "./letter-marks.ts";
import { readMessages } from "./read-messages.ts";
import { keysUnder } from "./rows/key-range.ts";
import { isSoundMessage, toSoundConversation } from "./sound-record.ts";

/** A message as it is searched: its text is folded, and null where too much would be held with it. */
interface Entry {
  readonly id: MessageId;
  readonly conversationId: ConversationId;
  readonly createdAt: number;
  readonly sequence: number;
  readonly text: string | null;
  /** The place of its text's letter marks. */
  readonly marks: number;
}

const SEARCHED_AT_ONCE = 500;
/** Characters that are held: those of 200,000 messages of 250. */
const MAX_CHARACTERS = 50_000_000;

/**
 * Finds messages by their words. The first search reads every message; their folded texts are held from then on, so that the next
 * ones read only what was changed meanwhile and what they show.
 */
export class MessageSearch {
  readonly #database: Rows;
  readonly #maxCharacters: number;
  /** The newest first. */
  #entries: readonly Entry[] = [];
  #characters = 0;
  #marks = new LetterMarks();
  /** False before the first search, and after a change of everything. */
  #isRead = false;
  /** One search after the other takes in what was changed. */
  #turn: Promise<void> = Promise.resolve();
  #scopes: Promise<ReadonlyMap<ConversationId, Scope>> | null = null;
  /** Written since the last search. */
  readonly #written = new Map<MessageId, Message>();
  readonly #stale = new Set<ConversationId>();

  constructor(database: Rows, maxCharacters: number = MAX_CHARACTERS) {
    this.#database = database;
    this.#maxCharacters = maxCharacters;
  }

  /** Told of messages that are stored now. */
  noteWritten(messages: readonly Message[]): void {
    if (this.#isRead) for (const message of messages) this.#written.set(message.id, message);
  }

  /** Told of a conversation that was changed in another way; null for all of them. */
  noteChanged(id: ConversationId | null): void {
    this.#scopes = null;
    if (id === null) this.#isRead = false;
    else if (this.#isRead) this.#stale.add(id);
  }

  /**
   * Messages whose text holds every word, newest first; case and accents do not matter. Ends early, with what was found
   * so far, once `isStopped` says so. With a scope only in its conversations.
   */
  async search(
    text: string,
    limit: number,
    isStopped: () => boolean = () => false,
    scope?: Scope,
  ): Promise<readonly MessageHit[]> {
    const words = toSearchWords(text);
    if (words.length === 0) return [];
    const refresh = () => this.#refresh();
    this.#turn = this.#turn.then(refresh, refresh);
    await this.#turn;
    const runs = words.flatMap(toRuns);
    const scopes = scope === undefined ? null : await this.#readScopes();
    const entries = this.#entries;
    const marks = this.#marks;
    const found: MessageId[] = [];
    for (let at = 0; at < entries.length && found.length < limit && !isStopped(); at += SEARCHED_AT_ONCE) {
      const part = entries
        .slice(at, at + SEARCHED_AT_ONCE)
        .filter((each) => marks.mayHold(each.marks, runs))
        .filter((each) => scopes === null || scopes.get(each.conversationId) === scope);
      const unheld = part.flatMap((each) => (each.text === null ? [each.id] : []));
      const read =
        unheld.length === 0 ? null : new Map((await this.#read(unheld)).map((each) => [each.id, toFolded(each)]));
      for (const each of part) {
        const folded = each.text ?? read?.get(each.id) ?? "";
        if (holdsWords(folded, words)) found.push(each.id);
      }
    }
    return (await this.#read(found.slice(0, limit))).flatMap((message) => {
      const excerpt = toExcerpt(toMessageText(message), words);
      const { conversationId, id: messageId, role, createdAt } = message;
      return excerpt === null ? [] : [{ conversationId, messageId, role, createdAt, excerpt }];
    });
  }

  /** Takes in what was changed; changes that come meanwhile are taken in as well. */
  async #refresh(): Promise<void> {
    try {
      while (!this.#isRead || this.#written.size + this.#stale.size > 0) {
        const isEverything = !this.#isRead;
        this.#isRead = true;
        const stale = new Set(this.#stale);
        const written = new Map(this.#written);
        this.#stale.clear();
        this.#written.clear();
        if (isEverything) await this.#readAll();
        else this.#replace(stale, written, await this.#readStale(stale));
      }
    } catch (error) {
      this.#isRead = false;
      throw error;
    }
  }

  async #readAll(): Promise<void> {
    const entries: Entry[] = [];
    this.#characters = 0;
    const marks = new LetterMarks();
    for await (const message of readMessages(this.#database)) entries.push(this.#toEntry(message, marks));
    this.#marks = marks;
    this.#entries = entries.sort(compareEntries);
  }

  #replace(
    stale: ReadonlySet<ConversationId>,
    written: ReadonlyMap<MessageId, Message>,
    reread: readonly Message[],
  ): void {
    const kept = this.#entries.filter(({ id, conversationId }) => !(stale.has(conversationId) || written.has(id)));
    const others = [...written.values()].filter(({ conversationId }) => !stale.has(conversationId));
    this.#characters = kept.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
    this.#entries = [...kept, ...[...reread, ...others].map((each) => this.#toEntry(each, this.#marks))].sort(
      compareEntries,
    );
  }

  #toEntry(message: Message, marks: LetterMarks): Entry {
    const { id, conversationId, createdAt, sequence } = message;
    const folded = toFolded(message);
    const isHeld = this.#characters + folded.length <= this.#maxCharacters;
    if (isHeld) this.#characters += folded.length;
    return { id, conversationId, createdAt, sequence, text: isHeld ? folded : null, marks: marks.add(folded) };
  }

  #readStale(ids: ReadonlySet<ConversationId>): Promise<readonly Message[]> {
    return this.#database.read(["messages"], async (tx) => {
      const index = tx.objectStore("messages").index("by-conversation");
      const rows = await Promise.all([...ids].map((id) => index.getAll(keysUnder(id))));
      return rows.flat().flatMap(({ record }) => (isSoundMessage(record) ? [record] : []));
    });
  }

  #read(ids: readonly MessageId[]): Promise<readonly Message[]> {
    return this.#database.read(["messages"], async (tx) => {
      const rows = await Promise.all(ids.map((id) => tx.objectStore("messages").get(id)));
      return rows.flatMap((row) => (isSoundMessage(row?.record) ? [row.record] : []));
    });
  }

  #readScopes(): Promise<ReadonlyMap<ConversationId, Scope>> {
    const scopes =
      this.#scopes ??
      this.#database
        .read(["conversations"], (tx) => tx.objectStore("conversations").getAll())
        .then((rows) => new Map(rows.map(({ id, record }) => [id, toScope(toSoundConversation(id, record))])));
    this.#scopes = scopes;
    scopes.catch(() => {
      this.#scopes = null;
    });
    return scopes;
  }
}

function compareEntries(left: Entry, right: Entry): number {
  return right.createdAt - left.createdAt || right.sequence - left.sequence;
}

function toFolded(message: Message): string {
  return foldLetters(toMessageText(message));
}

/** A message's visible text, without reasoning and calls. */
function toMessageText(message: Message): string {
  return message.role === "user" ? message.text : message.turns.map(({ text }) => text).join("\n");
}
