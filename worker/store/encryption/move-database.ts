import { deleteDB, type IDBPDatabase, openDB } from "idb";
import { EVERY_STORE } from "../contents.ts";
import {
  type AlcoveSchema,
  type AlcoveStoreName,
  DATABASE_VERSION,
  type DatabaseLocation,
  migrate,
  type RowSealing,
  start,
} from "../database.ts";
import { abort, runTransaction } from "../run-transaction.ts";
import { StorageFault } from "../storage-fault.ts";
import { listEncryptedNames, toEncryptedName } from "./find-key-row.ts";
import { KEY_ROW_ID, type KeyRow, toKeyRow } from "./key-row.ts";

const ROWS_AT_ONCE = 200;

type StoredDatabase = IDBPDatabase<AlcoveSchema>;

/**
 * Copies everything into a new encrypted database and lets that one count from then on, be the other one encrypted with
 * another key or not at all. Until the one write that says so, a device that stops leaves everything as it was. The caller
 * deletes the other database, or the next start does.
 */
export async function moveIn(from: DatabaseLocation, name: string, keyRow: KeyRow, sealing: RowSealing): Promise<void> {
  const to = { name: toEncryptedName(name, keyRow.generation), sealing };
  await copyInto(to, from, { ...keyRow, state: "filling" }, (target) =>
    putKeyRow(target, { ...keyRow, state: "current" }),
  );
}

/** Copies everything back into a database that is not encrypted, which counts from then on. */
export async function moveOut(name: string, keyRow: KeyRow, sealing: RowSealing): Promise<void> {
  const from = { name: toEncryptedName(name, keyRow.generation), sealing };
  await copyInto({ name, sealing: null }, from, null);
  const database = await openDB<AlcoveSchema>(from.name);
  try {
    await putKeyRow(database, { ...keyRow, state: "leaving" });
  } finally {
    database.close();
  }
}

/** Makes a database of another one's rows; where that fails, or `finish`, nothing of it stays. */
async function copyInto(
  to: DatabaseLocation,
  from: DatabaseLocation,
  keyRow: KeyRow | null,
  finish?: (target: StoredDatabase) => Promise<void>,
): Promise<void> {
  await deleteDB(to.name);
  const target = await createDatabase(to.name, keyRow);
  try {
    await copyRows(from, target, to.sealing);
    await finish?.(target);
  } catch (error) {
    target.close();
    await deleteDB(to.name);
    throw error;
  }
  target.close();
}

/** The key of the encrypted database if that one counts; deletes what an interrupted move has left behind. */
export async function settleMove(name: string): Promise<KeyRow | null> {
  const found = (await Promise.all(listEncryptedNames(name).map(readKeyRow))).filter((each) => each !== null);
  if (found.length === 0) return null;
  const current = found
    .flatMap(({ keyRow }) => (keyRow?.state === "current" ? [keyRow] : []))
    .sort((one, other) => other.generation - one.generation)[0];
  // Nothing opens its rows any more, but they are not deleted: a browser's fault may pass.
  if (current === undefined && found.some(({ keyRow }) => keyRow === null))
    throw new StorageFault({ code: "storage-lost", detail: "the key of the encrypted data is gone" });
  const kept = current === undefined ? name : toEncryptedName(name, current.generation);
  // Not awaited: what is deleted is not opened any more.
  for (const each of [name, ...found.map((database) => database.name)]) if (each !== kept) start(deleteDB(each));
  return current ?? null;
}

/** The key's row of a database; null if there is no such database. */
async function readKeyRow(name: string): Promise<{ readonly name: string; readonly keyRow: KeyRow | null } | null> {
  const database = await openExisting(name);
  if (database === null) return null;
  try {
    const reading = database.transaction(["meta"]);
    return { name, keyRow: toKeyRow(await runTransaction(reading, (tx) => tx.objectStore("meta").get(KEY_ROW_ID))) };
  } finally {
    database.close();
  }
}

/** Opens a database only if it is there. */
async function openExisting(name: string): Promise<StoredDatabase | null> {
  let exists = true;
  try {
    return await openDB<AlcoveSchema>(name, undefined, {
      upgrade: (_database, _from, _to, transaction) => {
        exists = false;
        start(transaction.done);
        transaction.abort();
      },
    });
  } catch (error) {
    if (!exists) return null;
    throw error;
  }
}

/** A new, empty database; an encrypted one has its key from the first moment on. */
async function createDatabase(name: string, keyRow: KeyRow | null): Promise<StoredDatabase> {
  return await openDB<AlcoveSchema>(name, DATABASE_VERSION, {
    upgrade: (database, from, _to, transaction) => {
      start(transaction.done);
      const fill = async () => {
        await migrate(database, transaction, from, DATABASE_VERSION);
        const meta = transaction.objectStore("meta");
        // A copy brings its own.
        await meta.clear();
        if (keyRow !== null) await meta.put(keyRow);
      };
      // Left alone, it would commit what was put before.
      fill().catch(() => abort(transaction));
    },
  });
}

async function putKeyRow(database: StoredDatabase, keyRow: KeyRow): Promise<void> {
  const transaction = database.transaction(["meta"], "readwrite", { durability: "strict" });
  await runTransaction(transaction, async (tx) => start(tx.objectStore("meta").put(keyRow)));
}

/** The parts of a store that copying needs, whatever its rows are. */
interface AnyStore {
  getAllKeys(range: IDBKeyRange | null, count: number): Promise<readonly IDBValidKey[]>;
  getAll(range: IDBKeyRange | null, count: number): Promise<readonly object[]>;
  put(row: object, key?: IDBValidKey): Promise<unknown>;
}

interface AnyTransaction {
  readonly done: Promise<void>;
  abort(): void;
  objectStore(name: string): AnyStore;
}

async function copyRows(from: DatabaseLocation, target: StoredDatabase, sealed: RowSealing | null): Promise<void> {
  const source = await openDB<AlcoveSchema>(from.name);
  try {
    for (const store of EVERY_STORE) {
      let copied = 0;
      let range: IDBKeyRange | null = null;
      for (;;) {
        const { keys, rows } = await readRows(source, from.sealing, store, range);
        const last = keys.at(-1);
        if (last === undefined) break;
        range = IDBKeyRange.lowerBound(last, true);
        await putRows(target, sealed, store, rows, store === "dead-docs" ? keys : null);
        copied += rows.length;
      }
      const found = await runTransaction(target.transaction([store]), (tx) => tx.objectStore(store).count());
      // The key's own row is there already.
      const extra = store === "meta" && sealed !== null ? 1 : 0;
      if (found !== copied + extra) {
        throw new StorageFault({ code: "internal", detail: `${found} of ${copied} rows of ${store} were copied` });
      }
    }
  } finally {
    source.close();
  }
}

async function readRows(
  source: StoredDatabase,
  opened: RowSealing | null,
  store: AlcoveStoreName,
  range: IDBKeyRange | null,
): Promise<{ readonly keys: readonly IDBValidKey[]; readonly rows: readonly object[] }> {
  const reading = source.transaction([store], "readonly") as unknown as AnyTransaction;
  return await runTransaction(reading, async (transaction) => {
    const keys = await transaction.objectStore(store).getAllKeys(range, ROWS_AT_ONCE);
    const rows = await over(transaction, opened).objectStore(store).getAll(range, ROWS_AT_ONCE);
    return { keys, rows };
  });
}

/** `keys` where the rows do not hold their own. */
async function putRows(
  target: StoredDatabase,
  sealed: RowSealing | null,
  store: AlcoveStoreName,
  rows: readonly object[],
  keys: readonly IDBValidKey[] | null,
): Promise<void> {
  const writing = target.transaction([store], "readwrite", { durability: "strict" }) as unknown as AnyTransaction;
  await runTransaction(over(writing, sealed), async (transaction) => {
    const puts = transaction.objectStore(store);
    rows.forEach((row, index) => {
      const key = keys?.[index];
      start(key === undefined ? puts.put(row) : puts.put(row, key));
    });
  });
}

function over(transaction: AnyTransaction, sealing: RowSealing | null): AnyTransaction {
  return sealing?.over(transaction) ?? transaction;
}
