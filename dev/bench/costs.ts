import { existsSync, openAsBlob, readFileSync } from "node:fs";
import { readArchitectureNumber, readGguf, toByteSource } from "../../worker/engines/gguf/read-gguf.ts";
import { createHostAsker } from "./ask/ask-host.ts";
import type { TokenCost } from "./costs-page.ts";
import { findAtHand, toPath } from "./models/at-hand.ts";
import { readModelChoice, readOption } from "./models/model-choice.ts";
import { openModel } from "./models/open-model.ts";
import { openBenchPage } from "./open-page.ts";
import { toToolFile } from "./page/archive.ts";
import { readMachine } from "./report/machine.ts";

const PAGE = "/dev/bench/costs-page.ts";
/** Bytes that a token of the output passes: the starter is measured as the app runs it, its adapter merged into 8-bit weights. */
const BYTES: Readonly<Record<string, number>> = { starter: 145e6, "0.5b": 491e6, "1.5b": 1117e6 };
const CONTEXT_TOKENS = 8192;
/** Where the cost of a token is taken, about. */
const DEPTHS = [512, 1024, 2048, 4096, 7400];
/** A stretch that is read at each depth, and what is written behind it. */
const READ_TOKENS = 128;
const NEW_TOKENS = 12;
/** Our text has a token for about so many characters with these vocabularies. */
const CHARACTERS = 3.85;
/** Tools of the user's own, beside the app's. */
const TOOLS = [0, 5, 16, 32, 64, 128];
const QUESTION = "Look up in list 3 of the ferries which place one leaves from.";

/** What a token costs with one model on so many threads behind so many tokens. */
interface CostLine extends TokenCost {
  readonly model: string;
  /** Bytes of weights, and products of attention for each token of context: layers times width. */
  readonly bytes: number;
  readonly attention: number;
  readonly threads: number;
}

/**
 * What a token costs to read and to write, by the size of the model, the threads and what stands before it, in Chromium as the
 * app runs it; and how many tokens a question reads and writes with more and more tools of the user's own beside the app's,
 * counted with llama.cpp itself. The report fits both into what the plan of a device predicts with. Options:
 * `--models=starter,0.5b,1.5b`, `--threads=1,2`, `--depth=7400` at most, `--without-tools`, `--show`, `--json`.
 */
export async function benchCosts(options: readonly string[]): Promise<void> {
  const names = (readOption(options, "models") ?? Object.keys(BYTES).join(",")).split(",");
  const threads = (readOption(options, "threads") ?? "1,2").split(",").map(Number);
  const deepest = Number(readOption(options, "depth") ?? Number.POSITIVE_INFINITY);
  const lines: CostLine[] = [];
  const { page, close } = await openBenchPage();
  try {
    for (const name of names) {
      const model = findAtHand(name);
      if (!existsSync(toPath(model))) continue;
      const attention = await readAttention(model.path);
      for (const count of threads) {
        const asked = { path: PAGE, file: { path: model.path, merged: model.merged }, count, context: CONTEXT_TOKENS };
        await page.evaluate(
          async (each) => (await import(each.path)).loadFile(each.file, each.count, each.context),
          asked,
        );
        for (const depth of DEPTHS.filter((each) => each <= deepest)) {
          const cost = await measureAt(page, depth);
          lines.push({ model: name, bytes: BYTES[name] ?? 0, attention, threads: count, ...cost });
          if (options.includes("--show")) console.error(JSON.stringify(lines.at(-1)));
        }
        await page.evaluate(async (path) => (await import(path)).unloadFile(), PAGE);
      }
    }
  } finally {
    await close();
  }
  const tools = options.includes("--without-tools") ? [] : await countWithTools();
  const figures = { bench: "costs", machine: readMachine(), lines, tools };
  console.log(options.includes("--json") ? JSON.stringify(figures) : JSON.stringify(figures, null, 1));
  // Hosts wait for what never comes.
  process.exit();
}

/** Fills the context up to a depth, then reads a stretch behind it and writes. */
async function measureAt(page: Awaited<ReturnType<typeof openBenchPage>>["page"], depth: number): Promise<TokenCost> {
  const text = readText();
  const evaluate = (tokens: number, written: number): Promise<TokenCost> =>
    page.evaluate(async (each) => (await import(each.path)).measureToken(each.prompt, each.written), {
      ...{ path: PAGE, prompt: text.slice(0, Math.round(tokens * CHARACTERS)), written },
    });
  await evaluate(depth - READ_TOKENS, 1);
  return evaluate(depth, NEW_TOKENS);
}

function readText(): string {
  return readFileSync(new URL("./agreement-text.txt", import.meta.url), "utf8").repeat(20);
}

async function readAttention(path: string): Promise<number> {
  const header = await readGguf(toByteSource(await openAsBlob(toPath({ path }))));
  return (
    (readArchitectureNumber(header, "block_count") ?? 0) * (readArchitectureNumber(header, "embedding_length") ?? 0)
  );
}

/** What the first question of a chat reads and writes with so many tools of the user's own, by the 0.5B. */
async function countWithTools() {
  const counts = [];
  for (const own of TOOLS) {
    const { client, close } = await openModel(readModelChoice([`--model=${toPath(findAtHand("0.5b"))}`]));
    const ask = createHostAsker(() => client);
    const tools = Array.from({ length: own }, (_, at) => toToolFile(at));
    const { answers } = await ask({ texts: [QUESTION, QUESTION], files: [], tools, notes: [] });
    const [first, later] = answers;
    if (first === undefined || later === undefined) throw new Error("the model gave no answer");
    counts.push({ own, firstRead: first.tokensRead, laterRead: later.tokensRead, written: later.tokensWritten });
    await close();
  }
  return counts;
}
