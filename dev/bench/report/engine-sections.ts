import { z } from "zod";
import type { Section } from "./section.ts";

const number = z.number();
const DECODE = z.object({
  ...{ rounds: number, threads: number, toRaw: number, busyToPage: number },
  rates: z.record(z.string(), number),
});
const CONSTRAINT = z.object({
  lines: z.array(
    z.object({
      ...{ engine: z.string(), rounds: number, warm: number, free: number, share: number },
      first: z.object({ wait: number, token: number }),
    }),
  ),
});
const ATTENTION = z.object({
  rounds: number,
  lines: z.array(
    z.object({ form: z.string(), ...{ context: number, read: number, readInPieces: number, written: number } }),
  ),
});
const PROCESSOR = z.object({
  ...{ rounds: number, threads: number, positions: number },
  lines: z.array(
    z.object({
      model: z.string(),
      ...{ read: z.array(number), readTimes: number, readShare: number },
      ...{ written: z.array(number), writtenTimes: number, writtenShare: number },
      agreed: number.optional(),
    }),
  ),
});

/** What `decode` printed. */
export function toDecode(figures: unknown): Section {
  const { rounds, threads, rates, toRaw, busyToPage } = DECODE.parse(figures);
  const toCell = (name: string): string => (rates[name] ?? Number.NaN).toFixed(1);
  return {
    title: "Writing, through worker, loop and events",
    text:
      `The starter's tokens a second on ${threads} thread(s): wllama called as it is from a page, the same in a worker, and our ` +
      "worker with its loop and events; the page idle, and kept computing 80 % of the time. " +
      `Medians of ${rounds} rounds, in turns. WebLLM is left out: without a GPU its ` +
      "tokens take so long (4 a second) that nothing around them shows.",
    rows: [
      ["page", "wllama in the page", "wllama in a worker", "ours"],
      ...["idle", "busy"].map((state) => [
        state,
        toCell(`${state} raw in page`),
        toCell(`${state} raw in worker`),
        toCell(`${state} ours`),
      ]),
    ],
    targets: [
      { what: "ours at least 0.98 of the raw engine", figure: toRaw.toFixed(3), met: toRaw >= 0.98 },
      {
        what: "with a busy page at least 1.3 of the engine used from it",
        figure: busyToPage.toFixed(2),
        met: busyToPage >= 1.3,
      },
    ],
  };
}

/** What `constraint` printed. */
export function toConstraint(figures: unknown): Section {
  const { lines } = CONSTRAINT.parse(figures);
  return {
    title: "A locked call",
    text:
      "What it costs to hold a call to the grammar of five tools: milliseconds a token with the lock and without, in turns, and " +
      "what the first such call waits longer for its first token, in which the grammar is made. wllama computes on one thread, WebLLM on a GPU that " +
      "the processor plays.",
    rows: [
      ["engine", "locked, warm", "free", "more", "locked, the first time", "the first waits longer by"],
      ...lines.map(({ engine, warm, free, share, first }) => [
        engine === "webllm" ? "WebLLM" : engine,
        ...[warm.toFixed(1), free.toFixed(1), toPercent(share), first.token.toFixed(1), first.wait.toFixed(0)],
      ]),
    ],
    targets: lines.map(({ engine, share }) => ({
      what: `a locked token of ${engine === "webllm" ? "WebLLM" : engine} at most 3 % more, warm`,
      figure: toPercent(share),
      met: share <= 0.03,
    })),
  };
}

function toPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** What `attention` printed. */
export function toAttention(figures: unknown): Section {
  const { rounds, lines } = ATTENTION.parse(figures);
  return {
    title: "How keys and values are kept",
    text:
      "The starter in wllama on one thread, by the form of llama.cpp's KV cache and with or without its attention in one pass " +
      "(flash): tokens a second of processor time, which a busy machine changes less than the clock's. Pieces are of 17 tokens, " +
      `what is read at once has 68. Medians of ${rounds} rounds, in turns. llama.cpp's usual form is the first, the app's the fourth.`,
    rows: [
      ["keys and values", "behind so many tokens", "reads at once", "reads in pieces", "writes"],
      ...lines.map(({ form, context, ...each }) => [
        form,
        String(context),
        ...[each.read, each.readInPieces, each.written].map((rate) => rate.toFixed(1)),
      ]),
    ],
    targets: [],
  };
}

/** What `processor` printed. */
export function toProcessor(figures: unknown): Section {
  const { rounds, threads, positions, lines } = PROCESSOR.parse(figures);
  const toCells = (values: readonly number[]): readonly string[] => values.map((value) => value.toFixed(1));
  return {
    title: "How far the browser is from the processor",
    text:
      "The same file in llama.cpp's native build (node-llama-cpp 3.22.1), in wllama 3.8.1 as its package has it, and in the app, whose " +
      `wllama has matrix products of its own ([decision](decisions/matrix-products-of-our-own.md)); tokens a second on ${threads} ` +
      `thread(s), medians of ${rounds} rounds, in turns. The last column counts at how many of ${positions} places of a text both of the ` +
      "browser's expect the same next token.",
    rows: [
      [
        ...["model", "reads: native", "wllama", "ours", "ours to wllama", "ours to native"],
        ...["writes: native", "wllama", "ours", "ours to wllama", "ours to native", "same tokens"],
      ],
      ...lines.map((each) => [
        each.model,
        ...[...toCells(each.read), each.readTimes.toFixed(2), each.readShare.toFixed(2)],
        ...[...toCells(each.written), each.writtenTimes.toFixed(2), each.writtenShare.toFixed(2)],
        each.agreed === undefined ? "" : String(each.agreed),
      ]),
    ],
    targets: [
      {
        what: "reads and writes at least 1.5 times as fast as wllama by itself",
        figure: lines
          .map(({ readTimes, writtenTimes }) => `${readTimes.toFixed(2)}, ${writtenTimes.toFixed(2)}`)
          .join("; "),
        met: lines.every(({ readTimes, writtenTimes }) => Math.min(readTimes, writtenTimes) >= 1.5),
      },
    ],
  };
}
