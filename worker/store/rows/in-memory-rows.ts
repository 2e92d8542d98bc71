import { type AlcoveTransaction, DATABASE_VERSION, migrate, type Rows } from "../database.ts";

type Key = string | number | readonly Key[];
type KeyPath = string | readonly string[];
type Query = IDBKeyRange | Key | null;

interface Entry {
  readonly key: Key;
  /** The key in the index that lists it. */
  readonly at: Key;
  readonly value: object;
}

/**
 * Rows that end with the tab, read and written as IndexedDB's are: one piece of work after the other, each whole or not at
 * all. The object stores and their indexes are those that the migrations make.
 */
export class InMemoryRows implements Rows {
  readonly readOnly = false;
  readonly #tables = new Map<string, ReturnType<typeof createTable>>();
  /** How the changes of the work at hand are taken back, the last one first. */
  #undo: (() => void)[] = [];
  #last: Promise<unknown>;

  constructor() {
    const createObjectStore = (name: string, { keyPath }: { readonly keyPath?: KeyPath }) => {
      const table = createTable(keyPath, (undo) => this.#undo.unshift(undo));
      this.#tables.set(name, table);
      return table;
    };
    const transaction = this.#toTransaction<Parameters<typeof migrate>[1]>();
    const database = { createObjectStore } as unknown as Parameters<typeof migrate>[0];
    this.#last = migrate(database, transaction, 0, DATABASE_VERSION);
  }

  read: Rows["read"] = (_names, work) => this.#inTurn(() => work(this.#toTransaction()));

  write: Rows["write"] = (_names, _durability, work) => this.#inTurn(() => work(this.#toTransaction()));

  sealAhead(): void {}

  #toTransaction<Transaction extends Pick<AlcoveTransaction<[], "readonly">, "abort">>(): Transaction {
    return { objectStore: (name: string) => this.#tables.get(name) } as unknown as Transaction;
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(async () => {
      this.#undo = [];
      try {
        return await work();
      } catch (error) {
        for (const undo of this.#undo) undo();
        throw error;
      }
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

type Row = Omit<Entry, "at">;

/** The rows that have the same key in an index, by that key and their own as JSON. */
interface Index {
  readonly path: KeyPath;
  readonly rows: Map<string, Map<string, Row>>;
}

function createTable(keyPath: KeyPath | undefined, noteUndo: (undo: () => void) => void) {
  const rows = new Map<string, Row>();
  const indexes = new Map<string, Index>();
  let numbered = 0;
  const replace = (id: string, row: Row | undefined): void => {
    const before = rows.get(id);
    if (row === undefined) rows.delete(id);
    else rows.set(id, row);
    for (const index of indexes.values()) {
      if (before !== undefined) index.rows.get(toIndexId(before, index))?.delete(id);
      if (row === undefined) continue;
      const same = index.rows.get(toIndexId(row, index)) ?? new Map<string, Row>();
      index.rows.set(toIndexId(row, index), same.set(id, row));
    }
  };
  const set = (key: Key, value: object | null): void => {
    const id = JSON.stringify(key);
    const before = rows.get(id);
    noteUndo(() => replace(id, before));
    replace(id, value === null ? undefined : { key, value });
  };
  const find = (id: string, index?: Index): readonly Row[] => {
    const row = rows.get(id);
    return index === undefined ? (row === undefined ? [] : [row]) : [...(index.rows.get(id)?.values() ?? [])];
  };
  const list = (query: Query | undefined, index?: Index): readonly Entry[] => {
    const found = isKey(query) ? find(JSON.stringify(query), index) : [...rows.values()];
    return found
      .flatMap((row) => {
        const at = index === undefined ? row.key : readKey(row.value, index.path);
        return at !== null && isIn(at, query) ? [{ ...row, at }] : [];
      })
      .sort((one, other) => compareKeys(one.at, other.at) || compareKeys(one.key, other.key));
  };
  return {
    ...toSource(list),
    createIndex: (name: string, path: KeyPath) => indexes.set(name, { path, rows: new Map() }),
    index: (name: string) => toSource((query) => list(query, indexes.get(name))),
    async put(value: object): Promise<void> {
      const row = structuredClone(value);
      numbered += 1;
      set((keyPath === undefined ? numbered : readKey(row, keyPath)) ?? numbered, row);
    },
    async delete(query?: Query): Promise<void> {
      for (const { key } of list(query)) set(key, null);
    },
    async clear(): Promise<void> {
      for (const { key } of list(null)) set(key, null);
    },
  };
}

function toIndexId({ value }: Row, { path }: Index): string {
  return JSON.stringify(readKey(value, path));
}

/** Reads an object store or an index. */
function toSource(list: (query?: Query) => readonly Entry[]) {
  const openCursor = async (query: Query, direction: string) =>
    toCursor(direction === "prev" ? list(query).toReversed() : list(query));
  return {
    get: async (query: Query) => list(query)[0]?.value,
    getKey: async (query: Query) => list(query)[0]?.key,
    count: async (query?: Query) => list(query).length,
    getAll: async (query?: Query, count?: number) =>
      list(query)
        .map(({ value }) => value)
        .slice(0, count),
    getAllKeys: async (query?: Query) => list(query).map(({ key }) => key),
    openCursor,
    openKeyCursor: openCursor,
    iterate: list,
  };
}

function toCursor(entries: readonly Entry[], place = 0): object | null {
  const entry = entries[place];
  return entry === undefined
    ? null
    : { key: entry.at, value: entry.value, continue: async () => toCursor(entries, place + 1) };
}

function isKey(query: Query | undefined): query is Key {
  return typeof query === "string" || typeof query === "number" || Array.isArray(query);
}

function isIn(key: Key, query: Query | undefined): boolean {
  if (query === null || query === undefined) return true;
  if (isKey(query)) return compareKeys(key, query) === 0;
  const { lower, upper, lowerOpen, upperOpen } = query;
  const isAbove = lower === undefined || compareKeys(key, lower) >= (lowerOpen ? 1 : 0);
  return isAbove && (upper === undefined || compareKeys(upper, key) >= (upperOpen ? 1 : 0));
}

/** The key that a row has at a path; null where it has none. */
function readKey(row: object, path: KeyPath): Key | null {
  if (typeof path !== "string") {
    const keys = path.map((each) => readKey(row, each));
    return keys.every((key) => key !== null) ? keys : null;
  }
  const value = path.split(".").reduce<unknown>((part, name) => Object(part)[name], row);
  return typeof value === "string" || typeof value === "number" ? value : null;
}

/** In IndexedDB's order: numbers, strings, arrays; an array before one that begins with it. */
const KINDS = ["undefined", "number", "string", "object"];

function compareKeys(one: Key | undefined, other: Key | undefined): number {
  if (one === undefined || other === undefined || typeof one !== typeof other) {
    return KINDS.indexOf(typeof one) - KINDS.indexOf(typeof other);
  }
  if (typeof one !== "object" || typeof other !== "object") return one === other ? 0 : one < other ? -1 : 1;
  for (let place = 0; place < Math.max(one.length, other.length); place += 1) {
    const order = compareKeys(one[place], other[place]);
    if (order !== 0) return order;
  }
  return 0;
}
