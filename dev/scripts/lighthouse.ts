// Audits the built app with Lighthouse, as a phone and as a desktop: `npx tsx dev/scripts/lighthouse.ts`. Lighthouse brings 190 packages
// of its own, so it is fetched when it is run and not with every clone.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startAppServer } from "./app-server.ts";
import { DIST, ensureBuilt, ROOT } from "./build-app.ts";
import { CHROMIUM_FLAGS, findChromium } from "./find-chromium.ts";

/** What each category has to reach, out of 100. */
const GOALS = { performance: 98, accessibility: 100, "best-practices": 100 };
const PACKAGE = "lighthouse@12.8.2";
/** Each form is audited so often and judged by the median, as Lighthouse's notes on variability advise: timings vary. */
const RUNS = 3;

interface Report {
  /** The machine's speed as Lighthouse measured it during the run. */
  readonly environment: { readonly benchmarkIndex: number };
  readonly categories: Readonly<
    Record<string, { readonly score: number; readonly auditRefs: readonly { id: string }[] }>
  >;
  readonly audits: Readonly<
    Record<string, { readonly title: string; readonly score: number | null; readonly displayValue?: string }>
  >;
}

await ensureBuilt();
const server = await startAppServer({ folder: DIST, modelsFolder: join(ROOT, ".models"), port: 0 });
const folder = mkdtempSync(join(tmpdir(), "alcove-lighthouse-"));
let missed = 0;
for (const form of ["mobile", "desktop"] as const) {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run += 1) reports.push(await auditAgain(`${server.url}?engine=scripted`, form));
  for (const [category, goal] of Object.entries(GOALS)) {
    const sorted = reports.toSorted((left, right) => toScore(left, category) - toScore(right, category));
    const median = sorted[Math.floor(RUNS / 2)];
    if (median === undefined) throw new Error("Nothing was audited.");
    const reached = toScore(median, category);
    if (reached < goal) missed += 1;
    const all = reports.map((report) => toScore(report, category)).join(", ");
    const speed = Math.round(median.environment.benchmarkIndex);
    console.log(`${form} ${category}: ${reached} (goal ${goal}; single runs: ${all}; benchmark index ${speed})`);
    for (const { id } of median.categories[category]?.auditRefs ?? []) {
      const found = median.audits[id];
      if (found === undefined || found.score === null || found.score >= 0.9) continue;
      console.log(`  ${found.title}${found.displayValue === undefined ? "" : `: ${found.displayValue}`}`);
    }
  }
}
rmSync(folder, { recursive: true });
await server.close();
process.exit(missed === 0 ? 0 : 1);

function toScore(report: Report, category: string): number {
  return Math.round((report.categories[category]?.score ?? 0) * 100);
}

/** Lighthouse now and then records no trace at all (NO_NAVSTART) and asks to be run again. */
async function auditAgain(url: string, form: "mobile" | "desktop"): Promise<Report> {
  try {
    return await audit(url, form);
  } catch (error) {
    console.log(`${String(error)} Once more.`);
    return audit(url, form);
  }
}

async function audit(url: string, form: "mobile" | "desktop"): Promise<Report> {
  const path = join(folder, `${form}.json`);
  const child = spawn(
    "npx",
    [
      "--yes",
      PACKAGE,
      url,
      "--quiet",
      "--output=json",
      `--output-path=${path}`,
      `--only-categories=${Object.keys(GOALS).join(",")}`,
      `--chrome-flags=--headless=new ${CHROMIUM_FLAGS.join(" ")}`,
      ...(form === "desktop" ? ["--preset=desktop"] : []),
    ],
    { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, CHROME_PATH: findChromium() ?? "" } },
  );
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(`Lighthouse ended with ${status}.`);
  return JSON.parse(readFileSync(path, "utf8"));
}
