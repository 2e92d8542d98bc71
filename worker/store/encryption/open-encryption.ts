import { scrubDeleted } from "../guard/retire-write-log.ts";
import { createDatabaseLock, type Locks } from "./database-lock.ts";
import { createEncryption, type Encryption } from "./encryption.ts";

/** The encryption of a database in a browser. */
export function openEncryption(
  name: string,
  factory: IDBFactory,
  browser: { readonly locks?: Locks; readonly userAgent: string },
): Encryption {
  return createEncryption({
    name,
    factory,
    lock: createDatabaseLock(browser.locks),
    scrub: () => scrubDeleted(browser),
    load: () => import("./change-encryption.ts"),
  });
}
