import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { defined } from "../../protocol/defined.ts";
import { failed, type Result } from "../../protocol/failure.ts";
import type { LoadProgress, PickedFile } from "../../protocol/model.ts";
import { toDownloadFailure } from "./download.ts";
import type { ModelFiles, StoredFileFacts } from "./model-files.ts";

/** A file that is read in slices. */
export type SlicedFile = Pick<PickedFile, "size" | "slice">;

/** The dependencies of storing or checking a file. */
export interface StoreDeps {
  readonly files: ModelFiles;
  readonly onProgress: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
}

const SLICE_BYTES = 4 * 1024 * 1024;

/** Reads a file slice by slice, in order. Resolves to its SHA-256, in lower-case hexadecimal. */
export async function readSlices(
  file: SlicedFile,
  use: (slice: Uint8Array<ArrayBuffer>, index: number) => void | Promise<void>,
  sliceBytes: number = SLICE_BYTES,
): Promise<string> {
  const hash = sha256.create();
  for (let start = 0; start < file.size; start += sliceBytes) {
    const slice = new Uint8Array(await file.slice(start, Math.min(file.size, start + sliceBytes)).arrayBuffer());
    hash.update(slice);
    await use(slice, start / sliceBytes);
  }
  return bytesToHex(hash.digest());
}

/** Stores a file that the user picked under its hash. Nothing of it is left after a failure. */
export async function storeFile(
  file: SlicedFile & Pick<StoredFileFacts, "parts">,
  title: string,
  deps: StoreDeps,
  prefix = "imported-",
): Promise<Result<{ readonly name: string; readonly sha256: string; readonly file: Blob }>> {
  const { files, onProgress, signal } = deps;
  let begun: string | null = null;
  try {
    const digest = await hashFile(file, deps);
    const name = `${prefix}${digest}`;
    const known = await files.open(name);
    if (known !== null) return { ok: true, value: { name, sha256: digest, file: known } };
    begun = name;
    let done = 0;
    const write = async (part: Uint8Array<ArrayBuffer>, index: number): Promise<void> => {
      signal.throwIfAborted();
      await files.writePart(name, index, part);
      done += part.length;
      onProgress({ type: "download", done, total: file.size, unit: "bytes" });
    };
    await readSlices(file, write, files.partBytes);
    await files.seal(name, { bytes: file.size, sha256: digest, title, ...defined({ parts: file.parts }) });
    const stored = await files.open(name);
    if (stored === null) return failed("storage-lost", "the file was gone at once");
    return { ok: true, value: { name, sha256: digest, file: stored } };
  } catch (error) {
    // The user still has the file, so a part of it is of no use here.
    if (begun !== null) await files.delete(begun).catch(() => undefined);
    return { ok: false, failure: signal.aborted ? { code: "cancelled" } : toDownloadFailure(error) };
  }
}

/** Compares a stored file with the hash recorded when it was stored. A file that has changed is left where it is. */
export async function verifyFile(name: string, deps: StoreDeps): Promise<Result<null>> {
  const { files, signal } = deps;
  const facts = (await files.listSealed()).find((file) => file.name === name);
  if (facts === undefined) return failed("model-missing", `no file '${name}' is kept`);
  const file = await files.open(name);
  if (file === null) return failed("model-corrupt", "a part of the file has gone");
  try {
    if ((await hashFile(file, deps)) === facts.sha256) return { ok: true, value: null };
  } catch (error) {
    if (signal.aborted) return failed("cancelled");
    throw error;
  }
  return failed("model-corrupt", "its SHA-256 is no longer what it was when it was kept");
}

/** The SHA-256 of a file, in lower-case hexadecimal. Rejects when the signal fires. */
function hashFile(file: SlicedFile, { onProgress, signal }: Omit<StoreDeps, "files">): Promise<string> {
  let done = 0;
  return readSlices(file, (slice) => {
    signal.throwIfAborted();
    done += slice.length;
    onProgress({ type: "verify", done, total: file.size, unit: "bytes" });
  });
}
