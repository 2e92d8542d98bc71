import type { KeyRow } from "./key-row.ts";

/** The encrypted database's name beside the other one's. */
export function toEncryptedName(name: string): string {
  return `${name}-encrypted`;
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
  const encrypted = toEncryptedName(name);
  if (databases != null && !databases.some((each) => each.name === encrypted)) return null;
  return await settle(name);
}
