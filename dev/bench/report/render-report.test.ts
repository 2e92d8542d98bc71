import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/build-app.ts";
import { readRuns } from "../report.ts";
import { readNotes } from "./notes.ts";
import { plotSvg } from "./plot-svg.ts";
import { renderReport } from "./render-report.ts";
import { SECTIONS } from "./sections.ts";

const FIGURES = join(ROOT, "dev/bench/figures");

test("docs/performance.md is what the kept figures say", () => {
  expect(readFileSync(join(ROOT, "docs/performance.md"), "utf8")).toBe(renderReport(readRuns, readNotes()));
});

test("every kept figure has its part in it", () => {
  const kept = readdirSync(FIGURES).map((path) => path.replace(".json", ""));
  expect(kept.length).toBeGreaterThan(0);
  for (const name of kept) expect(SECTIONS).toHaveProperty(name);
});

test("a target that one of two runs missed is told as missed, with both figures", () => {
  const machine = { processor: "x", cores: 2, memoryGb: 8, node: "v20", load: 1, measuredAt: "2026-01-01T00:00" };
  const line = { tools: 1, messages: 0, alcove: 3, alcoveWhole: 1, generateText: 1, streamText: 10 };
  const ratios = { toGenerateText: 3, wholeToGenerateText: 1, toStreamText: 0.3 };
  const loop = { bench: "loop", machine, lines: [{ ...line, ...ratios }] };
  const better = { ...loop, lines: [{ ...line, ...ratios, toStreamText: 0.1 }] };
  const report = renderReport((name) => (name === "loop" ? [loop, better] : []), "");
  expect(report).toContain("- **Missed**: streamed, at most 0.2 of `streamText` (0.30; 0.10)");
  expect(report).toContain("- Met: whole, at most `generateText` (1.00; 1.00)");
  expect(report).toContain("2 cores of x, 8 GB; 2026-01-01T00:00 UTC at load 1, 2026-01-01T00:00 UTC at load 1.");
});

test("the plot has a dot for each cost, and writes labels as text", () => {
  const points = [1, 10, 100].map((work) => ({ work, cost: work / 10 }));
  const svg = plotSvg([{ label: "a < b", points }]);
  expect(svg.match(/<circle/gu)).toHaveLength(points.length + 1);
  expect(svg).toContain("a &lt; b");
});
