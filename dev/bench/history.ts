import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HISTORY_APPS, type HistoryApp } from "../../worker/protocol/history.ts";
import { serveWorkerPage } from "../scripts/serve-worker-page.ts";
import { MESSAGES_A_CHAT } from "./history-export.ts";
import type { HistoryTask } from "./history-worker.ts";
import { toQuantile } from "./report/median.ts";
import { type AskWorker, type ReadHeap, withWorker } from "./with-worker.ts";

const MESSAGES = 100_000;
/** Words added to each text: a message is then about as long as people's and models' are on the average of brief chats. */
const WORDS = 40;
const QUERIES = 200;
const HEAP_EACH_MS = 100;

/**
 * Measures in a worker of Chromium how fast a synthetic export of each app is read, then imported into an empty database, how
 * large the heap was at most meanwhile (its garbage included), and how long a search takes in what was imported: the first, and
 * 200 after it. Options: `--json`, `--messages=100000`, `--words=40`, `--only=chatgpt,claude`, `--read` (reads alone).
 */
export async function benchHistory(options: readonly string[]): Promise<void> {
  const messages = Number(readOption(options, "messages") ?? MESSAGES);
  const words = Number(readOption(options, "words") ?? WORDS);
  const only = readOption(options, "only")?.split(",");
  const server = await serveWorkerPage(join(import.meta.dirname, "history-worker.ts"));
  const apps: Record<string, Readonly<Record<string, number>>> = {};
  try {
    for (const app of Object.keys(HISTORY_APPS) as readonly HistoryApp[]) {
      if (only?.includes(app) === false) continue;
      const chats = Math.ceil(messages / MESSAGES_A_CHAT[app]);
      apps[app] = await measure(server.url, { type: "write", app, chats, words }, options.includes("--read"));
    }
  } finally {
    server.close();
  }
  if (options.includes("--json")) console.log(JSON.stringify({ bench: "history", messages, words, apps }, null, 2));
  else {
    console.log(`${messages} messages of each app, ${words} words added to each text`);
    console.table(apps);
  }
}

async function measure(url: string, write: HistoryTask, isReadAlone: boolean): Promise<Record<string, number>> {
  const profile = mkdtempSync(join(tmpdir(), "alcove-bench-"));
  try {
    return await withWorker(profile, url, async (ask: AskWorker<HistoryTask>, heap) => {
      const megabytes = Number(await ask(write)) / 1e6;
      const read = await watchPeak(heap, () => ask({ type: "read" }));
      const figures = {
        megabytes: round(megabytes),
        "read MB/s": round((megabytes * 1000) / Number(read.value)),
        "read heap MB": round(read.peak),
      };
      if (isReadAlone) return figures;
      const imported = await watchPeak(heap, () => ask({ type: "import" }));
      const [first = Number.NaN] = (await ask({ type: "search", queries: 1 })) as readonly number[];
      const searched = (await ask({ type: "search", queries: QUERIES })) as readonly number[];
      return {
        ...figures,
        "import MB/s": round((megabytes * 1000) / Number(imported.value)),
        "import heap MB": round(imported.peak),
        "first search ms": round(first),
        "search p50 ms": round(toQuantile(searched, 0.5)),
        "search p95 ms": round(toQuantile(searched, 0.95)),
        "heap after MB": round((await heap()) / 1e6),
      };
    });
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The work's value, and by how many MB the worker's heap was larger than before at most, its garbage included. */
async function watchPeak(heap: ReadHeap, work: () => Promise<unknown>) {
  const before = await heap();
  let peak = before;
  let isDone = false;
  const watching = (async () => {
    for (; !isDone; await new Promise((resolve) => setTimeout(resolve, HEAP_EACH_MS)))
      peak = Math.max(peak, await heap("counted"));
  })();
  const value = await work();
  isDone = true;
  await watching;
  return { value, peak: (peak - before) / 1e6 };
}

function readOption(options: readonly string[], name: string): string | undefined {
  return options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
