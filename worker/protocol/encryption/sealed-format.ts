/** The format of a sealed file, which tells it from a plain export. */
export const SEALED_FORMAT = "alcove-sealed";

/** True for a text that says it is a sealed file, at its beginning. */
export function isSealedText(text: string): boolean {
  return text.slice(0, 200).includes(`"${SEALED_FORMAT}"`);
}

/** A passphrase's key as it is kept, in base64, to seal files while nobody is there to type it. */
export interface SealingKey {
  readonly iterations: number;
  readonly memory: number;
  readonly salt: string;
  readonly key: string;
}
