import { z } from "zod";

/** A part of docs/performance.md, made of what one benchmark printed. */
export interface Section {
  readonly title: string;
  /** What is compared, and what the figures are to be. */
  readonly text: string;
  /** The first row is the head. */
  readonly rows: readonly (readonly string[])[];
  readonly targets: readonly Target[];
}

/** A figure that is to be held. */
export interface Target {
  readonly what: string;
  readonly figure: string;
  readonly met: boolean;
}

const number = z.number();
const LOOP = z.object({
  lines: z.array(
    z.object({
      ...{ tools: number, messages: number, alcove: number, alcoveWhole: number, generateText: number },
      ...{ streamText: number, toGenerateText: number, wholeToGenerateText: number, toStreamText: number },
    }),
  ),
});
const TIMES = z.object({ firstWord: number, end: number });
const CONVERSATION = z.object({
  threads: number,
  rounds: number,
  totals: z.array(
    z.object({
      contestant: z.string(),
      cold: number,
      warm: number,
      firstWords: number,
      readLater: number,
      right: z.string(),
    }),
  ),
  lines: z.array(
    z.object({
      ...{ contestant: z.string(), question: z.string(), cold: TIMES, warm: TIMES, answer: z.string() },
      ...{ read: number, kept: number, written: number, right: number, rounds: number },
    }),
  ),
});
const START = z.object({
  rounds: number,
  ratio: number,
  lines: z.array(
    z.object({
      ...{ way: z.string(), firstPaint: number, field: number, ready: number, firstWord: number, end: number },
      ...{ read: number, kept: number },
    }),
  ),
  phases: z.record(z.string(), number),
});
const SCALE = z.object({
  lines: z.array(
    z.object({
      ...{ name: z.string(), what: z.string(), exponent: number },
      points: z.array(z.object({ work: number, cost: number })),
    }),
  ),
});
export type ScaleFigures = z.infer<typeof SCALE>;

/** Reads what `scale` printed. */
export function readScale(figures: unknown): ScaleFigures {
  return SCALE.parse(figures);
}

/** The parts in their order, by the benchmark's name. */
export const SECTIONS: Readonly<Record<string, (figures: unknown) => Section>> = {
  conversation: toConversation,
  start: toStart,
  loop: toLoop,
  scale: toScale,
};

function toConversation(figures: unknown): Section {
  const { threads, rounds, totals, lines } = CONVERSATION.parse(figures);
  const [own, ...peers] = totals;
  const told = peers.filter(({ right }) => right === own?.right);
  const best = Math.min(...told.map(({ warm }) => warm));
  const [ownRead = 0] = [own?.readLater];
  return {
    title: "A conversation",
    text:
      `The same five questions in one conversation: the built app, and wllama's own chat completion with the same file, ` +
      `${threads} threads and five of the same tools, once as its documentation has it (the file's template shows the model ` +
      `no tools) and once with a template that does. Seconds; medians of ${rounds - 1} warm rounds, in turns. ` +
      "Right counts the questions that were answered rightly in every round.",
    rows: [
      ["", "five answers, warm", "cold", "first words, warm", "tokens read after the first question", "right"],
      ...totals.map((each) => [
        each.contestant,
        each.warm.toFixed(1),
        each.cold.toFixed(1),
        each.firstWords.toFixed(1),
        String(each.readLater),
        each.right,
      ]),
      ...lines.map((each) => [
        `${each.contestant}: ${each.question}`,
        each.warm.end.toFixed(1),
        each.cold.end.toFixed(1),
        each.warm.firstWord.toFixed(1),
        `${each.read} read, ${each.kept} kept`,
        `${each.right} of ${each.rounds}`,
      ]),
    ],
    targets: [
      told.length === 0
        ? { what: "a third of the time of a peer that answers as many rightly", figure: "no peer does", met: true }
        : {
            what: "a third of the time of the fastest peer that answers as many rightly",
            figure: ((own?.warm ?? Number.NaN) / best).toFixed(2),
            met: (own?.warm ?? Number.NaN) <= best / 3,
          },
      {
        what: "fewer tokens read after the first question than any peer",
        figure: `${ownRead} beside ${peers.map(({ readLater }) => readLater).join(" and ")}`,
        met: peers.every(({ readLater }) => ownRead <= readLater),
      },
    ],
  };
}

function toStart(figures: unknown): Section {
  const { rounds, ratio, lines, phases } = START.parse(figures);
  const ahead = lines.find(({ way }) => way === "ahead");
  const told = Object.entries(phases).map(([phase, ms]) => `${PHASES[phase] ?? phase} ${ms} ms`);
  return {
    title: "From the bookmark to the first word",
    text:
      "A browser that has the starter already is started anew and opens the built app; once the model is loaded the question " +
      "is typed, 120 ms a key, and sent. *ahead*: from the moment that it is loaded the model reads what the question will " +
      "follow. *held back*: the same without that. " +
      `Milliseconds, medians of ${rounds} visits each, in turns. What loading is made of, each done alone: ${told.join(", ")}.`,
    rows: [
      [
        "",
        "first paint",
        "field",
        "model ready",
        "Enter to the first word",
        "to the end",
        "tokens read after Enter",
        "kept",
      ],
      ...lines.map((each) => [
        each.way,
        ...[each.firstPaint, each.field, each.ready, each.firstWord, each.end, each.read, each.kept].map(String),
      ]),
    ],
    targets: [
      { what: "from Enter to the first word, at most half of without", figure: ratio.toFixed(2), met: ratio <= 0.5 },
      {
        what: "after Enter only the question and the tool's result are read, with what marks them (at most 80 tokens)",
        figure: String(ahead?.read ?? Number.NaN),
        met: (ahead?.read ?? Number.NaN) <= 80,
      },
    ],
  };
}

const PHASES: Readonly<Record<string, string>> = {
  fetchWasm: "fetching the engine",
  compileWasm: "compiling it",
  readFile: "reading the file",
  readMerged: "reading it with the adapter merged in",
  loadFile: "the engine's whole load of the file",
  loadMerged: "the same with the adapter",
};

function toLoop(figures: unknown): Section {
  const { lines } = LOOP.parse(figures);
  const most = (of: (line: (typeof lines)[number]) => number): number => Math.max(...lines.map(of));
  return {
    title: "The loop",
    text:
      "A step (one turn of a model that answers at once) of our loop, streamed in pieces of four characters, beside " +
      "`generateText` and `streamText` of `ai`; the median in milliseconds. `generateText` streams nothing and is handed its " +
      "calls read, so ours is also measured with a model that answers whole.",
    rows: [
      ["tools, messages before", "ours, streamed", "ours, whole", "`generateText`", "`streamText`"],
      ...lines.map((each) => [
        `${each.tools}, ${each.messages}`,
        `${each.alcove.toFixed(2)} (${each.toStreamText.toFixed(2)} of \`streamText\`)`,
        `${each.alcoveWhole.toFixed(2)} (${each.wholeToGenerateText.toFixed(2)} of \`generateText\`)`,
        each.generateText.toFixed(2),
        each.streamText.toFixed(2),
      ]),
    ],
    targets: [
      ...[{ name: "streamed, at most 0.2 of `streamText`", of: most(({ toStreamText }) => toStreamText), limit: 0.2 }],
      ...[{ name: "whole, at most `generateText`", of: most((line) => line.wholeToGenerateText), limit: 1.15 }],
      ...[
        {
          name: "streamed, at most `generateText`, which does not stream",
          of: most((line) => line.toGenerateText),
          limit: 1,
        },
      ],
    ].map(({ name, of, limit }) => ({ what: name, figure: of.toFixed(2), met: of <= limit })),
  };
}

function toScale(figures: unknown): Section {
  const { lines } = readScale(figures);
  return {
    title: "How costs grow",
    text:
      "Each cost for growing amounts of work, and the exponent of its growth: 1 is in proportion, a little more is n log n. " +
      "What is spent before any work begins flattens it.\n\n![Costs by their work, on logarithmic axes](performance-scale.svg)",
    rows: [
      ["cost", "grows as", "least work", "most work"],
      ...lines.map(({ what, exponent, points }) => {
        const [first, last] = [points[0], points.at(-1)];
        const toCell = (point: typeof first): string =>
          point === undefined ? "" : `${point.work.toLocaleString("en")}: ${toShort(point.cost)}`;
        return [what, `n^${exponent.toFixed(2)}`, toCell(first), toCell(last)];
      }),
    ],
    targets: lines.map(({ what, exponent }) => ({
      what: `${what}: no worse than n log n`,
      figure: `n^${exponent.toFixed(2)}`,
      met: exponent <= 1.15,
    })),
  };
}

function toShort(value: number): string {
  return value < 10 ? String(Number(value.toPrecision(2))) : value.toFixed(0);
}
