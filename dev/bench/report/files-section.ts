import { z } from "zod";
import { SCALE, toGrowthRow, toGrowthTarget, toShort } from "./growth.ts";
import type { Section } from "./section.ts";

const number = z.number();
const CONTESTANT = z.object({
  ...{ index: number, reopened: number, queryP50: number, queryP95: number, foundIn5: number, heapMegabytes: number },
  changeNoticed: z.nullable(number),
});
const FILES = z.object({
  ...{ files: number, megabytes: number, lines: SCALE.shape.lines },
  contestants: z.object({ alcove: CONTESTANT, minisearch: CONTESTANT, scan: CONTESTANT }),
});

/** What `files` printed. */
export function toFiles(figures: unknown): Section {
  const { files, megabytes, contestants, lines } = FILES.parse(figures);
  const { alcove, minisearch } = contestants;
  const names = { alcove: "ours", minisearch: "MiniSearch", scan: "reading every file" } as const;
  const toTime = (ms: number | null): string => (ms === null ? "never" : ms === 0 ? "" : toShort(ms));
  return {
    title: "Searching a folder",
    text:
      `${files.toLocaleString("en")} files of ${megabytes.toFixed(0)} MB in the browser's private file system, in Chromium; three words of one line are ` +
      "asked for, 200 times (three times where every file is read). Milliseconds, the heap in MB. Ours finds passages, keeps its " +
      "index on the disk, reads of it what a search needs, and hears of changes from the browser; MiniSearch finds files, and its " +
      "index is stored and loaded whole. How ours grows is measured with folders of small files (400 bytes).",
    rows: [
      ["", "first reading", "first answer after a start", "search p50", "p95", "found in 5", "change noticed", "heap"],
      ...(["alcove", "minisearch", "scan"] as const).map((name) => {
        const each = contestants[name];
        return [
          names[name],
          ...[each.index, each.reopened, each.queryP50, each.queryP95].map(toTime),
          `${(each.foundIn5 * 100).toFixed(0)} %`,
          toTime(each.changeNoticed),
          each.heapMegabytes.toFixed(0),
        ];
      }),
    ],
    targets: [
      { what: "a search at most 50 ms (p95)", figure: `${toShort(alcove.queryP95)} ms`, met: alcove.queryP95 <= 50 },
      { what: "opened again within 1 s", figure: `${toShort(alcove.reopened)} ms`, met: alcove.reopened <= 1000 },
      {
        what: "a changed file found within 1 s",
        figure: `${toShort(alcove.changeNoticed ?? Number.NaN)} ms`,
        met: (alcove.changeNoticed ?? Number.NaN) <= 1000,
      },
      {
        what: "less heap than MiniSearch's index",
        figure: `${alcove.heapMegabytes.toFixed(0)} beside ${minisearch.heapMegabytes.toFixed(0)} MB`,
        met: alcove.heapMegabytes < minisearch.heapMegabytes,
      },
      ...lines.map((line) => {
        const [, , least, most] = toGrowthRow(line);
        const target = toGrowthTarget(line);
        return { ...target, figure: `${target.figure}; ${least}, ${most}` };
      }),
    ],
  };
}
