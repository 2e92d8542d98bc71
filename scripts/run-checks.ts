import { join } from "node:path";
import { ensureBuilt, ROOT } from "./build-app.ts";
import { checkArrows } from "./check-arrows.ts";
import { runCommand } from "./run-command.ts";
import { readTally, sumTallies, type Tally } from "./tally.ts";

/** Where the runners write what they counted. */
export const REPORTS: string = join(ROOT, ".cache/reports");

const FOLDERS = ["app", "worker", "sw", "scripts", "bench", "e2e", "vite.config.ts", "vitest.config.ts"];

/** The app alone has more files than this; fewer means that the compiler at hand hid them from the check. */
const MIN_MODULES = 100;

/** Runs all checks, cheapest first, to the end. Each counts as one test, the unit tests as what they are. */
export async function runChecks(): Promise<Tally> {
  return sumTallies([
    await step("style (Biome)", () => runCommand("biome", ["check", "--error-on-warnings"])),
    await step("types (tsc)", () => runCommand("tsc", ["-b"])),
    await step("arrows (dependency-cruiser)", reportArrows),
    await step("leftovers (knip)", () => runCommand("knip", ["--no-config-hints"])),
    await runUnitTests(),
    await step("size (size-limit)", async () => {
      await ensureBuilt();
      return runCommand("size-limit", []);
    }),
  ]);
}

async function runUnitTests(): Promise<Tally> {
  const report = join(REPORTS, "node.json");
  return timed("unit tests (Vitest, Node)", async () => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    return readTally("vitest", report, await runCommand("vitest", ["run", "--project", "node", ...reporters]));
  });
}

async function reportArrows(): Promise<number> {
  const { modules, violations } = await checkArrows(ROOT, FOLDERS);
  for (const { rule, from, to, comment } of violations) console.log(`${rule}: ${from} -> ${to}\n  ${comment}`);
  console.log(`${modules} modules, ${violations.length} violations`);
  if (modules < MIN_MODULES) {
    console.log(`Only ${modules} modules were read, so this says nothing. Is the TypeScript version supported?`);
    return 1;
  }
  return violations.length === 0 ? 0 : 1;
}

function step(title: string, run: () => Promise<number>): Promise<Tally> {
  return timed(title, async () => {
    const code = await run();
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  });
}

/** Runs one stage of tests under a heading, with its time. A stage that throws is one failure. */
export async function timed(title: string, run: () => Promise<Tally>): Promise<Tally> {
  console.log(`\n== ${title}`);
  const start = performance.now();
  const tally = await run().catch((error: unknown) => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`== ${title}: ${tally.passed} passed, ${tally.failed} failed, ${seconds} s`);
  return tally;
}
