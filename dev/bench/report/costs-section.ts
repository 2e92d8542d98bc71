import { z } from "zod";
import { type CostFit, type CostSample, fitCosts, sumCost } from "./fit-costs.ts";
import type { Section } from "./section.ts";

const number = z.number();
const COSTS = z.object({
  lines: z.array(
    z.object({
      ...{ model: z.string(), bytes: number, attention: number, threads: number },
      ...{ readBehind: number, read: number, writtenBehind: number, written: number },
    }),
  ),
  tools: z.array(z.object({ own: number, firstRead: number, laterRead: number, written: number })),
});
type Line = z.infer<typeof COSTS>["lines"][number];
/** A fit that is wrong by more says nothing that a plan could rest on. */
const MAX_FACTOR = 1.5;
/** Where the plan's answer stands. */
const USUAL_CONTEXT = 1000;

/** What tokens cost on so many threads: the parts of each kind and their prices, in milliseconds. */
export interface ThreadCosts {
  readonly threads: number;
  readonly read: CostFit;
  readonly written: CostFit;
}

/** The costs of tokens by threads, fitted to the size of the weights and to the attention to what stands before. */
export function fitThreads(figures: unknown): readonly ThreadCosts[] {
  const { lines } = COSTS.parse(figures);
  return [...new Set(lines.map(({ threads }) => threads))].map((threads) => {
    const own = lines.filter((line) => line.threads === threads);
    return {
      threads,
      read: fitCosts(own.map((line) => toSample(line, line.readBehind, line.read))),
      written: fitCosts(own.map((line) => toSample(line, line.writtenBehind, line.written))),
    };
  });
}

/** Bytes of weights that are got through in a second while a model of this size writes, and the lead of reading, at a usual place. */
export function toPlanRates(
  figures: unknown,
  threads: number,
  model: string,
): { readonly bytes: number; readonly lead: number } {
  const { lines } = COSTS.parse(figures);
  const line = lines.find((each) => each.model === model);
  const costs = fitThreads(figures).find((each) => each.threads === threads);
  if (line === undefined || costs === undefined) throw new Error("it was not measured");
  const parts = toSample(line, USUAL_CONTEXT, 1).parts;
  const written = sumCost(costs.written.prices, parts);
  return { bytes: (line.bytes * 1000) / written, lead: written / sumCost(costs.read.prices, parts) };
}

export function toCosts(figures: unknown): Section {
  const { lines, tools } = COSTS.parse(figures);
  const fits = fitThreads(figures);
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const name = `${line.model}, ${line.threads === 1 ? "1 thread" : `${line.threads} threads`}`;
    groups.set(name, [...(groups.get(name) ?? []), line]);
  }
  const depths = [...(groups.values().next().value ?? [])].map(({ writtenBehind }) => `${Math.round(writtenBehind)}`);
  const told = fits.map(
    ({ threads, read, written }) =>
      `${threads === 1 ? "One thread" : `${threads} threads`}: reading ${toFormula(read)}, writing ${toFormula(written)}.`,
  );
  const counted = tools.map(({ own, firstRead, laterRead }) => `${own}: ${firstRead} and ${laterRead}`);
  return {
    title: "What a token costs",
    text:
      "Milliseconds a token takes to read, in a stretch of 128, and to write, behind so many tokens of context, in Chromium as the " +
      "app runs each model. By size and context, fitted by least squares of the relative mistakes (GB of weights; MA: a million " +
      `products of attention, layers times width times tokens before): ${told.join(" ")} Tools hardly count, since a model is shown eight at ` +
      `most: tokens that the first and a later question read with so many tools of the user's own: ${counted.join("; ")}.`,
    rows: [
      ["", ...depths.map((depth) => `read, ${depth}`), ...depths.map((depth) => `written, ${depth}`)],
      ...[...groups].map(([name, group]) => [
        name,
        ...group.map(({ read }) => read.toFixed(1)),
        ...group.map(({ written }) => written.toFixed(1)),
      ]),
    ],
    targets: [
      {
        what: `the fits are nowhere wrong by more than a factor of ${MAX_FACTOR}`,
        figure: fits.map(({ read, written }) => `${read.worst.toFixed(2)} and ${written.worst.toFixed(2)}`).join(", "),
        met: fits.every(({ read, written }) => Math.max(read.worst, written.worst) <= MAX_FACTOR),
      },
      ...(tools.length === 0
        ? []
        : [
            {
              what: "a question with 128 more tools reads at most a fifth more than with none",
              figure: toGrowth(tools).toFixed(2),
              met: toGrowth(tools) <= 1.2,
            },
          ]),
    ],
  };
}

function toGrowth(tools: readonly { readonly firstRead: number }[]): number {
  return (tools.at(-1)?.firstRead ?? Number.NaN) / (tools[0]?.firstRead ?? Number.NaN);
}

function toSample({ bytes, attention }: Line, context: number, cost: number): CostSample {
  return { parts: [1, bytes / 1e9, (attention * context) / 1e6], cost };
}

function toFormula({ prices: [fixed = 0, weights = 0, attention = 0], worst, middle }: CostFit): string {
  return (
    `${fixed.toFixed(1)} + ${weights.toFixed(1)} a GB + ${attention.toFixed(2)} a MA ms ` +
    `(wrong by a factor of ${middle.toFixed(2)} in the middle, ${worst.toFixed(2)} at most)`
  );
}
