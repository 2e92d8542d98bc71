import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveWorkerPage } from "../scripts/serve-worker-page.ts";
import type { FileContestant, FileQueryFigures, FilesTask } from "./files-worker.ts";
import { withWorker } from "./with-worker.ts";

const FILES = 10_000;
const QUERIES = 200;
const SCANS = 3;
const WRITTEN_AT_ONCE = 1000;
const COLD_OPENS = 3;
/** An index that is read whole takes long each time. */
const SLOW_OPENS = 1;

/**
 * Measures the search in a folder of 10,000 files and 100 MB in Chromium's private file system, beside MiniSearch and
 * reading every file. Ours gives passages and is durable; MiniSearch gives files, and notices no change by itself.
 * Options: `--json`, `--files=1000`, `--only=alcove,scan`.
 */
export async function benchFiles(options: readonly string[]): Promise<void> {
  const files = Number(readOption(options, "files") ?? FILES);
  const only = readOption(options, "only")?.split(",");
  const contestants = (["alcove", "minisearch", "scan"] as const).filter((each) => only?.includes(each) ?? true);
  const server = await serveWorkerPage(join(import.meta.dirname, "files-worker.ts"));
  const profile = mkdtempSync(join(tmpdir(), "alcove-bench-"));
  const rows: Record<string, Record<string, number>> = {};
  try {
    const bytes = await writeFiles(profile, server.url, files);
    for (const contestant of contestants) {
      rows[contestant] = await measure(profile, server.url, { contestant, files });
      // What is measured is said at once: the others take minutes.
      if (!options.includes("--json")) console.log(contestant, rows[contestant]);
    }
    const summary = { bench: "files", files, megabytes: round(bytes / 1e6), contestants: rows };
    if (options.includes("--json")) console.log(JSON.stringify(summary, null, 2));
    else {
      console.log(`${files} files, ${summary.megabytes} MB; times in ms, heap in MB`);
      console.table(rows);
    }
  } finally {
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function writeFiles(profile: string, url: string, files: number): Promise<number> {
  return await withWorker<FilesTask, number>(profile, url, async (askWorker) => {
    let written = 0;
    for (;;) {
      const bytes = Number(await askWorker({ type: "write", files, next: WRITTEN_AT_ONCE }));
      if (bytes === 0) return written;
      written += bytes;
    }
  });
}

async function measure(
  profile: string,
  url: string,
  { contestant, files }: { readonly contestant: FileContestant; readonly files: number },
): Promise<Record<string, number>> {
  const ask = (task: FilesTask) => withWorker<FilesTask, unknown>(profile, url, (askWorker) => askWorker(task));
  const indexMs = Number(await ask({ type: "index", contestant }));
  const colds: number[] = [];
  for (let open = 0; open < (contestant === "alcove" ? COLD_OPENS : SLOW_OPENS); open += 1) {
    colds.push(Number(await ask({ type: "first-answer", contestant })));
  }
  const asked = await withWorker<
    FilesTask,
    FileQueryFigures & { readonly heapBytes: number; readonly noticeMs: number }
  >(profile, url, async (askWorker, heap) => {
    await askWorker({ type: "first-answer", contestant });
    const queries = contestant === "scan" ? SCANS : QUERIES;
    const figures = (await askWorker({ type: "queries", contestant, files, queries })) as FileQueryFigures;
    const heapBytes = await heap();
    const noticeMs = contestant === "minisearch" ? Number.NaN : Number(await askWorker({ type: "notice", contestant }));
    return { ...figures, heapBytes, noticeMs };
  });
  return {
    index: round(indexMs),
    reopened: round(quantile(colds, 0.5)),
    "query p50": round(quantile(asked.times, 0.5)),
    "query p95": round(quantile(asked.times, 0.95)),
    "found in 5": round(asked.found),
    "change noticed": round(asked.noticeMs),
    heap: round(asked.heapBytes / 1e6),
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
