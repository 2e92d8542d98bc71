import { scrubDeleted } from "../guard/retire-write-log.ts";
import { createDatabaseLock, type Locks } from "./database-lock.ts";
import { createEncryption, type Encryption } from "./encryption.ts";

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
    scrub: async () => {
      await Promise.all([scrubDeleted(browser), forget()]);
    },
    load: () => import("./change-encryption.ts"),
  });
}
