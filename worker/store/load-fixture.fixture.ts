import { openDB } from "idb";

/** A database as some version of the app left it: its stores, their indexes and their rows. */
export interface DatabaseFixture {
  readonly version: number;
  readonly stores: Readonly<Record<string, StoreFixture>>;
}

interface StoreFixture {
  readonly keyPath: string | string[] | null;
  readonly autoIncrement: boolean;
  readonly indexes: readonly { readonly name: string; readonly keyPath: string | string[] }[];
  readonly rows: readonly unknown[];
}

/** Makes the database anew, as it was. */
export async function loadFixture(name: string, fixture: DatabaseFixture): Promise<void> {
  const database = await openDB(name, fixture.version, {
    upgrade(upgraded) {
      for (const [store, { keyPath, autoIncrement, indexes, rows }] of Object.entries(fixture.stores)) {
        const created = upgraded.createObjectStore(store, { keyPath, autoIncrement });
        for (const index of indexes) created.createIndex(index.name, index.keyPath);
        for (const row of rows) created.put(reviveArrays(row));
      }
    },
  });
  database.close();
}

/** Writes down a database, for a fixture. */
export async function saveFixture(name: string): Promise<DatabaseFixture> {
  const database = await openDB(name);
  const stores: Record<string, StoreFixture> = {};
  for (const name of database.objectStoreNames) {
    const store = database.transaction(name).store;
    const indexes = Array.from(store.indexNames, (index) => ({ name: index, keyPath: store.index(index).keyPath }));
    const { autoIncrement } = store;
    const keyPath = store.keyPath === null || typeof store.keyPath === "string" ? store.keyPath : [...store.keyPath];
    stores[name] = { keyPath, autoIncrement, indexes, rows: (await store.getAll()).map(flattenArrays) };
  }
  const { version } = database;
  database.close();
  return { version, stores };
}

/** Typed arrays as `{ "array": "Uint8Array", "values": [...] }`. */
function flattenArrays(row: unknown): unknown {
  if (ArrayBuffer.isView(row) && Symbol.iterator in row) {
    return { array: row.constructor.name, values: Array.from(row as unknown as Iterable<number>) };
  }
  if (Array.isArray(row)) return row.map(flattenArrays);
  if (typeof row !== "object" || row === null) return row;
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, flattenArrays(value)]));
}

function reviveArrays(row: unknown): unknown {
  if (Array.isArray(row)) return row.map(reviveArrays);
  if (typeof row !== "object" || row === null) return row;
  if ("array" in row && "values" in row && typeof row.array === "string") {
    return Reflect.construct(Reflect.get(globalThis, row.array), [row.values]);
  }
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, reviveArrays(value)]));
}
