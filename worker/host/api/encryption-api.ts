import type { EncryptionApi, EncryptionOutcome } from "../../protocol/api/encryption-api.ts";
import type { Encryption } from "../../store/encryption/encryption.ts";
import type { Stores } from "../../store/stores.ts";
import type { HostParts } from "../host-parts.ts";
import { toResults } from "../to-result.ts";

/** Locks, opens and moves what is stored. */
export function createEncryptionApi({ encryption, readStores, runs }: HostParts): EncryptionApi {
  const moveStores = async (move: (encryption: Encryption, stores: Stores) => Promise<EncryptionOutcome>) => {
    const stores = await readStores();
    // A run that continued would wait for its stores in the middle of an answer.
    await runs.stopAll();
    return await move(await encryption, stores);
  };
  return {
    readEncryption: async () => (await encryption).readState(),
    ...toResults<Omit<EncryptionApi, "readEncryption">>({
      unlock: async (passphrase) => (await encryption).unlock(passphrase),
      deleteLocked: async () => (await encryption).deleteLocked(),
      encrypt: (passphrase) => moveStores((opened, stores) => opened.encrypt(passphrase, stores)),
      changePassphrase: (before, after) =>
        moveStores((opened, stores) => opened.changePassphrase(before, after, stores)),
      decrypt: (passphrase) => moveStores((opened, stores) => opened.decrypt(passphrase, stores)),
    }),
  };
}
