import { deleteDB } from "idb";
import type { DatabaseLocation } from "../database.ts";
import { CacheSentinel } from "../guard/sentinel.ts";
import type { Stores } from "../stores.ts";
import { toEncryptedName } from "./find-key-row.ts";
import { createRowKey, type KeyRow, unwrapRowKey, wrapRowKey } from "./key-row.ts";
import { moveIn, moveOut, replaceKeyRow, settleMove } from "./move-database.ts";
import { createRowSealing } from "./seal-rows.ts";

export { settleMove };

/** The encrypted database as the passphrase opens it; null for another passphrase. */
export async function openLocation(name: string, keyRow: KeyRow, passphrase: string): Promise<DatabaseLocation | null> {
  const rowKey = await unwrapRowKey(keyRow, passphrase);
  return rowKey === null ? null : { name: toEncryptedName(name), sealing: createRowSealing(rowKey) };
}

/** Moves the stores to an encrypted database. */
export async function encryptStores(name: string, passphrase: string, stores: Stores): Promise<KeyRow> {
  const rowKey = createRowKey();
  const keyRow = await wrapRowKey(rowKey, passphrase, "current");
  const sealing = createRowSealing(rowKey);
  await stores.relocate(async () => {
    await moveIn(name, keyRow, sealing);
    return { name: toEncryptedName(name), sealing };
  });
  await deleteDB(name);
  return keyRow;
}

/** Moves the stores back to a database that is not encrypted. */
export async function decryptStores(
  name: string,
  keyRow: KeyRow,
  { sealing }: DatabaseLocation,
  stores: Stores,
): Promise<void> {
  if (sealing === null) return;
  await stores.relocate(async () => {
    await moveOut(name, keyRow, sealing);
    return { name, sealing: null };
  });
  await deleteDB(toEncryptedName(name));
}

/** The key's row for another passphrase, stored; null where the first one is wrong. */
export async function rewrapKey(name: string, keyRow: KeyRow, before: string, after: string): Promise<KeyRow | null> {
  const rowKey = await unwrapRowKey(keyRow, before);
  if (rowKey === null) return null;
  const row = await wrapRowKey(rowKey, after, "current");
  await replaceKeyRow(name, row);
  return row;
}

/** Deletes what nobody can open, and the mark that would miss it. */
export async function deleteEncrypted(name: string): Promise<void> {
  await deleteDB(toEncryptedName(name));
  await new CacheSentinel(name).write({ databaseId: "", records: 0 });
}
