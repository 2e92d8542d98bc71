import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../scripts/build-app.ts";
import { readScale } from "./report/growth.ts";
import { readNotes } from "./report/notes.ts";
import { plotSvg } from "./report/plot-svg.ts";
import { renderReport } from "./report/render-report.ts";

const FIGURES = join(ROOT, "dev/bench/figures");

/** What a benchmark printed, run by run, the newest last: `dev/bench/figures/NAME.json`. */
export function readRuns(name: string): readonly unknown[] {
  const path = join(FIGURES, `${name}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : [];
}

/** Writes docs/performance.md and its picture from the figures that are kept. */
export async function benchReport(): Promise<void> {
  writeFileSync(join(ROOT, "docs/performance.md"), renderReport(readRuns, readNotes()));
  const scale = readRuns("scale").at(-1);
  if (scale === undefined) return;
  const lines = readScale(scale).lines.filter(({ name }) => !name.endsWith("heap"));
  const plotted = lines.map(({ what, points }) => ({ label: what, points }));
  writeFileSync(join(ROOT, "docs/performance-scale.svg"), plotSvg(plotted));
}
