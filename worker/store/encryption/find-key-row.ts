import type { KeyRow } from "./key-row.ts";

/** The names of the encrypted database beside the other one's: a new key has the one that the key before has not. */
export function listEncryptedNames(name: string): readonly [string, string] {
  return [`${name}-encrypted`, `${name}-encrypted-2`];
}

/** The encrypted database's name while it has its key of this number, see `KeyRow`. */
export function toEncryptedName(name: string, generation = 0): string {
  return listEncryptedNames(name)[generation % 2 === 0 ? 0 : 1];
}

/**
 * The key of the encrypted database if that is the one that counts, else null. A move that was cut off is settled here:
 * whichever database does not count is deleted. `settle` is loaded only where there is an encrypted database.
 */
export async function findKeyRow(
  name: string,
  factory: IDBFactory,
  settle: (name: string) => Promise<KeyRow | null>,
): Promise<KeyRow | null> {
  const databases = await factory.databases?.().catch(() => null);
  const encrypted = listEncryptedNames(name);
  if (databases != null && !databases.some((each) => encrypted.includes(each.name ?? ""))) return null;
  return await settle(name);
}
