import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../scripts/build-app.ts";
import { readNotes } from "./report/notes.ts";
import { plotSvg } from "./report/plot-svg.ts";
import { renderReport } from "./report/render-report.ts";
import { readScale } from "./report/sections.ts";

/** Where each benchmark's figures are kept, as it printed them. */
export const FIGURES: string = join(ROOT, "bench/figures");

/** Writes docs/performance.md and its picture from the figures that are kept. */
export async function benchReport(): Promise<void> {
  const read = (name: string): unknown => {
    const path = join(FIGURES, `${name}.json`);
    return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
  };
  writeFileSync(join(ROOT, "docs/performance.md"), renderReport(read, readNotes()));
  const scale = read("scale");
  if (scale === undefined) return;
  const lines = readScale(scale).lines.filter(({ name }) => !name.endsWith("heap"));
  const plotted = lines.map(({ what, points }) => ({ label: what, points }));
  writeFileSync(join(ROOT, "docs/performance-scale.svg"), plotSvg(plotted));
}
