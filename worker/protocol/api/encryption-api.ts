import type { Result } from "../failure.ts";

/** Whether the stored data is encrypted, and whether its key is known here. */
export type EncryptionState = "off" | "locked" | "unlocked";

/** How a change of the encryption ended; it happens whole or not at all. */
export type EncryptionOutcome =
  | "done"
  | "wrong-passphrase"
  /** The app is open in another tab, which would go on writing to the old database. */
  | "other-tab";

/** Encrypts everything that is stored with a passphrase. The first three can be asked before the start. */
export interface EncryptionApi {
  readEncryption(): Promise<EncryptionState>;
  /** Opens the encrypted data, for this page view. The start waits for it. */
  unlock(passphrase: string): Promise<Result<EncryptionOutcome>>;
  /** Deletes the locked data, for the user who has forgotten the passphrase. Load the page again afterwards. */
  deleteLocked(): Promise<Result<null>>;
  /** Stops every run and moves everything to an encrypted database. */
  encrypt(passphrase: string): Promise<Result<EncryptionOutcome>>;
  /** Stops every run and encrypts everything anew, with a new key. */
  changePassphrase(before: string, after: string): Promise<Result<EncryptionOutcome>>;
  /** Stops every run and moves everything back to a database that is not encrypted. */
  decrypt(passphrase: string): Promise<Result<EncryptionOutcome>>;
}
