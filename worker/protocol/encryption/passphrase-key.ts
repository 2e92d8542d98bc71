import { normalizePassphrase } from "./passphrase.ts";

/** The key of AES-GCM that PBKDF2 makes of a passphrase. */
export async function toPassphraseKey(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<CryptoKey> {
  const words = new TextEncoder().encode(normalizePassphrase(passphrase));
  const material = await crypto.subtle.importKey("raw", words, "PBKDF2", false, ["deriveKey"]);
  const kdf = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return crypto.subtle.deriveKey(kdf, material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}
