import { measureMemory } from "./memory.ts";
import { openBenchPage } from "./open-page.ts";
import { type CostPoint, fitExponent } from "./report/fit-exponent.ts";
import { readMachine } from "./report/machine.ts";
import type { ScaleName } from "./scale-page.ts";

const PAGE = "/dev/bench/scale-page.ts";

/** Costs in the page, each with the amounts of work that it is measured for. */
const TASKS: Readonly<Record<ScaleName, { readonly what: string; readonly works: readonly number[] }>> = {
  turns: { what: "a run, by its turns", works: [1, 2, 5, 10, 20, 50] },
  tools: { what: "the first question, by the agent's tools", works: [1, 2, 4, 8, 16, 32, 64, 128] },
  messages: { what: "the next question, by the conversation's messages", works: [10, 100, 1000, 10_000, 100_000] },
  answer: { what: "an answer's fold, by its tokens", works: [100, 1000, 10_000, 100_000] },
};

/** A cost, in milliseconds, with how it grows. */
export interface ScaleLine {
  readonly name: string;
  readonly what: string;
  readonly exponent: number;
  readonly points: readonly CostPoint[];
}

/**
 * Measures how each cost grows with its work, and fits the exponent. Options: `--json`, `--only=turns,notes`,
 * `--notes=1000,10000` (sizes of the memory; a million takes some ten minutes).
 */
export async function benchScale(options: readonly string[]): Promise<void> {
  const read = (name: string): string | undefined =>
    options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3);
  const only = read("only")?.split(",");
  const isWanted = (name: string): boolean => only === undefined || only.includes(name);
  const lines: ScaleLine[] = [];
  const add = (line: ScaleLine): void => {
    lines.push(line);
    if (!options.includes("--json")) console.log(toText(line));
  };
  const { page, close } = await openBenchPage();
  try {
    for (const [name, { what, works }] of Object.entries(TASKS)) {
      if (!isWanted(name)) continue;
      const points: CostPoint[] = [];
      for (const work of works) {
        const cost: number = await page.evaluate(
          async (asked) => (await import(asked.path)).measureScale(asked.name, asked.work),
          { path: PAGE, name, work },
        );
        points.push({ work, cost });
      }
      add({ name, what, exponent: fitExponent(points), points });
    }
  } finally {
    await close();
  }
  if (isWanted("notes")) {
    const sizes = (read("notes") ?? "1000,10000,50000").split(",").map(Number);
    for (const line of await measureNotes(sizes)) add(line);
  }
  if (options.includes("--json")) console.log(JSON.stringify({ bench: "scale", machine: readMachine(), lines }));
}

async function measureNotes(sizes: readonly number[]): Promise<readonly ScaleLine[]> {
  const figures = await measureMemory(sizes);
  const toLine = (name: string, what: string, of: (figure: (typeof figures)[number]) => number): ScaleLine => {
    const points = figures.map((figure) => ({ work: figure.notes, cost: of(figure) }));
    return { name, what, exponent: fitExponent(points), points };
  };
  return [
    toLine("notes-query", "a search of the notes (p95), by their number", ({ queryP95 }) => queryP95),
    toLine("notes-open", "from an empty worker to the first find, by the notes", ({ coldMs }) => coldMs),
    toLine("notes-add", "a durable note (p95), by the notes", ({ addP95 }) => addP95),
    toLine("notes-heap", "heap in MB, by the notes", ({ heapBytes }) => heapBytes / 1e6),
  ];
}

function toText({ what, exponent, points }: ScaleLine): string {
  const told = points
    .map(({ work, cost }) => `${work}: ${cost < 10 ? cost.toPrecision(2) : cost.toFixed(0)}`)
    .join(", ");
  return `${what}: n^${exponent.toFixed(2)} (${told})`;
}
