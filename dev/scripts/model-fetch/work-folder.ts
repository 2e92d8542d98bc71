import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/** Where a file grows. What lies there is a beginning of the file, whichever source it came from. */
export interface WorkFolder {
  readonly folder: string;
  readonly file: string;
}

/** The wheel of the part at hand is kept: a process killed while unpacking does not cost the download again. */
export const WHEEL = "wheel.whl";

/** Bytes of a file; 0 when there is none. */
export async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

/** Whether a file is there and is the expected one. */
export async function isIntact(path: string, expected: { bytes: number; sha256: string }): Promise<boolean> {
  return (await sizeOf(path)) === expected.bytes && (await hashFile(path)) === expected.sha256;
}

/** The SHA-256 in lower-case hexadecimal. */
export async function hashFile(path: string, onBytes?: (done: number) => void): Promise<string> {
  const hash = createHash("sha256");
  let done = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    hash.update(chunk);
    done += chunk.length;
    onBytes?.(done);
  }
  return hash.digest("hex");
}
