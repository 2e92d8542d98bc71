import type { LoadedEngine } from "../../worker/engines/wllama/wllama-engine.ts";
import { createPieces, decodeRaw, loadRaw, type Pieces, TOKENS, toRate } from "./decode/engines.ts";
import type { DecodeTask } from "./decode/worker.ts";

/** Tokens a second of each round, by who decodes while the page is idle or kept busy. */
export type DecodeRates = Readonly<Record<`${"idle" | "busy"} ${"raw in page" | "raw in worker" | "ours"}`, number[]>>;

const BUSY_SHARE = 0.8;
const FRAME_MS = 50;
let worker: Worker | null = null;
let raw: LoadedEngine | null = null;

/** Loads the starter three times: in wllama as a page uses it, in wllama in a worker, and in our client there. */
export async function load(threads: number): Promise<void> {
  worker = new Worker(new URL("./decode/worker.ts", import.meta.url), { type: "module" });
  await ask({ type: "load", threads });
  raw = await loadRaw(threads);
}

export async function compareDecoding(rounds: number): Promise<DecodeRates> {
  const rates: DecodeRates = {
    ...{ "idle raw in page": [], "idle raw in worker": [], "idle ours": [] },
    ...{ "busy raw in page": [], "busy raw in worker": [], "busy ours": [] },
  };
  for (let round = -1; round < rounds; round += 1) {
    for (const state of ["idle", "busy"] as const) {
      const stop = state === "busy" ? keepBusy() : () => undefined;
      const measured = {
        "raw in page": toRate(await decodeHere()),
        "raw in worker": toRate((await ask({ type: "raw" })) as Pieces),
        ours: toRate((await ask({ type: "ours" })) as Pieces),
      };
      stop();
      if (round < 0) continue;
      for (const who of ["raw in page", "raw in worker", "ours"] as const) rates[`${state} ${who}`].push(measured[who]);
    }
  }
  return rates;
}

async function decodeHere(): Promise<Pieces> {
  const pieces = createPieces();
  if (raw !== null) await decodeRaw(raw.wllama, () => pieces.note());
  return { ...pieces.read(), count: TOKENS };
}

/** Blocks this thread for most of each frame, until it is told to stop. */
function keepBusy(): () => void {
  const timer = setInterval(() => {
    const until = performance.now() + FRAME_MS * BUSY_SHARE;
    while (performance.now() < until) {
      // A page that computes.
    }
  }, FRAME_MS);
  return () => clearInterval(timer);
}

function ask(task: DecodeTask): Promise<unknown> {
  const asked = worker;
  if (asked === null) throw new Error("there is no worker");
  return new Promise((resolve, reject) => {
    asked.onmessage = ({ data }) => {
      if ("value" in data) resolve(data.value);
      if ("error" in data) reject(new Error(data.error));
    };
    asked.onerror = (event) => reject(new Error(event.message));
    asked.postMessage(task);
  });
}
