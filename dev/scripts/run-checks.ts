import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ROOT } from "./build-app.ts";
import { runCommand } from "./run-command.ts";
import { readTally, sumTallies, type Tally } from "./tally.ts";

/** Where the runners write what they counted. */
export const REPORTS: string = join(ROOT, ".cache/reports");

/** A stage of the checks; what it writes is shown whole when it has ended. */
interface Stage {
  readonly title: string;
  run(write: (text: string) => void): Promise<Tally>;
}

/** Version 7 checks types several times as fast, and has no interface for programs yet, for which there is version 6. */
const TSC = "../typescript7/bin/tsc";

/** The longest first, so that the short ones fill what time is left beside them. */
const STAGES: readonly Stage[] = [
  { title: "unit tests (Vitest, Node)", run: runUnitTests },
  toStage("types (tsc)", [TSC, "-b"]),
  toStage(
    "size (size-limit)",
    ["tsx", join(ROOT, "dev/scripts/build.ts")],
    ["size-limit", "--config", join(ROOT, "dev/size-limit.mjs")],
  ),
  toStage("arrows (dependency-cruiser)", ["tsx", join(ROOT, "dev/scripts/report-arrows.ts")]),
  toStage("leftovers (knip)", ["knip", "--config", "dev/knip.jsonc", "--no-config-hints"]),
  toStage("style (Biome)", ["biome", "check", "--error-on-warnings"]),
];

/** Runs all checks to the end, one beside the other for every core. Each counts as one test, the unit tests as theirs. */
export async function runChecks(): Promise<Tally> {
  const waiting = [...STAGES];
  const tallies: Tally[] = [];
  const runNext = async (): Promise<void> => {
    for (let stage = waiting.shift(); stage !== undefined; stage = waiting.shift()) tallies.push(await runStage(stage));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
  return sumTallies(tallies);
}

async function runStage({ title, run }: Stage): Promise<Tally> {
  let output = "";
  const start = performance.now();
  const tally = await run((text) => {
    output += text;
  }).catch((error: unknown) => {
    output += `${error instanceof Error ? error.stack : String(error)}\n`;
    return { passed: 0, failed: 1 };
  });
  console.log(`\n== ${title}\n${output.trimEnd()}`);
  console.log(toSummary(title, tally, start));
  return tally;
}

/** A stage of programs that run one after the other for as long as each ends well. */
function toStage(title: string, ...commands: readonly (readonly [string, ...string[]])[]): Stage {
  return {
    title,
    run: async (write) => {
      for (const [command, ...args] of commands) {
        if ((await runCommand(command, args, { write })) !== 0) return { passed: 0, failed: 1 };
      }
      return { passed: 1, failed: 0 };
    },
  };
}

async function runUnitTests(write: (text: string) => void): Promise<Tally> {
  const report = join(REPORTS, "node.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return readTally("vitest", report, await runCommand("vitest", ["run", "--project", "node", ...reporters], { write }));
}

/** Runs one stage of tests under a heading, with its time. A stage that throws is one failure. */
export async function timed(title: string, run: () => Promise<Tally>): Promise<Tally> {
  console.log(`\n== ${title}`);
  const start = performance.now();
  const tally = await run().catch((error: unknown) => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
  console.log(toSummary(title, tally, start));
  return tally;
}

function toSummary(title: string, { passed, failed }: Tally, start: number): string {
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  return `== ${title}: ${passed} passed, ${failed} failed, ${seconds} s`;
}
