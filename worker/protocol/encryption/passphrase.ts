/** Shorter passphrases are guessed in no time, whatever each guess costs. */
export const MIN_PASSPHRASE = 10;

/** The same words typed on another keyboard may come as other code points. */
export function normalizePassphrase(passphrase: string): string {
  return passphrase.normalize("NFKC");
}
