import { z } from "zod";
import { SECTIONS, type Section } from "./sections.ts";

const MACHINE = z.object({
  machine: z.object({
    ...{ processor: z.string(), cores: z.number(), memoryGb: z.number(), node: z.string() },
    ...{ load: z.number(), measuredAt: z.string() },
  }),
});

/** docs/performance.md: each benchmark's figures with the machine and the moment they are of, then the notes. */
export function renderReport(read: (name: string) => unknown, notes: string): string {
  const parts = Object.entries(SECTIONS).flatMap(([name, toSection]) => {
    const figures = read(name);
    return figures === undefined ? [] : [renderSection(name, toSection(figures), figures)];
  });
  return `${[HEAD, ...parts, notes].join("\n\n")}\n`;
}

const HEAD = `# Performance

Written by \`npm run bench -- report\` from what the benchmarks printed (\`bench/figures/\`); \`npm run performance\` measures all
of it anew and writes this page. Everything runs in Chromium on the built app or its own modules. Compared are ratios within one
run, whose contestants take turns: seconds depend on the machine and on what else it does, which the load tells (processes that
wanted to run, the benchmark's own included).`;

function renderSection(name: string, { title, text, rows, targets }: Section, figures: unknown): string {
  const { machine } = MACHINE.parse(figures);
  const { processor, cores, memoryGb, load, measuredAt } = machine;
  const facts = `\`npm run bench -- ${name}\`, ${measuredAt} UTC, ${cores} cores of ${processor}, ${memoryGb} GB, load ${load}.`;
  const aims = targets.map(({ what, figure, met }) => `- ${met ? "Met" : "**Missed**"}: ${what} (${figure})`);
  return [`## ${title}`, text, renderTable(rows), ...(aims.length === 0 ? [] : [aims.join("\n")]), facts].join("\n\n");
}

function renderTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const toRow = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [toRow(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(toRow)].join("\n");
}
