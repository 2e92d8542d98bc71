/** Seals what the app's tabs tell each other, where what they keep is encrypted. */
export interface MessageSeal {
  seal(message: object): Uint8Array<ArrayBuffer>;
  /** Null for bytes that were not sealed with the same key. */
  open(sealed: Uint8Array): object | null;
}
