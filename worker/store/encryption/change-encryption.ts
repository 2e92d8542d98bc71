import { deleteDB } from "idb";
import type { DatabaseLocation, RowSealing } from "../database.ts";
import { createSentinel } from "../guard/sentinel.ts";
import type { Stores } from "../stores.ts";
import { listEncryptedNames, toEncryptedName } from "./find-key-row.ts";
import { createRowKey, type KeyRow, unwrapRowKey, wrapRowKey } from "./key-row.ts";
import { moveIn, moveOut, settleMove } from "./move-database.ts";
import { createRowSealing } from "./seal-rows.ts";

export { settleMove };

/** The encrypted database as the passphrase opens it; null for another passphrase. */
export async function openLocation(name: string, keyRow: KeyRow, passphrase: string): Promise<DatabaseLocation | null> {
  const rowKey = await unwrapRowKey(keyRow, passphrase);
  return rowKey === null ? null : { name: toEncryptedName(name, keyRow.generation), sealing: createRowSealing(rowKey) };
}

/** Moves the stores from where they are to a database that is encrypted with a new key, which has this number. */
export async function encryptStores(
  name: string,
  from: DatabaseLocation,
  generation: number,
  passphrase: string,
  stores: Stores,
): Promise<{ readonly keyRow: KeyRow; readonly sealing: RowSealing }> {
  const rowKey = createRowKey();
  const keyRow = await wrapRowKey(rowKey, passphrase, "current", generation);
  const sealing = createRowSealing(rowKey);
  await stores.relocate(async () => {
    await moveIn(from, name, keyRow, sealing);
    return { name: toEncryptedName(name, generation), sealing };
  });
  await deleteDB(from.name);
  return { keyRow, sealing };
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
  await deleteDB(toEncryptedName(name, keyRow.generation));
}

/** Deletes what nobody can open, and the mark that would miss it. */
export async function deleteEncrypted(name: string): Promise<void> {
  await Promise.all(listEncryptedNames(name).map((each) => deleteDB(each)));
  await createSentinel(name).write({ databaseId: "", records: 0 });
}
