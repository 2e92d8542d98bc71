import { toFields } from "../../protocol/json.ts";

/**
 * Room on the disk that is taken while there is plenty, and given back when a write finds none. Browsers' estimates know
 * the quota, not the disk (Chromium 156 reports a gigabyte where 16 kB are left), so only a write can tell.
 */
export interface Reserve {
  /** Takes the room, unless it is held already; false where the disk has not that much. */
  take(): Promise<boolean>;
  /** Gives the room back. */
  release(): Promise<void>;
}

const NAME = "alcove-reserve";
/** Enough to put a torn log aside, which takes thirteen megabytes, and for what is under way. */
export const RESERVE_BYTES = 16_777_216;
/** The most that `getRandomValues` fills at once. */
const STEP_BYTES = 65_536;

/** A file of noise in the origin's private file system: file systems that compress would make nothing of zeros. */
export function createReserve(
  storage: Pick<StorageManager, "getDirectory">,
  fill: (bytes: Uint8Array<ArrayBuffer>) => unknown = (bytes) => crypto.getRandomValues(bytes),
): Reserve {
  const withFile = async <Value>(work: (file: FileSystemSyncAccessHandle) => Value): Promise<Value> => {
    const handle = await (await storage.getDirectory()).getFileHandle(NAME, { create: true });
    const file = await handle.createSyncAccessHandle();
    try {
      return work(file);
    } finally {
      file.close();
    }
  };
  const write = (file: FileSystemSyncAccessHandle): boolean => {
    if (file.getSize() >= RESERVE_BYTES) return true;
    const bytes = new Uint8Array(STEP_BYTES);
    try {
      for (let at = 0; at < RESERVE_BYTES; at += STEP_BYTES) {
        fill(bytes);
        if (file.write(bytes, { at }) < STEP_BYTES) throw new RangeError("no room");
      }
      file.flush();
      return true;
    } catch {
      file.truncate(0);
      return false;
    }
  };
  return {
    // Another tab may hold the file, and some browsers have no such files: then writes alone tell.
    take: () => withFile(write).catch((error: unknown) => toFields(error).name !== "QuotaExceededError"),
    release: () => withFile((file) => file.truncate(0)).catch(() => undefined),
  };
}
