import { sleep, withinTime } from "../platform/race-abort.ts";
import type { Failure } from "../protocol/failure.ts";
import type { DamagedRecord } from "../protocol/stored-data.ts";
import { Database, type DatabaseLocation, isDatabaseRow, start } from "./database.ts";
import { createSentinel, type Sentinel, type SentinelMark } from "./guard/sentinel.ts";
import { RowStores } from "./row-stores.ts";
import { toStorageFault } from "./storage-fault.ts";
import type { StoreClock, Stores } from "./stores.ts";
import { openTabChannel, type StoreChange, type TabChannel } from "./tab-channel.ts";

export type StorageProbe = Pick<StorageManager, "estimate" | "persisted">;

export interface OpenStoresOptions {
  readonly clock: StoreClock;
  /** The database's name; another one in tests. */
  readonly name?: string;
  /** Where the database is, if not under its name and as it is. */
  readonly locate?: () => Promise<DatabaseLocation>;
  readonly sentinel?: Sentinel;
  /** The browser's storage manager, if not `navigator.storage`. */
  readonly storage?: StorageProbe;
  /** Delay before a change is written to the sentinel, in milliseconds. */
  readonly markDelayMs?: number;
  /** Delay before a large database is counted, in milliseconds. */
  readonly countDelayMs?: number;
  /** The channel to other tabs; absent means the platform's, null none. */
  readonly channel?: TabChannel | null;
  /** Called where there are records that a torn log could take along; writes wait for it: `retire-write-log.ts`. */
  readonly retireLog?: () => Promise<unknown>;
  /** See `DatabaseListener.freeSpace`. */
  readonly freeSpace?: () => Promise<boolean>;
  /** Told what another tab has changed. */
  readonly onChange?: (change: StoreChange) => void;
  /** Told when the storage fails outside any call: data found missing, or a newer version of the app took over. */
  readonly onFailure?: (failure: Failure) => void;
}

export const DATABASE_NAME = "alcove";

/**
 * Opens the database and returns the stores on it. Never rejects for a storage fault: if the browser refuses, the
 * stores are in memory and `info()` says so.
 */
export async function openStores(options: OpenStoresOptions): Promise<Stores> {
  const name = options.name ?? DATABASE_NAME;
  let stores: IdbStores | null = null;
  try {
    stores = new IdbStores((await options.locate?.()) ?? { name, sealing: null }, name, options);
    await stores.open();
    if (options.retireLog !== undefined) stores.retireLog(options.retireLog);
    // Not awaited: a failure to clean up must not keep the app from starting.
    stores.memories.deleteExpired().catch(() => undefined);
    return stores;
  } catch (error) {
    stores?.close();
    const { failure } = toStorageFault(error, "open");
    // Chromium 156 opens a database with a damaged CURRENT file never again. The data is not deleted here: the next
    // version of the browser, or a user, may get at it.
    const mark = await (options.sentinel ?? createSentinel(name)).read();
    const lost = failure.code === "storage-refused" && mark !== null && mark.records > 0;
    const { createInMemoryStores } = await import("./in-memory-stores.ts");
    return createInMemoryStores(options.clock, lost ? { ...failure, code: "storage-lost" } : failure);
  }
}

/** The stores on IndexedDB, and the guard that compares the database with what was there before. */
class IdbStores extends RowStores implements Stores {
  readonly #database: Database;
  readonly #options: OpenStoresOptions;
  readonly #sentinel: Sentinel;
  readonly #storage: StorageProbe;
  #channel: TabChannel | null;
  #failure: Failure | null = null;
  /** The browser's word on data that it deleted. */
  #loss: string | null = null;
  #databaseId = "";
  #records = 0;
  #marking: Promise<void> | null = null;
  #unmarked = 0;
  #anyChange = false;
  readonly #reported = new Set<string>();

  constructor(location: DatabaseLocation, name: string, options: OpenStoresOptions) {
    const database = new Database(location, {
      created: (loss) => {
        if (loss !== null) this.#loss = loss;
        // Not the first opening: the database was removed under an open app.
        if (this.#databaseId !== "") this.#adoptNewDatabase();
      },
      failed: (failure) => this.#fail(failure),
      freeSpace: options.freeSpace ?? (async () => false),
    });
    super(database, options.clock);
    this.#database = database;
    this.#options = options;
    this.#sentinel = options.sentinel ?? createSentinel(name);
    this.#storage = options.storage ?? navigator.storage;
    this.#channel = options.channel === undefined ? openTabChannel(name) : options.channel;
    this.#channel?.listen((change) => {
      if (change.type === "conversation") this.conversations.noteChanged(change.conversationId);
      if (change.type === "everything") this.conversations.noteChanged(null);
      options.onChange?.(change);
    });
  }

  /** Writes wait (with a time limit) until the old log is retired, because they could be lost with it. */
  retireLog(retire: () => Promise<unknown>): void {
    if (this.#records === 0) return;
    this.#database.holdWrites(withinTime(retire(), LOG_PATIENCE_MS).catch(() => undefined));
  }

  async open(): Promise<void> {
    await this.#database.open();
    const mark = await this.#sentinel.read();
    const meta = await this.#readMeta(mark);
    this.#databaseId = meta.databaseId;
    this.#records = meta.records ?? mark?.records ?? 0;
    if (this.#loss !== null) {
      // The mark may be gone with the rest.
      const known = mark === null ? "" : `${mark.records} records are missing; `;
      this.#fail({ code: "storage-lost", detail: `${known}the browser deleted the database: ${this.#loss}` });
    } else if (meta.records === null) void this.#compareLater().catch(() => undefined);
    else if (mark !== null && mark.records > 0) await this.#compare(mark, meta.records);
  }

  async #compare(mark: SentinelMark, records: number): Promise<void> {
    const isSame = mark.databaseId === this.#databaseId;
    const missing = isSame ? mark.records - records : mark.records;
    if (missing > Math.max(MARK_LAG, mark.records * MARK_LAG_SHARE) || !isSame) {
      this.#fail({ code: "storage-lost", detail: `${missing} of ${mark.records} records are missing` });
    } else if (missing !== 0) {
      await this.#sentinel.write({ databaseId: this.#databaseId, records });
    }
  }

  /** Counts what takes long to count once the app has started, and compares it with what was there before. */
  async #compareLater(): Promise<void> {
    await sleep(this.#options.countDelayMs ?? COUNT_DELAY_MS);
    const { countSlowly } = await import("./guard/count-slowly.ts");
    const records = await countSlowly(this.#database, () => sleep(0));
    const mark = await this.#sentinel.read();
    if (mark !== null) await this.#compare(mark, records);
  }

  readonly info: Stores["info"] = async () => {
    const [estimate, persisted] = await Promise.all([
      this.#storage.estimate().catch(() => ({ usage: 0, quota: 0 })),
      this.#storage.persisted().catch(() => false),
    ]);
    return {
      durable: true,
      persisted,
      usedBytes: estimate.usage ?? 0,
      quotaBytes: estimate.quota ?? 0,
      databaseId: this.#databaseId,
      ...(this.#failure === null ? {} : { failure: this.#failure }),
    };
  };

  /** Written first: a page that is left in the midst of it must not miss what was to go. */
  protected override async beginDeletion(): Promise<void> {
    await this.#sentinel.write({ databaseId: this.#databaseId, records: 0 });
  }

  protected override noteDeletion(): void {
    this.#failure = null;
    this.noteChange({ type: "everything" }, -this.#records);
  }

  readonly relocate: Stores["relocate"] = (move) => this.#database.relocate(move);

  readonly close: Stores["close"] = () => {
    this.#channel?.close();
    this.#channel = null;
    this.#database.close();
  };

  /** The records are null where there were so many that counting them would keep the app from starting. */
  async #readMeta(mark: SentinelMark | null) {
    const stores = ["meta", "conversations", "memories"] as const;
    const found = await this.#database.read(stores, async (tx) => {
      const meta = await tx.objectStore("meta").get("database");
      const databaseId = isDatabaseRow(meta) ? meta.databaseId : undefined;
      if (mark !== null && mark.records > MANY_RECORDS && mark.databaseId === databaseId)
        return { databaseId, records: null };
      const conversations = await tx.objectStore("conversations").count();
      const memories = await tx.objectStore("memories").count();
      return { databaseId, records: conversations + memories };
    });
    return { databaseId: found.databaseId ?? (await this.#createMeta()), records: found.records };
  }

  /** Two tabs may get here together: the first one's id is used by both. */
  #createMeta(): Promise<string> {
    const { clock } = this.#options;
    return this.#database.write(["meta"], "strict", async (tx) => {
      const store = tx.objectStore("meta");
      const known = await store.get("database");
      if (isDatabaseRow(known)) return known.databaseId;
      const databaseId = clock.newId();
      start(store.put({ id: "database", databaseId, createdAt: clock.now() }));
      return databaseId;
    });
  }

  #adoptNewDatabase(): void {
    this.conversations.noteChanged(null);
    this.#fail({ code: "storage-lost", detail: `${this.#records} records were removed while the app was open` });
    this.#records = 0;
    this.#createMeta().then(
      (databaseId) => {
        this.#databaseId = databaseId;
      },
      () => undefined,
    );
  }

  /** Names damaged records, each once. */
  protected override noteDamage(damaged: readonly DamagedRecord[]): void {
    const names = damaged.map(({ kind, id }) => `${kind}: ${id}`).filter((name) => !this.#reported.has(name));
    if (names.length === 0) return;
    for (const name of names) this.#reported.add(name);
    this.#options.onFailure?.({ code: "records-damaged", detail: [...this.#reported].join(", ") });
  }

  #fail(failure: Failure): void {
    this.#failure = failure;
    this.#options.onFailure?.(failure);
  }

  protected override noteChange(change: StoreChange, grownBy: number | null): void {
    this.#channel?.post(change);
    if (grownBy === null) return;
    this.#records = Math.max(0, this.#records + grownBy);
    this.#unmarked += grownBy;
    this.#anyChange = true;
    if (this.#marking === null) this.#marking = this.#mark();
  }

  /**
   * One write of the mark at a time; changes meanwhile are written by the next one. Another tab counts into the same
   * mark, so the difference is added to what stands there.
   */
  async #mark(): Promise<void> {
    while (this.#anyChange) {
      await sleep(this.#options.markDelayMs ?? MARK_DELAY_MS);
      this.#anyChange = false;
      const difference = this.#unmarked;
      this.#unmarked = 0;
      const mark = await this.#sentinel.read();
      if (mark !== null && mark.databaseId === this.#databaseId) {
        if (difference === 0) continue;
        const records = Math.max(0, mark.records + difference);
        await this.#sentinel.write({ databaseId: this.#databaseId, records });
      } else {
        // All that has grown meanwhile is among them.
        this.#unmarked = 0;
        await this.#sentinel.write({ databaseId: this.#databaseId, records: this.#records });
      }
    }
    this.#marking = null;
  }
}

/**
 * How long writes wait for the old log to be retired: some tenths of a second, but fifteen seconds were seen on a machine
 * with no time to spare. What is written before could be lost with that log.
 */
const LOG_PATIENCE_MS = 60_000;
/** Changes within this time are written to the mark together. */
const MARK_DELAY_MS = 300;
/** More notes are counted after the start: a million take a second or two. */
const MANY_RECORDS = 50_000;
const COUNT_DELAY_MS = 10_000;
/** The mark may be so many records behind, for changes just before a crash. */
const MARK_LAG = 5;
const MARK_LAG_SHARE = 0.1;
