import { argon2id } from "hash-wasm";
import { normalizePassphrase } from "../../protocol/encryption/passphrase.ts";
import { toPassphraseKey } from "../../protocol/encryption/passphrase-key.ts";
import { toFields } from "../../protocol/json.ts";

/** The row of the encrypted database that is not sealed: what a passphrase opens, and how far a move has come. */
export interface KeyRow {
  readonly id: typeof KEY_ROW_ID;
  readonly version: 1;
  /**
   * `filling`: the other database still counts. `current`: this one does. `leaving`: the other one does again, and this
   * one is to be deleted.
   */
  readonly state: "filling" | "current" | "leaving";
  /** How many keys there were before, each of which another passphrase had. Of two that are current the later counts. */
  readonly generation: number;
  /** Rounds of PBKDF2, or passes of Argon2id where there is a `memory`. */
  readonly iterations: number;
  /** KiB that each guess of the passphrase needs. Null for a row of before Argon2id. */
  readonly memory: number | null;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
  /** The key of the rows, encrypted with the passphrase's. */
  readonly wrappedKey: Uint8Array<ArrayBuffer>;
}

export const KEY_ROW_ID = "encryption";
const KEY_BYTES = 32;
/**
 * Argon2id's passes and KiB (RFC 9106): above OWASP's least (46 MiB in one pass) in both, for about the seconds that
 * 600,000 rounds of PBKDF2 take. A graphics card guesses by as many at once as its memory holds.
 */
const PASSES = 2;
const MEMORY = 65_536;
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
  const key = await toArgonKey(passphrase, salt, PASSES, MEMORY);
  const wrappedKey = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, rowKey));
  return { id: KEY_ROW_ID, version: 1, state, generation, iterations: PASSES, memory: MEMORY, salt, iv, wrappedKey };
}

async function toArgonKey(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
  memorySize: number,
): Promise<CryptoKey> {
  const password = normalizePassphrase(passphrase);
  const shape = { iterations, memorySize, parallelism: 1, hashLength: KEY_BYTES, outputType: "binary" } as const;
  const bytes = new Uint8Array(await argon2id({ password, salt, ...shape }));
  return await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** The rows' key, or null for another passphrase. */
export async function unwrapRowKey(
  { iterations, memory, salt, iv, wrappedKey }: KeyRow,
  passphrase: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const key = await (memory === null
    ? toPassphraseKey(passphrase, salt, iterations)
    : toArgonKey(passphrase, salt, iterations, memory));
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, wrappedKey));
  } catch {
    return null;
  }
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
