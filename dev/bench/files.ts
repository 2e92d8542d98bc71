import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveWorkerPage } from "../scripts/serve-worker-page.ts";
import type { FileContestant, FileQueryFigures, FilesTask } from "./files-worker.ts";
import { fitExponent } from "./report/fit-exponent.ts";
import { readMachine } from "./report/machine.ts";
import type { ScaleLine } from "./scale.ts";
import { type AskWorker, withWorker } from "./with-worker.ts";

const FILES = 10_000;
/** Some 11 kB. */
const WORDS = 1650;
/** Some 400 bytes: a note. */
const SMALL_WORDS = 60;
const QUERIES = 200;
const SCANS = 3;
const WRITTEN_AT_ONCE = 1000;
/** So many files take some three seconds, on a busy machine ten times as long. */
const WRITE_LIMIT_MS = 90_000;
const WRITE_ATTEMPTS = 5;
const COLD_OPENS = 3;
/** An index that is read whole takes long each time. */
const SLOW_OPENS = 1;

/** A folder to search. */
interface FolderSize {
  readonly files: number;
  /** In each file. */
  readonly words: number;
}

/** Times in milliseconds. */
interface FilesFigures {
  readonly index: number;
  readonly reopened: number;
  readonly queryP50: number;
  readonly queryP95: number;
  /** The share of queries whose file was among the first five. */
  readonly foundIn5: number;
  /** Null for one that notices no change by itself. */
  readonly changeNoticed: number | null;
  readonly heapMegabytes: number;
}

/**
 * Measures the search in a folder of 10,000 files and 100 MB in Chromium's private file system, beside MiniSearch and
 * reading every file. Ours gives passages and is durable; MiniSearch gives files, and notices no change by itself.
 * Options: `--json`, `--files=1000`, `--only=alcove,scan`, `--scale=1000,10000,100000` (how the costs grow with the number
 * of small files, beside that; without a value these).
 */
export async function benchFiles(options: readonly string[]): Promise<void> {
  const isJson = options.includes("--json");
  const only = readOption(options, "only")?.split(",");
  const contestants = (["alcove", "minisearch", "scan"] as const).filter((each) => only?.includes(each) ?? true);
  const size = { files: Number(readOption(options, "files") ?? FILES), words: WORDS };
  const { megabytes, figures } = await measureFolder(size, contestants, (contestant, measured) => {
    // What is measured is said at once: the others take minutes.
    if (!isJson) console.log(contestant, measured);
  });
  if (!isJson && contestants.length > 0) {
    console.log(`${size.files} files, ${megabytes} MB; times in ms, heap in MB`);
    console.table(figures);
  }
  const lines = options.some((option) => option.startsWith("--scale")) ? await measureGrowth(options) : [];
  if (isJson) {
    const { files } = size;
    console.log(
      JSON.stringify({ bench: "files", machine: readMachine(), files, megabytes, contestants: figures, lines }),
    );
  }
}

async function measureGrowth(options: readonly string[]): Promise<readonly ScaleLine[]> {
  const sizes = (readOption(options, "scale") ?? "1000,10000,100000").split(",").map(Number);
  const measured: { readonly files: number; readonly alcove: FilesFigures }[] = [];
  for (const files of sizes) {
    const { figures } = await measureFolder({ files, words: SMALL_WORDS }, ["alcove"], () => undefined);
    const { alcove } = figures;
    if (alcove === undefined) throw new Error("nothing was measured");
    measured.push({ files, alcove });
    if (!options.includes("--json")) console.log(files, alcove);
  }
  const toLine = (name: string, what: string, of: (figures: FilesFigures) => number): ScaleLine => {
    const points = measured.map(({ files, alcove }) => ({ work: files, cost: of(alcove) }));
    return { name, what, exponent: fitExponent(points), points };
  };
  const lines = [
    toLine("files-index", "reading a folder for the first time, by its files", ({ index }) => index),
    toLine("files-query", "a search of the files (p95), by their number", ({ queryP95 }) => queryP95),
    toLine("files-open", "from an empty worker to the first find, by the files", ({ reopened }) => reopened),
    toLine("files-notice", "from a change to finding it, by the files", ({ changeNoticed }) => changeNoticed ?? 0),
    toLine("files-heap", "heap in MB, by the files", ({ heapMegabytes }) => heapMegabytes),
  ];
  if (!options.includes("--json"))
    for (const { what, exponent } of lines) console.log(`${what}: n^${exponent.toFixed(2)}`);
  return lines;
}

/** Each contestant is measured in browsers of its own, on the same files. */
async function measureFolder(
  size: FolderSize,
  contestants: readonly FileContestant[],
  tell: (contestant: FileContestant, figures: FilesFigures) => void,
): Promise<{ readonly megabytes: number; readonly figures: Partial<Record<FileContestant, FilesFigures>> }> {
  const figures: Partial<Record<FileContestant, FilesFigures>> = {};
  if (contestants.length === 0) return { megabytes: 0, figures };
  const server = await serveWorkerPage(join(import.meta.dirname, "files-worker.ts"));
  const profile = mkdtempSync(join(tmpdir(), "alcove-bench-"));
  try {
    const bytes = await writeFiles(profile, server.url, size);
    for (const contestant of contestants) {
      const measured = await measure(profile, server.url, contestant, size);
      figures[contestant] = measured;
      tell(contestant, measured);
    }
    return { megabytes: round(bytes / 1e6), figures };
  } finally {
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** In a new browser where one stops: one write was seen to stand still after 4,450 files, for no known reason. */
async function writeFiles(profile: string, url: string, size: FolderSize): Promise<number> {
  let [first, written] = [0, 0];
  const writeOn = async (ask: AskWorker<FilesTask>): Promise<boolean> => {
    while (first < size.files) {
      const bytes = await withinTime(ask({ type: "write", ...size, first, count: WRITTEN_AT_ONCE }), WRITE_LIMIT_MS);
      if (bytes === null) return false;
      written += Number(bytes);
      first += WRITTEN_AT_ONCE;
    }
    return true;
  };
  for (let attempt = 1; attempt <= WRITE_ATTEMPTS; attempt += 1) {
    if (await withWorker<FilesTask, boolean>(profile, url, writeOn)) return written;
  }
  throw new Error("the files could not be written");
}

/** Null where it takes longer. */
async function withinTime(work: Promise<unknown>, milliseconds: number): Promise<unknown> {
  work.catch(() => undefined);
  return await Promise.race([work, new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null).unref())]);
}

async function measure(
  profile: string,
  url: string,
  contestant: FileContestant,
  size: FolderSize,
): Promise<FilesFigures> {
  const ask = (task: FilesTask) => withWorker<FilesTask, unknown>(profile, url, (askWorker) => askWorker(task));
  const index = Number(await ask({ type: "index", contestant }));
  const colds: number[] = [];
  for (let open = 0; open < (contestant === "alcove" ? COLD_OPENS : SLOW_OPENS); open += 1) {
    colds.push(Number(await ask({ type: "first-answer", contestant })));
  }
  const asked = await withWorker<
    FilesTask,
    FileQueryFigures & { readonly heapBytes: number; readonly noticeMs: number | null }
  >(profile, url, async (askWorker, heap) => {
    await askWorker({ type: "first-answer", contestant });
    const queries = contestant === "scan" ? SCANS : QUERIES;
    const figures = (await askWorker({ type: "queries", contestant, ...size, queries })) as FileQueryFigures;
    const heapBytes = await heap();
    const noticeMs = contestant === "minisearch" ? null : Number(await askWorker({ type: "notice", contestant }));
    return { ...figures, heapBytes, noticeMs };
  });
  return {
    index: round(index),
    reopened: round(quantile(colds, 0.5)),
    queryP50: round(quantile(asked.times, 0.5)),
    queryP95: round(quantile(asked.times, 0.95)),
    foundIn5: round(asked.found),
    changeNoticed: asked.noticeMs === null ? null : round(asked.noticeMs),
    heapMegabytes: round(asked.heapBytes / 1e6),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function readOption(options: readonly string[], name: string): string | undefined {
  return options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3);
}
