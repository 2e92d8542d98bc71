import type { EncryptionApi, EncryptionOutcome } from "../../protocol/api/encryption-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { Encryption } from "../../store/encryption/encryption.ts";
import type { Stores } from "../../store/stores.ts";
import type { RunRegistry } from "../runs/run-registry.ts";
import { attempt } from "../to-result.ts";

interface EncryptionApiDeps {
  readonly encryption: Encryption;
  readStores(): Promise<Stores>;
  /** A run that continued would wait for its stores in the middle of an answer. */
  readonly runs: Pick<RunRegistry, "stopAll">;
}

/** Locks, opens and moves what is stored. */
export function createEncryptionApi({ encryption, readStores, runs }: EncryptionApiDeps): EncryptionApi {
  const moveStores = (move: (stores: Stores) => Promise<EncryptionOutcome>): Promise<Result<EncryptionOutcome>> =>
    attempt(async () => {
      const stores = await readStores();
      await runs.stopAll();
      return await move(stores);
    });
  return {
    readEncryption: () => encryption.readState(),
    unlock: (passphrase) => attempt(() => encryption.unlock(passphrase)),
    deleteLocked: () =>
      attempt(async () => {
        await encryption.deleteLocked();
        return null;
      }),
    encrypt: (passphrase) => moveStores((stores) => encryption.encrypt(passphrase, stores)),
    changePassphrase: (before, after) => attempt(() => encryption.changePassphrase(before, after)),
    decrypt: (passphrase) => moveStores((stores) => encryption.decrypt(passphrase, stores)),
  };
}
