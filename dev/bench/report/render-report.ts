import { z } from "zod";
import type { Section } from "./section.ts";
import { SECTIONS } from "./sections.ts";

const MACHINE = z.object({
  machine: z.object({
    ...{ processor: z.string(), cores: z.number(), memoryGb: z.number(), node: z.string() },
    ...{ load: z.number(), measuredAt: z.string() },
  }),
});

/** The figures of each of a benchmark's runs, the newest last; empty if it was never run. */
export type ReadRuns = (name: string) => readonly unknown[];

/** docs/performance.md: each benchmark's figures with the machine and the moment they are of, then the notes. */
export function renderReport(read: ReadRuns, notes: string): string {
  const parts = Object.entries(SECTIONS).flatMap(([name, toSection]) => {
    const runs = read(name);
    return runs.length === 0 ? [] : [renderSection(name, runs.map(toSection), runs)];
  });
  return `${[HEAD, ...parts, notes].join("\n\n")}\n`;
}

const HEAD = `# Performance

Written by \`npm run bench -- report\` from what the benchmarks printed (\`dev/bench/figures/\`); \`npx tsx dev/scripts/performance.ts\` measures all
of it anew and writes this page. Everything runs in Chromium on the built app or its own modules. Compared are ratios within one
run, whose contestants take turns: seconds depend on the machine and on what else it does, which the load tells (processes that
wanted to run, the benchmark's own included). Where a benchmark was run several times its table is of the newest run; a target is
met if every run met it.`;

/** The newest run's table, and of each target what every run came to: it is met if it is in all of them. */
function renderSection(name: string, sections: readonly Section[], runs: readonly unknown[]): string {
  const newest = sections.at(-1);
  if (newest === undefined) throw new Error(`${name} has no run`);
  const { title, text, rows } = newest;
  const machines = runs.map((figures) => MACHINE.parse(figures).machine);
  const [{ processor, cores, memoryGb } = { processor: "", cores: 0, memoryGb: 0 }] = machines;
  const moments = machines.map(({ measuredAt, load }) => `${measuredAt} UTC at load ${load}`).join(", ");
  const facts = `\`npm run bench -- ${name}\`, ${cores} cores of ${processor}, ${memoryGb} GB; ${moments}.`;
  // A run may have been of one model, or of some inputs, alone.
  const names = new Set(sections.flatMap((section) => section.targets.map(({ what }) => what)));
  const aims = [...names].map((what) => {
    const all = sections.flatMap((section) => section.targets.filter((each) => each.what === what));
    const figures = all.map((each) => each.figure).join("; ");
    return `- ${all.every(({ met }) => met) ? "Met" : "**Missed**"}: ${what} (${figures})`;
  });
  return [`## ${title}`, text, renderTable(rows), ...(aims.length === 0 ? [] : [aims.join("\n")]), facts].join("\n\n");
}

function renderTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const toRow = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [toRow(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(toRow)].join("\n");
}
