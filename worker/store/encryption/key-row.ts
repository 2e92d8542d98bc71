import { toFields } from "../../protocol/json.ts";
import { decryptBytes, importKey, PASSPHRASE_COST, type PassphraseCost, toPassphraseBytes } from "./passphrase-key.ts";

/** The row of the encrypted database that is not sealed: what a passphrase opens, and how far a move has come. */
export interface KeyRow extends PassphraseCost {
  readonly id: typeof KEY_ROW_ID;
  readonly version: 1;
  /**
   * `filling`: the other database still counts. `current`: this one does. `leaving`: the other one does again, and this
   * one is to be deleted.
   */
  readonly state: "filling" | "current" | "leaving";
  /** How many keys there were before, each of which another passphrase had. Of two that are current the later counts. */
  readonly generation: number;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
  /** The key of the rows, encrypted with the passphrase's. */
  readonly wrappedKey: Uint8Array<ArrayBuffer>;
}

export const KEY_ROW_ID = "encryption";
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const IV_BYTES = 12;

/** A new key for rows. */
export function createRowKey(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES));
}

/** The rows' key as it is stored, so that the passphrase opens it. Another passphrase means another key as well. */
export async function wrapRowKey(
  rowKey: Uint8Array<ArrayBuffer>,
  passphrase: string,
  state: KeyRow["state"],
  generation = 0,
): Promise<KeyRow> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await importKey(await toPassphraseBytes(passphrase, salt, PASSPHRASE_COST));
  const wrappedKey = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, rowKey));
  return { id: KEY_ROW_ID, version: 1, state, generation, ...PASSPHRASE_COST, salt, iv, wrappedKey };
}

/** The rows' key, or null for another passphrase. */
export async function unwrapRowKey(
  { salt, iv, wrappedKey, ...cost }: KeyRow,
  passphrase: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  return await decryptBytes(await importKey(await toPassphraseBytes(passphrase, salt, cost)), { iv }, wrappedKey);
}

/** A stored row as the key's, or null for anything else. */
export function toKeyRow(row: unknown): KeyRow | null {
  // A row of before keys changed has no number, one of before Argon2id no memory.
  const { id, version, state, generation = 0, iterations, memory = null, salt, iv, wrappedKey } = toFields(row);
  if (id !== KEY_ROW_ID || version !== 1 || typeof iterations !== "number") return null;
  if (memory !== null && typeof memory !== "number") return null;
  if (typeof generation !== "number" || !Number.isSafeInteger(generation)) return null;
  if (state !== "filling" && state !== "current" && state !== "leaving") return null;
  if (!isBytes(salt) || !isBytes(iv) || !isBytes(wrappedKey)) return null;
  return { id, version, state, generation, iterations, memory, salt, iv, wrappedKey };
}

function isBytes(value: unknown): value is Uint8Array<ArrayBuffer> {
  return value instanceof Uint8Array;
}
