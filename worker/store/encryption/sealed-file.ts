import { fromBase64, toBase64 } from "../../protocol/base64.ts";
import { isSealedText, SEALED_FORMAT, type SealingKey } from "../../protocol/encryption/sealed-format.ts";
import { parseJsonObject } from "../../protocol/json.ts";
import { decryptBytes, importKey, PASSPHRASE_COST, type PassphraseCost, toPassphraseBytes } from "./passphrase-key.ts";

/**
 * A text sealed with a passphrase, as a file: JSON, so that it is told from a plain export by its `format`. The key is
 * made of the passphrase by Argon2id, in files of before by PBKDF2; AES-GCM keeps the text secret and notices every change,
 * the head's included.
 */
const CIPHER = "AES-256-GCM";
/** Bounds on the cost of a file from elsewhere: it must not keep the device busy for minutes, nor ask for less than this app ever did. */
const COSTS = {
  Argon2id: { iterations: [PASSPHRASE_COST.iterations, 10], memory: [PASSPHRASE_COST.memory, 1_048_576] },
  // OWASP's figure for PBKDF2 with SHA-256 (Password Storage Cheat Sheet, 2025) is the least.
  "PBKDF2-SHA256": { iterations: [600_000, 10_000_000], memory: null },
} as const;
const SALT_BYTES = 16;
const IV_BYTES = 12;
/** In base64. */
const IV_LENGTH = 16;

/** A sealed file that was read. Its text is not known yet. */
export interface SealedFile extends PassphraseCost {
  readonly format: typeof SEALED_FORMAT;
  readonly version: 1;
  readonly kdf: keyof typeof COSTS;
  readonly salt: string;
  readonly cipher: typeof CIPHER;
  readonly iv: string;
  readonly data: string;
}

/** The sealed file that a text is, or null: an export of another kind, or no file of this app's. */
export function readSealedFile(text: string): SealedFile | null {
  // A plain export is read once, elsewhere.
  if (!isSealedText(text)) return null;
  const file = parseJsonObject(text);
  if (file === null) return null;
  const { format, version, kdf, iterations, memory = null, salt, cipher, iv, data } = file;
  if (format !== SEALED_FORMAT || version !== 1 || cipher !== CIPHER) return null;
  if (kdf !== "Argon2id" && kdf !== "PBKDF2-SHA256") return null;
  if (!isWithin(iterations, COSTS[kdf].iterations)) return null;
  const bounds = COSTS[kdf].memory;
  if (bounds === null ? memory !== null : !isWithin(memory, bounds)) return null;
  if (!isBase64(salt) || !isBase64(iv) || !isBase64(data) || iv.length !== IV_LENGTH) return null;
  return { format, version, kdf, iterations, memory: bounds === null ? null : Number(memory), salt, cipher, iv, data };
}

/** A new key of a passphrase. */
export async function makeSealingKey(passphrase: string): Promise<SealingKey> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const key = await toPassphraseBytes(passphrase, salt, PASSPHRASE_COST);
  return { ...PASSPHRASE_COST, salt: toBase64(salt), key: toBase64(key) };
}

/** Seals a text, and opens it again before it is returned. The file opens with the passphrase that the key was made of. */
export async function sealText(text: string, { iterations, memory, salt, key: raw }: SealingKey): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const head = {
    format: SEALED_FORMAT,
    version: 1,
    kdf: "Argon2id",
    iterations,
    memory,
    salt,
    cipher: CIPHER,
    iv: toBase64(iv),
  } as const;
  const key = await importKey(fromBase64(raw));
  const bytes = new TextEncoder().encode(text);
  const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: toHeadBytes(head) }, key, bytes);
  const file = JSON.stringify({ ...head, data: toBase64(new Uint8Array(data)) });
  const sealed = readSealedFile(file);
  // A backup that could not be opened must be noticed now, not when it is needed.
  if (sealed === null || (await decrypt(sealed, key)) !== text) throw new Error("The file does not open.");
  return file;
}

/** Seals a file's bytes with a passphrase, or with the key that one has made. */
export async function sealBytes(
  bytes: Uint8Array<ArrayBuffer>,
  by: string | SealingKey,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = typeof by === "string" ? await makeSealingKey(by) : by;
  return new TextEncoder().encode(await sealText(new TextDecoder().decode(bytes), key));
}

/** The text, or null where the passphrase is another one or the file was changed: the two cannot be told apart. */
export async function openSealedText(text: string, passphrase: string): Promise<string | null> {
  const file = readSealedFile(text);
  if (file === null || passphrase === "") return null;
  return decrypt(file, await importKey(await toPassphraseBytes(passphrase, fromBase64(file.salt), file)));
}

async function decrypt(file: SealedFile, key: CryptoKey): Promise<string | null> {
  const { data, ...head } = file;
  const cipher = { iv: fromBase64(file.iv), additionalData: toHeadBytes(head) };
  const bytes = await decryptBytes(key, cipher, fromBase64(data));
  return bytes && new TextDecoder().decode(bytes);
}

/** In one order, whatever order a file has them in. */
function toHeadBytes(head: Omit<SealedFile, "data">): Uint8Array<ArrayBuffer> {
  const { format, version, kdf, iterations, memory, salt, cipher, iv } = head;
  const cost = memory === null ? [iterations] : [iterations, memory];
  return new TextEncoder().encode(JSON.stringify([format, version, kdf, ...cost, salt, cipher, iv]));
}

function isWithin(value: unknown, [least, most]: readonly [number, number]): value is number {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

function isBase64(value: unknown): value is string {
  return typeof value === "string" && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
}
