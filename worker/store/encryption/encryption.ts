import { createDeferred } from "../../platform/deferred.ts";
import type { EncryptionOutcome, EncryptionState } from "../../protocol/api/encryption-api.ts";
import type { MessageSeal } from "../../protocol/encryption/message-seal.ts";
import type { DatabaseLocation, RowSealing } from "../database.ts";
import { scrubDeleted } from "../guard/retire-write-log.ts";
import type { Stores } from "../stores.ts";
import { createDatabaseLock, type Locks } from "./database-lock.ts";
import { findKeyRow } from "./find-key-row.ts";
import type { KeyRow } from "./key-row.ts";

export interface EncryptionDeps {
  /** The name of the database that is not encrypted. */
  readonly name: string;
  readonly factory: IDBFactory;
  readonly lock: ReturnType<typeof createDatabaseLock>;
  /** Makes the browser's files forget what was deleted; nothing is lost where it fails. */
  readonly scrub: () => Promise<void>;
  /** Called where something is encrypted, or is to be. */
  readonly load: () => Promise<typeof import("./change-encryption.ts")>;
}

export type Encryption = ReturnType<typeof createEncryption>;

/** Whether the database is encrypted, and its key for as long as this worker lives: it is kept nowhere else. */
export function createEncryption({ name, factory, lock, scrub, load }: EncryptionDeps) {
  let begun: Promise<KeyRow | null> | null = null;
  let keyRow: KeyRow | null = null;
  let isOpen = false;
  let sealing: RowSealing | null = null;
  const opened = createDeferred<DatabaseLocation>();

  function begin(): Promise<KeyRow | null> {
    begun ??= (async () => {
      await lock.hold();
      keyRow = await findKeyRow(name, factory, async () => (await load()).settleMove(name));
      isOpen = keyRow === null;
      return keyRow;
    })();
    return begun;
  }

  return {
    async readState(): Promise<EncryptionState> {
      // Storage that cannot be opened is told by what opens it.
      await begin().catch(() => null);
      return keyRow === null ? "off" : isOpen ? "unlocked" : "locked";
    },
    /** Where the stores are; waits until they are unlocked. */
    async locate(): Promise<DatabaseLocation> {
      return (await begin()) === null ? { name, sealing: null } : await opened.promise;
    },
    async unlock(passphrase: string): Promise<EncryptionOutcome> {
      const row = await begin();
      if (row === null || isOpen) return "done";
      const location = await (await load()).openLocation(name, row, passphrase);
      if (location === null) return "wrong-passphrase";
      isOpen = true;
      sealing = location.sealing;
      opened.resolve(location);
      return "done";
    },
    async deleteLocked(): Promise<void> {
      if (!isOpen) await (await load()).deleteEncrypted(name);
    },
    async encrypt(passphrase: string, stores: Stores): Promise<EncryptionOutcome> {
      const { encryptStores } = await load();
      return await alone(async () => {
        ({ keyRow, sealing } = await encryptStores(name, { name, sealing: null }, 0, passphrase, stores));
        await scrub().catch(() => undefined);
      });
    },
    /** Encrypts everything anew, with a new key: the passphrase before opens nothing any more. */
    async changePassphrase(before: string, after: string, stores: Stores): Promise<EncryptionOutcome> {
      const { openLocation, encryptStores } = await load();
      const row = keyRow;
      const location = row === null ? null : await openLocation(name, row, before);
      if (row === null || location === null) return "wrong-passphrase";
      return await alone(async () => {
        ({ keyRow, sealing } = await encryptStores(name, location, row.generation + 1, after, stores));
        await scrub().catch(() => undefined);
      });
    },
    async decrypt(passphrase: string, stores: Stores): Promise<EncryptionOutcome> {
      const { openLocation, decryptStores } = await load();
      const row = keyRow;
      const location = row === null ? null : await openLocation(name, row, passphrase);
      if (row === null || location === null) return "wrong-passphrase";
      return await alone(async () => {
        await decryptStores(name, row, location, stores);
        keyRow = null;
        sealing = null;
      });
    },
    /** Seals what other tabs are told; null where nothing is encrypted, or it is locked. */
    readMessageSeal: (): MessageSeal | null => sealing?.messages ?? null,
  };

  async function alone(work: () => Promise<void>): Promise<EncryptionOutcome> {
    return (await lock.runAlone(work)) ? "done" : "other-tab";
  }
}

/** The encryption of a database in a browser; `forget` deletes what is kept of the user's texts outside of it. */
export function openEncryption(
  name: string,
  factory: IDBFactory,
  browser: { readonly locks?: Locks; readonly userAgent: string },
  forget: () => Promise<unknown>,
): Encryption {
  return createEncryption({
    name,
    factory,
    lock: createDatabaseLock(browser.locks),
    scrub: async () => void (await Promise.all([scrubDeleted(browser), forget()])),
    load: () => import("./change-encryption.ts"),
  });
}
