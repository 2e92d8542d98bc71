import { z } from "zod";
import { toConversation } from "./conversation-section.ts";
import { toCosts } from "./costs-section.ts";
import { toAttention, toConstraint, toDecode, toProcessor } from "./engine-sections.ts";
import { toEveryday } from "./everyday-section.ts";
import { toFiles } from "./files-section.ts";
import { readScale, toGrowthRow, toGrowthTarget, toMillionTarget } from "./growth.ts";
import type { Section } from "./section.ts";
import { toWaits } from "./waits-section.ts";

const number = z.number();
const LOOP = z.object({
  lines: z.array(
    z.object({
      ...{ tools: number, messages: number, alcove: number, alcoveWhole: number, generateText: number },
      ...{ streamText: number, toGenerateText: number, wholeToGenerateText: number, toStreamText: number },
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
const PAGE = z.object({
  open: number,
  nodes: number,
  lines: z.array(
    z.object({
      what: z.string(),
      inputs: number,
      p50: number,
      p95: number,
      longest: number,
      limit: number.default(50),
    }),
  ),
  heap: z.array(z.object({ answers: number, megabytes: number })),
});
/** The parts in their order, by the benchmark's name. */
export const SECTIONS: Readonly<Record<string, (figures: unknown) => Section>> = {
  everyday: toEveryday,
  conversation: toConversation,
  start: toStart,
  page: toPage,
  loop: toLoop,
  decode: toDecode,
  constraint: toConstraint,
  attention: toAttention,
  processor: toProcessor,
  costs: toCosts,
  waits: toWaits,
  scale: toScale,
  files: toFiles,
};

function toStart(figures: unknown): Section {
  const { rounds, ratio, lines, phases } = START.parse(figures);
  const ahead = lines.find(({ way }) => way === "ahead");
  const neither = lines.find(({ way }) => way === "neither");
  const toWaited = ({ ready, firstWord }: (typeof lines)[number]): number => ready + firstWord;
  const whole = ahead && neither ? toWaited(ahead) / toWaited(neither) : Number.NaN;
  const told = Object.entries(phases).map(([phase, ms]) => `${PHASES[phase] ?? phase} ${ms} ms`);
  return {
    title: "From the bookmark to the first word",
    text:
      "A browser that has the starter already is started anew and opens the built app; once the model is loaded the question " +
      "is typed, 120 ms a key, and sent. *ahead*: as the app does it: what every conversation begins with was kept as it was " +
      "read at an earlier visit, and the model reads on what the question will follow. *held back*: the same without either. " +
      "*neither*: without the copy of the model with its adapter merged in as well, for which the disk is made too small. Waited: until the model is ready, and " +
      "from Enter to the first word; the writing of the question, which takes six seconds, is left out. " +
      `Milliseconds, medians of ${rounds} visits each, in turns. What loading is made of, each done alone: ${told.join(", ")}.`,
    rows: [
      [
        "",
        "first paint",
        "field",
        "model ready",
        "Enter to the first word",
        "to the end",
        "waited",
        "tokens read after Enter",
        "kept",
      ],
      ...lines.map((each) => [
        each.way,
        ...[
          each.firstPaint,
          each.field,
          each.ready,
          each.firstWord,
          each.end,
          toWaited(each),
          each.read,
          each.kept,
        ].map(String),
      ]),
    ],
    targets: [
      { what: "from Enter to the first word, at most half of without", figure: ratio.toFixed(2), met: ratio <= 0.5 },
      ...(neither === undefined
        ? []
        : [
            {
              what: "waited from the bookmark on, at most half of before",
              figure: whole.toFixed(2),
              met: whole <= 0.5,
            },
          ]),
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
  loadCopy: "of the copy that is kept of that",
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
      ...[{ name: "whole, at most `generateText`", of: most((line) => line.wholeToGenerateText), limit: 1 }],
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
    rows: [["cost", "grows as", "least work", "most work"], ...lines.map(toGrowthRow)],
    targets: lines.flatMap((line) => [toGrowthTarget(line), ...toMillionTarget(line)]),
  };
}

function toPage(figures: unknown): Section {
  const { open, nodes, lines, heap } = PAGE.parse(figures);
  const [first, last] = [heap[0], heap.at(-1)];
  const growth = first === undefined || last === undefined ? null : last.megabytes - first.megabytes;
  const told = heap.map(({ answers, megabytes }) => `${answers}: ${megabytes.toFixed(1)} MB`).join(", ");
  return {
    title: "The page",
    text:
      "How long inputs wait for the next paint (Event Timing, in steps of 8 ms) with 100,000 messages stored, in the built app " +
      `with a scripted model. The end of a conversation of 10,000 is shown ${open} ms after its address was asked for, with ` +
      `${nodes} elements in the page.${heap.length === 0 ? "" : ` The page's heap after so many answers: ${told}.`}`,
    rows: [
      ["input", "p50", "p95", "longest", "inputs"],
      ...lines.map(({ what, p50, p95, longest, inputs }) => [
        what,
        ...[p50, p95, longest].map((ms) => `${ms} ms`),
        String(inputs),
      ]),
    ],
    targets: [
      ...lines.map(({ what, p95, limit }) => ({
        what: `${what}: p95 at most ${limit} ms`,
        figure: `${p95} ms`,
        met: p95 <= limit,
      })),
      ...(growth === null || last === undefined
        ? []
        : [
            {
              what: `heap flat from the first tenth to ${last.answers} answers (at most 2 MB more)`,
              figure: `${growth.toFixed(1)} MB`,
              met: growth <= 2,
            },
          ]),
    ],
  };
}
