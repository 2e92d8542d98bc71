import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { ModelFiles } from "./model-files.ts";
import { type SlicedFile, type StoreDeps, verifyFile } from "./store-file.ts";

/** A form of a stored file, made once and kept beside it. */
export interface KeptCopy {
  /** The name under which the file is stored. */
  readonly of: string;
  /** For the user. */
  readonly title: string;
  /** Length and SHA-256, in lower-case hexadecimal, of what it is turned into. */
  readonly bytes: number;
  readonly sha256: string;
}

/** The dependencies of writing a copy. */
export interface CopyDeps {
  readonly files: ModelFiles;
  /** Bytes that the browser still grants; null where it does not say. */
  readonly freeBytes: number | null;
  wait(milliseconds: number): Promise<void>;
}

/** A copy leaves at least as much free as it takes. */
const SPARED_SHARE = 2;
/** Waits so many times as long as it worked, so that it takes a fifth of a core from whoever computes. */
const REST = 4;

/** Names of the copies that this thread is writing: a model may be loaded again before its copy is finished. */
const writing = new Set<string>();

/** The copy, if it was written to its end; null otherwise. */
export async function openCopy(copy: KeptCopy, files: ModelFiles): Promise<Blob | null> {
  const file = await files.open(toName(copy));
  return file?.size === copy.bytes ? file : null;
}

/**
 * Writes a copy, after what an earlier attempt has written, and seals it when its bytes on the disk have the expected hash.
 * Anything else leaves no copy, and so the way without one: a full disk, other bytes, or the file deleted meanwhile.
 * Copies of the same file with another hash are deleted. Never rejects.
 */
export async function writeCopy(content: SlicedFile, copy: KeptCopy, deps: CopyDeps): Promise<void> {
  const { files, freeBytes } = deps;
  const name = toName(copy);
  if (writing.has(name)) return;
  writing.add(name);
  try {
    for (const other of await listCopies(copy.of, files)) if (other !== name) await files.delete(other);
    if (!files.durable || content.size !== copy.bytes || (freeBytes !== null && freeBytes < SPARED_SHARE * copy.bytes))
      return;
    const isWritten = (await writeParts(content, name, deps)) === copy.sha256;
    if (isWritten && (await files.open(copy.of)) !== null) {
      await files.seal(name, { bytes: copy.bytes, sha256: copy.sha256, title: copy.title });
    }
    // Deleted with its copies while this one was written.
    if (!isWritten || (await files.open(copy.of)) === null) await files.delete(name);
  } catch {
    await files.delete(name).catch(() => undefined);
  } finally {
    writing.delete(name);
  }
}

/** Deletes the copies of a stored file that have changed since they were written. */
export async function verifyCopies(of: string, deps: StoreDeps): Promise<void> {
  for (const name of await listCopies(of, deps.files)) {
    const verified = await verifyFile(name, deps);
    if (!verified.ok && verified.failure.code === "model-corrupt") await deps.files.delete(name);
  }
}

/** Deletes the copies of a stored file, finished or not. */
export async function deleteCopies(of: string, files: ModelFiles): Promise<void> {
  for (const name of await listCopies(of, files)) await files.delete(name);
}

/** Returns the hash of what was written. */
async function writeParts(content: SlicedFile, name: string, { files, wait }: CopyDeps): Promise<string> {
  const hash = sha256.create();
  let [index, done] = [0, 0];
  for (const part of await files.readParts(name)) {
    if (part.size !== files.partBytes || done + part.size > content.size) break;
    hash.update(new Uint8Array(await part.arrayBuffer()));
    done += part.size;
    index += 1;
  }
  while (done < content.size) {
    const begin = performance.now();
    const end = Math.min(content.size, done + files.partBytes);
    const part = new Uint8Array(await content.slice(done, end).arrayBuffer());
    await files.writePart(name, index, part);
    hash.update(part);
    done = end;
    index += 1;
    await wait(REST * (performance.now() - begin));
  }
  return bytesToHex(hash.digest());
}

const toPrefix = (of: string): string => `copy-of-${of}-`;
const toName = ({ of, sha256: hash }: KeptCopy): string => toPrefix(of) + hash;

async function listCopies(of: string, files: ModelFiles): Promise<readonly string[]> {
  const prefix = toPrefix(of);
  const names = [...(await files.listSealed()), ...(await files.listPartial())].map(({ name }) => name);
  return names.filter((name) => name.startsWith(prefix) && /^[0-9a-f]{64}$/u.test(name.slice(prefix.length)));
}
