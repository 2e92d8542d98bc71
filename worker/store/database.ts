import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from "idb";
import type { MessageSeal } from "../protocol/encryption/message-seal.ts";
import type { Failure } from "../protocol/failure.ts";
import type { MemoryRecord } from "../protocol/memory.ts";
import type { Conversation, Message } from "../protocol/message.ts";
import type { ServerKey } from "../protocol/remote-server.ts";
import type { RunEvent } from "../protocol/run-event.ts";
import type { Settings } from "../protocol/settings.ts";
import type { RunSummary } from "../protocol/stored-data.ts";
import type { KeyRow } from "./encryption/key-row.ts";
import { abort, runTransaction } from "./run-transaction.ts";
import { FIRST_STATE, type IndexState } from "./search/index-state.ts";
import type { PostingsRow, SegmentData } from "./search/segment.ts";
import { isConnectionGone, StorageFault, toStorageFault } from "./storage-fault.ts";

/** A stored record with the version of its shape. */
export interface Row<Value> {
  readonly id: string;
  readonly schema: number;
  readonly record: Value;
}

/** The stores of the database. Names and keys are part of what older versions left behind: change by migration only. */
export interface AlcoveSchema extends DBSchema {
  conversations: { key: string; value: Row<Conversation> };
  messages: {
    key: string;
    value: Row<Message>;
    indexes: { "by-conversation": [string, number] };
  };
  runs: {
    key: string;
    value: Row<RunSummary & { readonly version: number }>;
    indexes: { "by-conversation": [string, number]; "by-started": number };
  };
  /** A run's log in batches, apart from its header: lists never read it. */
  "run-events": {
    key: [string, number];
    value: {
      readonly runId: string;
      readonly batch: number;
      readonly schema: number;
      readonly events: readonly RunEvent[];
    };
  };
  memories: {
    key: string;
    value: MemoryRow;
    indexes: { "by-hash": string; "by-updated": number; "by-doc": number; "by-expires": number };
  };
  /** The search index: dictionaries, and their postings in chunks of bytes. */
  segments: { key: number; value: SegmentData };
  postings: { key: [number, number]; value: PostingsRow };
  /** Document numbers that are no longer valid, until the segments that have them are rewritten. */
  "dead-docs": { key: number; value: { readonly doc: number } };
  /** Embeddings of memories, by the memory's id. */
  vectors: { key: string; value: VectorRow };
  settings: { key: string; value: Row<Settings> };
  meta: { key: string; value: MetaRow | IndexState | ServerKeyRow | SignInsRow | KeyRow };
}

/** A stored memory: `hash` finds repeated notes, `doc` is its number in the search index. */
export interface MemoryRow extends Row<MemoryRecord> {
  readonly hash: string;
  readonly doc: number;
}

/** A memory's embedding. */
export interface VectorRow {
  readonly id: string;
  /** The embedding model's name: vectors of different models do not compare. */
  readonly model: string;
  readonly vector: Float32Array<ArrayBuffer>;
}

/** The database's own record. */
export interface MetaRow {
  readonly id: "database";
  readonly databaseId: string;
  readonly createdAt: number;
  /** See `MemoryStore.deleteExpired`. */
  readonly expiredAt?: number;
}

/** Apart from the settings: exports, imports and the page read those. */
export interface ServerKeyRow extends ServerKey {
  readonly id: typeof SERVER_KEY_ID;
}

export const SERVER_KEY_ID = "model-server-key";

/** Apart from the settings as well. */
export interface SignInsRow {
  readonly id: typeof SIGN_INS_ID;
  readonly kept: Readonly<Record<string, object>>;
}

export const SIGN_INS_ID = "sign-ins";

export function isDatabaseRow(row: AlcoveSchema["meta"]["value"] | undefined): row is MetaRow {
  return row?.id === "database";
}

export type AlcoveStoreName = StoreNames<AlcoveSchema>;
export type AlcoveTransaction<
  Names extends readonly AlcoveStoreName[],
  Mode extends IDBTransactionMode,
> = IDBPTransaction<AlcoveSchema, Names, Mode>;
type UpgradeTransaction = IDBPTransaction<AlcoveSchema, AlcoveStoreName[], "versionchange">;

/** A step from the previous version to this one. Runs inside the upgrade transaction: all steps happen, or none. */
interface Migration {
  readonly version: number;
  readonly up: (database: IDBPDatabase<AlcoveSchema>, transaction: UpgradeTransaction) => void | Promise<void>;
}

const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    up(database) {
      database.createObjectStore("conversations", { keyPath: "id" });
      const messages = database.createObjectStore("messages", { keyPath: "id" });
      messages.createIndex("by-conversation", ["record.conversationId", "record.sequence"]);
      const runs = database.createObjectStore("runs", { keyPath: "id" });
      runs.createIndex("by-conversation", ["record.conversationId", "record.startedAt"]);
      runs.createIndex("by-started", "record.startedAt");
      database.createObjectStore("run-events", { keyPath: ["runId", "batch"] });
      const memories = database.createObjectStore("memories", { keyPath: "id" });
      memories.createIndex("by-hash", "hash");
      memories.createIndex("by-updated", "record.updatedAt");
      database.createObjectStore("settings", { keyPath: "id" });
      database.createObjectStore("meta", { keyPath: "id" });
    },
  },
  {
    // The search index. Notes that are there already get their numbers in the order they were written.
    version: 2,
    async up(database, transaction) {
      database.createObjectStore("segments", { keyPath: "id" });
      database.createObjectStore("postings", { keyPath: ["segment", "chunk"] });
      database.createObjectStore("dead-docs", { autoIncrement: true });
      database.createObjectStore("vectors", { keyPath: "id" });
      const memories = transaction.objectStore("memories");
      memories.createIndex("by-doc", "doc");
      // Only notes with a time limit are in it.
      memories.createIndex("by-expires", "record.expiresAt");
      let { nextDoc } = FIRST_STATE;
      for await (const cursor of memories.index("by-updated").iterate()) {
        start(cursor.update({ ...cursor.value, doc: nextDoc }));
        nextDoc += 1;
      }
      start(transaction.objectStore("meta").put({ ...FIRST_STATE, nextDoc }));
    },
  },
];

/** The version this code writes. */
export const DATABASE_VERSION: number = MIGRATIONS[MIGRATIONS.length - 1]?.version ?? 1;

/** The shape version that new rows carry. */
export const ROW_SCHEMA = 1;

/** Seals rows on their way to the disk, and opens them on their way back. */
export interface RowSealing {
  /** Seals a row that will probably be put as it is, while there is nothing else to do. */
  ahead(store: AlcoveStoreName, row: object): void;
  over<Transaction extends object>(transaction: Transaction): Transaction;
  /** Seals what other tabs are told, with the same key. */
  readonly messages: MessageSeal;
}

/** Which database it is, and what its rows are sealed with: null where they lie there as they are. */
export interface DatabaseLocation {
  readonly name: string;
  readonly sealing: RowSealing | null;
}

/** Called by the database while it is open. */
export interface DatabaseListener {
  /**
   * The database was created just now, because there was none (or an emptied one). `loss` is the browser's own message
   * where it says that it has thrown away what was there.
   */
  created(loss: string | null): void;
  /** A newer version of the app has taken over, or the stored data is newer: reading continues, writing stops. */
  failed(failure: Failure): void;
  /** No room is left for a write: drops what can be made anew, and answers whether there was something. */
  freeSpace?(): Promise<boolean>;
}

/** The part of a database that stores use, wherever its rows lie. */
export type Rows = Pick<Database, "read" | "write" | "sealAhead" | "readOnly">;

/**
 * The one connection to IndexedDB. Every piece of work is one transaction that happens whole or not at all; work is
 * acknowledged when the transaction is complete, not when its requests are. A connection that has died is opened again
 * once for each piece of work, and what found no room is tried again once where some can be made.
 */
export class Database {
  readonly #listener: DatabaseListener;
  readonly #version: number;
  #location: DatabaseLocation;
  #connection: Promise<IDBPDatabase<AlcoveSchema>> | null = null;
  /** The promise that writes wait for. */
  #held: Promise<void> | null = null;
  #readOnly = false;

  constructor(location: DatabaseLocation, listener: DatabaseListener, version: number = DATABASE_VERSION) {
    this.#location = location;
    this.#listener = listener;
    this.#version = version;
  }

  /** True once a newer version of the app owns the database. */
  get readOnly(): boolean {
    return this.#readOnly;
  }

  /** Opens the connection; rejects with a `StorageFault` when the browser refuses. */
  async open(): Promise<void> {
    await this.#connect();
  }

  /** Closes the connection. The next piece of work opens it again. */
  close(): void {
    const connection = this.#connection;
    this.#connection = null;
    connection?.then((database) => database.close()).catch(() => undefined);
  }

  /** Reads in one transaction. */
  read<const Names extends readonly AlcoveStoreName[], Value>(
    names: Names,
    work: (transaction: AlcoveTransaction<Names, "readonly">) => Promise<Value>,
  ): Promise<Value> {
    return this.#attempt((database) => runTransaction(this.#seal(database.transaction(names, "readonly")), work));
  }

  /**
   * Writes in one transaction and resolves when it is complete. `strict` asks the system to flush to the disk first;
   * Chromium's default has been relaxed since version 121.
   */
  write<const Names extends readonly AlcoveStoreName[], Value>(
    names: Names,
    durability: "strict" | "relaxed",
    work: (transaction: AlcoveTransaction<Names, "readwrite">) => Promise<Value>,
  ): Promise<Value> {
    const write = () =>
      this.#attempt((database) => {
        if (this.#readOnly) throw new StorageFault({ code: "storage-newer" });
        return runTransaction(this.#seal(database.transaction(names, "readwrite", { durability })), work);
      });
    return this.#held === null ? write() : this.#held.then(write);
  }

  /** Tells of a row that will probably be put as it is: for a time in which the disk is waited for. */
  sealAhead(store: AlcoveStoreName, row: object): void {
    this.#location.sealing?.ahead(store, row);
  }

  /** Goes on in another database. What is asked of this one meanwhile waits; if the move fails, it goes on here. */
  async relocate(move: () => Promise<DatabaseLocation>): Promise<void> {
    const before = this.#connection;
    const moved = (async () => {
      (await before?.catch(() => undefined))?.close();
      this.#location = await move();
    })();
    const open = () => this.#openConnection();
    const connection = moved.then(open, open);
    connection.catch(() => {
      if (this.#connection === connection) this.#connection = null;
    });
    this.#connection = connection;
    await moved;
  }

  /** Lets writes wait, in order, while reading continues. `until` never rejects. */
  holdWrites(until: Promise<unknown>): void {
    const held = until.then(() => {
      if (this.#held === held) this.#held = null;
    });
    this.#held = held;
  }

  async #attempt<Value>(work: (database: IDBPDatabase<AlcoveSchema>) => Promise<Value>): Promise<Value> {
    const connection = this.#connect();
    const database = await connection;
    try {
      return await work(database);
    } catch (error) {
      const fault = toStorageFault(error, "work");
      const isFull = fault.failure.code === "storage-full";
      if (isFull ? !(await this.#listener.freeSpace?.().catch(() => false)) : !isConnectionGone(error)) throw fault;
      if (!isFull && this.#connection === connection) this.#connection = null;
    }
    try {
      return await work(await this.#connect());
    } catch (error) {
      throw toStorageFault(error, "work");
    }
  }

  #connect(): Promise<IDBPDatabase<AlcoveSchema>> {
    if (this.#connection !== null) return this.#connection;
    const connection = this.#openConnection().catch((error: unknown) => {
      if (this.#connection === connection) this.#connection = null;
      throw toStorageFault(error, "open");
    });
    this.#connection = connection;
    return connection;
  }

  async #openConnection(): Promise<IDBPDatabase<AlcoveSchema>> {
    if (this.#readOnly) return await this.#openAt(undefined);
    try {
      return await this.#openAt(this.#version);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      if (error.name === "VersionError") {
        this.#stopWriting();
        return await this.#openAt(undefined);
      }
      // "Internal error opening backing store" passes, as often as not.
      if (error.name === "UnknownError") return await this.#openAt(this.#version);
      throw error;
    }
  }

  /** Without a version, whatever is there is opened as it is. */
  async #openAt(version: number | undefined): Promise<IDBPDatabase<AlcoveSchema>> {
    let created = false;
    let loss: string | null = null;
    const database: IDBPDatabase<AlcoveSchema> = await openDB<AlcoveSchema>(this.#location.name, version, {
      upgrade: (upgraded, oldVersion, _newVersion, transaction, event) => {
        created = oldVersion === 0;
        loss = readDataLoss(event);
        // Not awaited: the opening itself fails if this transaction does.
        start(transaction.done);
        start(migrate(upgraded, transaction, oldVersion, version ?? this.#version));
      },
      blocking: (_current, blockedVersion) => {
        // Null means that the database is being deleted, not upgraded, so the next work may create it again.
        if (blockedVersion !== null) this.#stopWriting();
        this.#connection = null;
        database.close();
      },
      terminated: () => {
        this.#connection = null;
      },
    });
    if (created) this.#listener.created(loss);
    return database;
  }

  #seal<Transaction extends object>(transaction: Transaction): Transaction {
    return this.#location.sealing?.over(transaction) ?? transaction;
  }

  #stopWriting(): void {
    if (this.#readOnly) return;
    this.#readOnly = true;
    this.#listener.failed({ code: "storage-newer" });
  }
}

/**
 * Marks a request as not awaited: its failure also fails the transaction, which is awaited. Without this, a request
 * that nobody awaits when the transaction aborts is an unhandled rejection. For the same reason, requests that are
 * awaited together are made in functions of their own: if the second throws, the first must not be left unhandled.
 */
export function start(request: Promise<unknown>): void {
  request.catch(() => undefined);
}

/**
 * Chromium deletes a database whose files it finds damaged, and tells it by two fields of its own in the event of the
 * new one. Other browsers have no such fields.
 */
export function readDataLoss(event: object): string | null {
  if (!("dataLoss" in event) || event.dataLoss !== "total") return null;
  return "dataLossMessage" in event ? String(event.dataLossMessage) : "";
}

/** Brings a database to a version, inside its upgrade. */
export async function migrate(
  database: IDBPDatabase<AlcoveSchema>,
  transaction: UpgradeTransaction,
  from: number,
  to: number,
): Promise<void> {
  try {
    for (const migration of MIGRATIONS) {
      if (migration.version > from && migration.version <= to) await migration.up(database, transaction);
    }
  } catch (error) {
    abort(transaction);
    throw error;
  }
}
