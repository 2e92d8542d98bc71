import { argon2id } from "hash-wasm";
import { normalizePassphrase } from "../../protocol/encryption/passphrase.ts";

/** How a key is made of a passphrase. */
export interface PassphraseCost {
  /** Rounds of PBKDF2, or passes of Argon2id where there is a `memory`. */
  readonly iterations: number;
  /** KiB that each guess of the passphrase needs. Null for a key of before Argon2id. */
  readonly memory: number | null;
}

const KEY_BYTES = 32;
/**
 * Argon2id's passes and KiB (RFC 9106): above OWASP's least (46 MiB in one pass) in both, for about the seconds that
 * 600,000 rounds of PBKDF2 take. A graphics card guesses by as many at once as its memory holds.
 */
export const PASSPHRASE_COST = { iterations: 2, memory: 65_536 } as const;

/** The bytes of the key that a passphrase makes. Argon2id holds its thread for seconds: none of the page's. */
export async function toPassphraseBytes(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  { iterations, memory }: PassphraseCost,
): Promise<Uint8Array<ArrayBuffer>> {
  const password = normalizePassphrase(passphrase);
  if (memory !== null) {
    const shape = {
      iterations,
      memorySize: memory,
      parallelism: 1,
      hashLength: KEY_BYTES,
      outputType: "binary",
    } as const;
    return new Uint8Array(await argon2id({ password, salt, ...shape }));
  }
  const material = await crypto.subtle.importKey("raw", new TextEncoder().encode(password), "PBKDF2", false, [
    "deriveBits",
  ]);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations }, material, 8 * KEY_BYTES),
  );
}

/** The key of AES-GCM that the bytes are. */
export function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Bytes that were encrypted with a key of `importKey`; null for another key, or where it was changed since. */
export async function decryptBytes(
  key: CryptoKey,
  cipher: Omit<AesGcmParams, "name">,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const opened = await crypto.subtle.decrypt({ name: "AES-GCM", ...cipher }, key, bytes).catch(() => null);
  return opened && new Uint8Array(opened);
}
