import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { AlcoveStoreName, RowSealing } from "../database.ts";
import { FIRST_STATE } from "../search/index-state.ts";
import { packRow, toBytes, unpackRow } from "./pack-row.ts";
import { createMessageSeal } from "./seal-messages.ts";

/**
 * The readable parts of a row, because IndexedDB finds rows by them: keys, numbers and times. Texts among them are
 * replaced by `toStoredId`. A store that is not here has rows of plain numbers and is left as it is.
 */
const READABLE: Readonly<Partial<Record<AlcoveStoreName, readonly string[]>>> = {
  conversations: ["id"],
  messages: ["id", "record.conversationId", "record.sequence"],
  runs: ["id", "record.conversationId", "record.startedAt"],
  "run-events": ["runId", "batch"],
  memories: ["id", "hash", "doc", "record.updatedAt", "record.expiresAt"],
  segments: ["id"],
  postings: ["segment", "chunk"],
  vectors: ["id"],
  settings: ["id"],
  meta: ["id"],
};
type ReadablePath = readonly [string, string | undefined];
const PATHS: ReadonlyMap<string, readonly ReadablePath[]> = new Map(
  Object.entries(READABLE).map(([store, paths]) => [
    store,
    paths.map((path): ReadablePath => {
      const [first = "", second] = path.split(".");
      return [first, second];
    }),
  ]),
);
/** Their keys are words of the app's own. */
const OWN_KEYS: readonly string[] = ["settings", "meta"];
/** Rows of numbers and ids of the app's own, one of which every note that is written changes. */
const OPEN_ROWS: readonly unknown[] = ["database", FIRST_STATE.id];
const NONCE_BYTES = 24;
const NONCES_AT_ONCE = 64;
const TAG_BYTES = 16;
/** Each turn reads the row of its conversation and writes it again. */
const KNOWN_STORE = "conversations";
const MAX_KNOWN = 20;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Seals the rows of a database with a key of 32 bytes. XChaCha20-Poly1305, because it works at once: a transaction of
 * IndexedDB ends while a promise of WebCrypto is awaited, and rows are read, changed and written in one. Every row gets a
 * new nonce of 24 random bytes, long enough never to come twice. A row is bound to its store and key, so that none can
 * be put in another's place.
 */
export function createRowSealing(key: Uint8Array): RowSealing {
  const rowKey = hmac(sha256, key, toBytes("alcove rows"));
  const takeNonce = createNonces();
  const known = createKnownRows();
  let lastId: { readonly given: string; readonly stored: string } | undefined;
  const sealedAhead = new WeakMap<object, object>();
  const idHash = hmac.create(sha256, hmac(sha256, key, toBytes("alcove ids")));

  /** Ids made by the app are UUIDs and stay; any other text (a model may choose a note's id) becomes a keyed hash. */
  function toStoredId(id: string): string {
    if (UUID.test(id)) return id;
    // An id that is written was looked for just before.
    if (lastId?.given !== id) lastId = { given: id, stored: toHashId(id) };
    return lastId.stored;
  }

  function toHashId(id: string): string {
    const hash = bytesToHex(idHash.clone().update(toBytes(id)).digest());
    return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-${hash.slice(12, 16)}-${hash.slice(16, 20)}-${hash.slice(20, 32)}`;
  }

  function toStoredKey(value: unknown): unknown {
    if (typeof value === "string") return toStoredId(value);
    return Array.isArray(value) ? value.map(toStoredKey) : value;
  }

  function toStoredQuery(store: string, query: unknown): unknown {
    if (OWN_KEYS.includes(store)) return query;
    if (!(query instanceof IDBKeyRange)) return toStoredKey(query);
    const { lower, upper, lowerOpen, upperOpen } = query;
    if (upper === undefined) return IDBKeyRange.lowerBound(toStoredKey(lower), lowerOpen);
    if (lower === undefined) return IDBKeyRange.upperBound(toStoredKey(upper), upperOpen);
    return IDBKeyRange.bound(toStoredKey(lower), toStoredKey(upper), lowerOpen, upperOpen);
  }

  function toReadable(store: string, paths: readonly ReadablePath[], row: object): Record<string, unknown> {
    const readable: Record<string, unknown> = {};
    for (const [first, second] of paths) {
      const value: unknown = Reflect.get(row, first);
      if (second === undefined) readable[first] = toStoredQuery(store, value);
      else if (typeof value === "object" && value !== null && Reflect.get(value, second) !== undefined) {
        const record = (readable[first] ?? {}) as Fields;
        readable[first] = { ...record, [second]: toStoredKey(Reflect.get(value, second)) };
      }
    }
    return readable;
  }

  function seal(store: string, row: object): object {
    const paths = PATHS.get(store);
    if (paths === undefined || isOpenRow(store, row)) return row;
    const ready = sealedAhead.get(row);
    if (ready !== undefined) {
      // Once only: a nonce is never used for two writes.
      sealedAhead.delete(row);
      return ready;
    }
    const readable = toReadable(store, paths, row);
    const place = toPlace(store, readable);
    const packed = packRow(row);
    const sealed = new Uint8Array(NONCE_BYTES + packed.length + TAG_BYTES);
    const nonce = sealed.subarray(0, NONCE_BYTES);
    nonce.set(takeNonce());
    xchacha20poly1305(rowKey, nonce, toBytes(place)).encrypt(packed, sealed.subarray(NONCE_BYTES));
    if (store === KNOWN_STORE) known.keep(place, sealed, packed);
    return { ...readable, sealed };
  }

  /** Opens a row. One that does not open was not written with this key, or not here: a damaged row, which its reader sets aside. */
  function open(store: string, row: unknown): unknown {
    if (!PATHS.has(store) || typeof row !== "object" || row === null) return row;
    if (isOpenRow(store, row)) return row;
    const { sealed, ...readable } = row as Fields;
    try {
      if (!(sealed instanceof Uint8Array)) throw new TypeError("not sealed");
      const place = toPlace(store, readable);
      const packed = known.find(place, sealed);
      if (packed !== null) return unpackRow(packed);
      const nonce = sealed.subarray(0, NONCE_BYTES);
      return unpackRow(xchacha20poly1305(rowKey, nonce, toBytes(place)).decrypt(sealed.subarray(NONCE_BYTES)));
    } catch {
      return "id" in readable && !OWN_KEYS.includes(store) ? { ...readable, record: null } : undefined;
    }
  }

  return {
    over: (transaction) => overTransaction(transaction, { seal, open, toStoredQuery }),
    ahead: (store, row) => void sealedAhead.set(row, seal(store, row)),
    messages: createMessageSeal(key),
  };
}

function isOpenRow(store: string, row: object): boolean {
  return store === "meta" && OPEN_ROWS.includes(Reflect.get(row, "id"));
}

/** The store and the key of a row: what is readable of it but for the record's own fields. */
function toPlace(store: string, readable: Fields): string {
  const { id, runId, batch, segment, chunk } = readable;
  // Ids have one form, so that nothing else comes to the same text.
  return `${store} ${id} ${runId} ${batch} ${segment} ${chunk}`;
}

/** Nonces made of random bytes, of which many are asked for at once. */
function createNonces(): () => Uint8Array {
  const pool = new Uint8Array(NONCE_BYTES * NONCES_AT_ONCE);
  let at = pool.length;
  return () => {
    if (at === pool.length) {
      crypto.getRandomValues(pool);
      at = 0;
    }
    at += NONCE_BYTES;
    return pool.subarray(at - NONCE_BYTES, at);
  };
}

/** The rows that were sealed last: what is read, changed and written again need not be opened each time. */
function createKnownRows() {
  const rows = new Map<string, { readonly sealed: Uint8Array; readonly packed: Uint8Array }>();
  return {
    keep(place: string, sealed: Uint8Array, packed: Uint8Array): void {
      rows.delete(place);
      rows.set(place, { sealed, packed });
      const [oldest] = rows.keys();
      if (rows.size > MAX_KNOWN && oldest !== undefined) rows.delete(oldest);
    },
    /** The contents sealed to these very bytes in this place; null where they are not known. */
    find(place: string, sealed: Uint8Array): Uint8Array | null {
      const row = rows.get(place);
      if (row === undefined || row.sealed.length !== sealed.length) return null;
      return row.sealed.every((byte, index) => byte === sealed[index]) ? row.packed : null;
    },
  };
}

interface RowCipher {
  seal(store: string, row: object): object;
  open(store: string, row: unknown): unknown;
  toStoredQuery(store: string, query: unknown): unknown;
}

/** The parts of stores, indexes and cursors that rows and keys go through; idb's types stay as they are. */
interface Source {
  readonly name: string;
  readonly value: unknown;
  put(row: object, key?: unknown): Promise<unknown>;
  get(query: unknown): Promise<unknown>;
  getAll(query?: unknown, count?: number): Promise<readonly unknown[]>;
  index(name: string): Source;
  openCursor(query?: unknown, direction?: string): Promise<Source | null>;
  continue(): Promise<Source | null>;
}

function overTransaction<Transaction extends object>(transaction: Transaction, cipher: RowCipher): Transaction {
  const { objectStore } = transaction as unknown as { objectStore(name: string): Source };
  return withOwn(transaction, (name) =>
    name === "objectStore"
      ? (store: string) => overSource(store, Reflect.apply(objectStore, transaction, [store]), cipher)
      : undefined,
  );
}

/** Made for every store that a transaction asks for: only the member that is used is made. */
function overSource(store: string, source: Source, cipher: RowCipher): Source {
  const { seal, open, toStoredQuery } = cipher;
  return withOwn(source, (name) => {
    switch (name) {
      case "put":
        return (row: object, ...key: readonly unknown[]) => source.put(seal(store, row), ...key);
      case "get":
        return async (query: unknown) => open(store, await source.get(toStoredQuery(store, query)));
      case "getAll":
        return async (query?: unknown, count?: number) => {
          const rows = await source.getAll(toStoredQuery(store, query), count);
          return rows.map((row) => open(store, row)).filter((row) => row !== undefined);
        };
      case "delete":
      case "count":
      case "getKey":
      case "getAllKeys":
      case "openKeyCursor":
        return (query: unknown, ...others: readonly unknown[]): unknown =>
          Reflect.apply(Reflect.get(source, name), source, [toStoredQuery(store, query), ...others]);
      case "index":
        return (index: string) => overSource(store, source.index(index), cipher);
      case "openCursor":
        return async (query?: unknown, direction?: string) =>
          overCursor(store, await source.openCursor(toStoredQuery(store, query), direction), cipher);
      default:
        return undefined;
    }
  });
}

function overCursor(store: string, cursor: Source | null, cipher: RowCipher): Source | null {
  if (cursor === null) return null;
  return withOwn(cursor, (name) => {
    if (name === "value") return cipher.open(store, cursor.value);
    return name === "continue" ? async () => overCursor(store, await cursor.continue(), cipher) : undefined;
  });
}

/** An object with some members of ours in the place of its own. */
function withOwn<Target extends object>(target: Target, toOwn: (name: string | symbol) => unknown): Target {
  return new Proxy(target, {
    get(_target, name) {
      const own = toOwn(name);
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
