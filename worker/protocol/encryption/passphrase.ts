/** Shorter passphrases are guessed in no time, whatever each guess costs. */
export const MIN_PASSPHRASE = 10;

/** OWASP's figure for PBKDF2 with SHA-256 (Password Storage Cheat Sheet, 2025). */
export const PASSPHRASE_ITERATIONS = 600_000;

/** The same words typed on another keyboard may come as other code points. */
export function normalizePassphrase(passphrase: string): string {
  return passphrase.normalize("NFKC");
}
