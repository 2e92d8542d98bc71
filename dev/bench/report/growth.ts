import { z } from "zod";
import { fitExponent } from "./fit-exponent.ts";
import type { Target } from "./section.ts";

const number = z.number();
export const SCALE = z.object({
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

type GrowthLine = ScaleFigures["lines"][number];

/** A cost with its exponent, and what the least and the most work cost. */
export function toGrowthRow({ what, exponent, points }: GrowthLine): readonly string[] {
  const [first, last] = [points[0], points.at(-1)];
  const toCell = (point: typeof first): string =>
    point === undefined ? "" : `${point.work.toLocaleString("en")}: ${toShort(point.cost)}`;
  return [what, `n^${exponent.toFixed(2)}`, toCell(first), toCell(last)];
}

/** No worse than n log n. */
export function toGrowthTarget({ what, exponent, points }: GrowthLine): Target {
  // What n log n comes to over the same works, and what a busy machine adds.
  const most = fitExponent(points.map(({ work }) => ({ work, cost: work * Math.log2(work + 1) }))) + 0.05;
  return {
    what: `${what}: no worse than n log n (n^${most.toFixed(2)} over these works)`,
    figure: `n^${exponent.toFixed(2)}`,
    met: exponent <= most,
  };
}

/** What a cost may be for a million notes. */
const MILLION_BOUNDS: Readonly<Record<string, readonly [limit: number, unit: string]>> = {
  "notes-query": [50, "ms"],
  "notes-open": [1000, "ms"],
  "notes-heap": [150, "MB"],
};

/** The bound of a cost that has one, where it was measured for a million. */
export function toMillionTarget({ name, what, points }: GrowthLine): readonly Target[] {
  const bound = MILLION_BOUNDS[name];
  const cost = points.find(({ work }) => work === 1_000_000)?.cost;
  if (bound === undefined || cost === undefined) return [];
  const [limit, unit] = bound;
  return [
    {
      what: `${what}: at most ${limit} ${unit} at a million`,
      figure: `${cost.toFixed(0)} ${unit}`,
      met: cost <= limit,
    },
  ];
}

/** Two digits of a small number, a larger one whole. */
export function toShort(value: number): string {
  return value < 10 ? String(Number(value.toPrecision(2))) : value.toFixed(0);
}
