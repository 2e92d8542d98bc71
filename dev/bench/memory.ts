import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveWorkerPage } from "../scripts/serve-worker-page.ts";
import type { ContestantName } from "./memory-contestants.ts";
import { CORPUS_SEED, createNotes, createQueries } from "./memory-corpus.ts";
import type { MemoryTask, QueryFigures } from "./memory-worker.ts";
import { type AskWorker, withWorker } from "./with-worker.ts";

const CONTESTANTS: readonly ContestantName[] = ["alcove", "minisearch", "orama", "flexsearch", "scan"];
const QUERIES = 300;
/** A scan is so slow that a few queries say it; a durable add to an index that is saved whole likewise. */
const SLOW_QUERIES = 30;
const COLD_OPENS = 3;
const FEW_ADDS = 5;
const MANY_ADDS = 200;

/** What was measured for one contestant at one size. Times in milliseconds, sizes in bytes. */
export interface MemoryFigures {
  readonly contestant: ContestantName;
  readonly notes: number;
  readonly buildMs: number;
  readonly queryP50: number;
  readonly queryP95: number;
  readonly foundExact: number;
  readonly foundPrefix: number;
  readonly foundTypo: number;
  /** From an empty worker in a new browser to the first answer; the middle one of several. */
  readonly coldMs: number;
  readonly addP50: number;
  readonly addP95: number;
  readonly diskBytes: number;
  /** Of the worker after the queries and a collection: objects and array buffers. */
  readonly heapBytes: number;
}

/**
 * Measures the memory search beside other libraries: every contestant gets the same notes and queries, in a worker in
 * Chromium, on a profile of its own on disk. Our times include reading the found records from the database; the
 * libraries' times are for ids only. Options: `--json`, `--notes=10000,100000`, `--only=alcove,minisearch`; `--meaning` for what is
 * found, and recalled, by meaning instead, in five languages and natively, and the tools that are chosen so.
 */
export async function benchMemory(options: readonly string[]): Promise<void> {
  if (options.includes("--meaning")) {
    const { measureNotes } = await import("./search-notes.ts");
    const { measureTools } = await import("./search-tools.ts");
    const { openEmbedder } = await import("./open-embedder.ts");
    const embedder = await openEmbedder();
    const [words, meaning] = [await measureNotes(null), await measureNotes(embedder)];
    console.table({
      "found by words": words.found,
      "found by meaning": meaning.found,
      "recalled by words": words.recalled,
      "recalled by meaning": meaning.recalled,
      "tools by words": await measureTools(null),
      "tools by meaning": await measureTools(embedder),
    });
    process.exit();
  }
  const sizes = readOption(options, "notes")?.split(",").map(Number) ?? [10_000, 100_000];
  const only = readOption(options, "only")?.split(",");
  const server = await serveWorkerPage(join(import.meta.dirname, "memory-worker.ts"));
  const figures: MemoryFigures[] = [];
  try {
    for (const notes of sizes) {
      for (const contestant of CONTESTANTS) {
        if (only !== undefined && !only.includes(contestant)) continue;
        const measured = await measure(server.url, contestant, notes);
        figures.push(measured);
        if (!options.includes("--json")) console.log(toLine(measured));
      }
    }
  } finally {
    server.close();
  }
  if (options.includes("--json"))
    console.log(JSON.stringify({ bench: "memory", figures, targets: compare(figures) }, null, 2));
  else
    for (const target of compare(figures))
      console.log(`${target.met ? "met   " : "MISSED"} ${target.name}: ${target.figure}`);
}

/** Our memory alone, at each of these sizes. */
export async function measureMemory(sizes: readonly number[]): Promise<readonly MemoryFigures[]> {
  const server = await serveWorkerPage(join(import.meta.dirname, "memory-worker.ts"));
  try {
    const figures: MemoryFigures[] = [];
    for (const notes of sizes) figures.push(await measure(server.url, "alcove", notes));
    return figures;
  } finally {
    server.close();
  }
}

async function measure(url: string, contestant: ContestantName, notes: number): Promise<MemoryFigures> {
  const profile = mkdtempSync(join(tmpdir(), "alcove-bench-"));
  try {
    const buildMs = await withWorker(profile, url, (ask: AskWorker<MemoryTask>) =>
      ask({ type: "build", contestant, notes }).then(toNumber),
    );
    const diskBytes = sizeOf(join(profile, "Default", "IndexedDB"));
    const [first] = createQueries(createNotes(Math.min(notes, 1000), CORPUS_SEED), 1, CORPUS_SEED + 3);
    const query = first?.text ?? "";
    const colds: number[] = [];
    for (let open = 0; open < COLD_OPENS; open += 1) {
      const ms = await withWorker(profile, url, (ask: AskWorker<MemoryTask>) =>
        ask({ type: "first-answer", contestant, query }).then(toNumber),
      );
      colds.push(ms);
    }
    const queries = contestant === "scan" ? SLOW_QUERIES : QUERIES;
    const adds = contestant === "alcove" || contestant === "scan" ? MANY_ADDS : FEW_ADDS;
    return await withWorker(profile, url, async (ask: AskWorker<MemoryTask>, heap) => {
      await ask({ type: "first-answer", contestant, query });
      const asked = toQueryFigures(await ask({ type: "queries", contestant, notes, queries }));
      const heapBytes = await heap();
      const added = toNumbers(await ask({ type: "adds", contestant, adds }));
      return {
        contestant,
        notes,
        buildMs,
        queryP50: quantile(asked.times, 0.5),
        queryP95: quantile(asked.times, 0.95),
        foundExact: asked.found.exact / asked.asked.exact,
        foundPrefix: asked.found.prefix / asked.asked.prefix,
        foundTypo: asked.found.typo / asked.asked.typo,
        coldMs: quantile(colds, 0.5),
        addP50: quantile(added, 0.5),
        addP95: quantile(added, 0.95),
        diskBytes,
        heapBytes,
      };
    });
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Target {
  readonly name: string;
  readonly met: boolean;
  readonly figure: string;
}

/** The goals for the largest size measured, against MiniSearch in the same run. */
function compare(figures: readonly MemoryFigures[]): readonly Target[] {
  const largest = Math.max(...figures.map(({ notes }) => notes));
  const ours = figures.find(({ contestant, notes }) => contestant === "alcove" && notes === largest);
  const mini = figures.find(({ contestant, notes }) => contestant === "minisearch" && notes === largest);
  if (ours === undefined) return [];
  const targets: Target[] = [
    { name: "found, exact, at least 0.97", met: ours.foundExact >= 0.97, figure: ours.foundExact.toFixed(3) },
    { name: "found, prefix, at least 0.95", met: ours.foundPrefix >= 0.95, figure: ours.foundPrefix.toFixed(3) },
    { name: "found, one typo, at least 0.85", met: ours.foundTypo >= 0.85, figure: ours.foundTypo.toFixed(3) },
    { name: "durable add p95, at most 10 ms", met: ours.addP95 <= 10, figure: `${ours.addP95.toFixed(1)} ms` },
  ];
  if (mini === undefined) return targets;
  const ratio = (name: string, our: number, their: number, most: number): Target => ({
    name: `${name}, at most ${most} of MiniSearch's`,
    met: our <= their * most,
    figure: `${(our / their).toFixed(3)}`,
  });
  return [
    ...targets,
    ratio("query p95", ours.queryP95, mini.queryP95, 0.5),
    ratio("cold open to first answer", ours.coldMs, mini.coldMs, 0.5),
    ratio("heap", ours.heapBytes, mini.heapBytes, 1),
  ];
}

function toLine(figures: MemoryFigures): string {
  const { contestant, notes, queryP50, queryP95, coldMs, addP50, addP95, diskBytes, heapBytes, buildMs } = figures;
  const found = [figures.foundExact, figures.foundPrefix, figures.foundTypo].map((share) => share.toFixed(2)).join("/");
  return (
    `${contestant.padEnd(10)} ${String(notes).padStart(6)} notes  query p50 ${queryP50.toFixed(1)} p95 ${queryP95.toFixed(1)} ms` +
    `  found ${found}  cold ${coldMs.toFixed(0)} ms  add p50 ${addP50.toFixed(1)} p95 ${addP95.toFixed(1)} ms` +
    `  disk ${toMegabytes(diskBytes)}  heap ${toMegabytes(heapBytes)}  build ${(buildMs / 1000).toFixed(1)} s`
  );
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function sizeOf(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function readOption(options: readonly string[], name: string): string | undefined {
  return options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3);
}

function toNumber(value: unknown): number {
  if (typeof value !== "number") throw new TypeError("a number was expected");
  return value;
}

function toNumbers(value: unknown): number[] {
  if (!Array.isArray(value)) throw new TypeError("a list of numbers was expected");
  return value.map(toNumber);
}

function toQueryFigures(value: unknown): QueryFigures {
  if (typeof value !== "object" || value === null || !("times" in value)) throw new TypeError("query figures expected");
  return value as QueryFigures;
}
