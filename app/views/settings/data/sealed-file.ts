import { PASSPHRASE_ITERATIONS } from "../../../../worker/protocol/encryption/passphrase.ts";
import { toPassphraseKey } from "../../../../worker/protocol/encryption/passphrase-key.ts";
import { fromBase64, toBase64 } from "../../../services/base64.ts";

/**
 * A text sealed with a passphrase, as a file: JSON, so that it is told from a plain export by its `format`. The key is
 * made of the passphrase by PBKDF2; AES-GCM keeps the text secret and notices every change, the head's included.
 */
const SEALED_FORMAT = "alcove-sealed";
const KDF = "PBKDF2-SHA256";
const CIPHER = "AES-256-GCM";
/** A file from elsewhere must not keep the device busy for minutes, nor ask for less than this app ever did. */
const MAX_ITERATIONS = 10_000_000;
const SALT_BYTES = 16;
const IV_BYTES = 12;
/** In base64. */
const IV_LENGTH = 16;

/** A sealed file that was read. Its text is not known yet. */
export interface SealedFile {
  readonly format: typeof SEALED_FORMAT;
  readonly version: 1;
  readonly kdf: typeof KDF;
  readonly iterations: number;
  readonly salt: string;
  readonly cipher: typeof CIPHER;
  readonly iv: string;
  readonly data: string;
}

/** The sealed file that a text is, or null: an export of another kind, or no file of this app's. */
export function readSealedFile(text: string): SealedFile | null {
  // A plain export is read once, by the worker.
  if (!text.slice(0, 200).includes(`"${SEALED_FORMAT}"`)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { format, version, kdf, iterations, salt, cipher, iv, data }: Partial<Record<keyof SealedFile, unknown>> =
    value;
  if (format !== SEALED_FORMAT || version !== 1 || kdf !== KDF || cipher !== CIPHER) return null;
  if (typeof iterations !== "number" || !Number.isInteger(iterations)) return null;
  if (iterations < PASSPHRASE_ITERATIONS || iterations > MAX_ITERATIONS) return null;
  if (!isBase64(salt) || !isBase64(iv) || !isBase64(data) || iv.length !== IV_LENGTH) return null;
  return { format, version, kdf, iterations, salt, cipher, iv, data };
}

/** Seals a text, and opens it again before it is returned. */
export async function sealText(text: string, passphrase: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const head = {
    format: SEALED_FORMAT,
    version: 1,
    kdf: KDF,
    iterations: PASSPHRASE_ITERATIONS,
    salt: toBase64(salt),
    cipher: CIPHER,
    iv: toBase64(iv),
  } as const;
  const key = await toPassphraseKey(passphrase, salt, PASSPHRASE_ITERATIONS);
  const bytes = new TextEncoder().encode(text);
  const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: toHeadBytes(head) }, key, bytes);
  const file = JSON.stringify({ ...head, data: toBase64(new Uint8Array(data)) });
  const sealed = readSealedFile(file);
  // A backup that could not be opened must be noticed now, not when it is needed.
  if (sealed === null || (await decrypt(sealed, key)) !== text) throw new Error("The file does not open.");
  return file;
}

/** The text, or null where the passphrase is another one or the file was changed: the two cannot be told apart. */
export async function openSealedFile(file: SealedFile, passphrase: string): Promise<string | null> {
  return decrypt(file, await toPassphraseKey(passphrase, fromBase64(file.salt), file.iterations));
}

async function decrypt(file: SealedFile, key: CryptoKey): Promise<string | null> {
  const { data, ...head } = file;
  const iv = fromBase64(file.iv);
  try {
    const bytes = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv, additionalData: toHeadBytes(head) },
      key,
      fromBase64(data),
    );
    return new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}

/** In one order, whatever order a file has them in. */
function toHeadBytes(head: Omit<SealedFile, "data">): Uint8Array<ArrayBuffer> {
  const { format, version, kdf, iterations, salt, cipher, iv } = head;
  return new TextEncoder().encode(JSON.stringify([format, version, kdf, iterations, salt, cipher, iv]));
}

function isBase64(value: unknown): value is string {
  return typeof value === "string" && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
}
