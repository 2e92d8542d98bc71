/**
 * All tests: `npm test`. Finds or installs a Chromium, fetches the starter model, then runs the checks, the unit tests,
 * the package's checks, the browser tests, the end-to-end tests and what somebody new tries first. The last line sums them up.
 */
import { join } from "node:path";
import { ensureBuilt, ROOT } from "./build-app.ts";
import { ensureChromium } from "./find-chromium.ts";
import { REPORTS, runChecks, timed } from "./run-checks.ts";
import { runCommand } from "./run-command.ts";
import { readTally, sumTallies, type Tally } from "./tally.ts";

const tallies: Tally[] = [];
let chromiumPath: string | undefined;
try {
  chromiumPath = ensureChromium();
  console.log(`Chromium: ${chromiumPath}`);
} catch (error) {
  console.error(error);
  tallies.push({ passed: 0, failed: 1 });
}
// A failed fetch is told by the tests that need the model.
await runCommand("tsx", [join(ROOT, "dev/scripts/fetch-model.ts"), "--optional"]);

tallies.push(
  await runChecks(),
  await timed("slow unit tests (Vitest, Node)", async () => {
    const report = join(REPORTS, "slow.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    return readTally("vitest", report, await runCommand("vitest", ["run", "--project", "slow", ...reporters]));
  }),
);
tallies.push(
  await timed("the package (publint, Are The Types Wrong, its interface and size)", async () => {
    const code = await runCommand("tsx", [join(ROOT, "dev/scripts/package.ts")]);
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  }),
);
if (chromiumPath !== undefined) {
  const env = { CHROMIUM_PATH: chromiumPath };
  tallies.push(
    await timed("browser tests (Vitest, Chromium)", async () => {
      const report = join(REPORTS, "browser.json");
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
      const code = await runCommand("vitest", ["run", "--project", "browser", ...reporters], { env });
      return readTally("vitest", report, code);
    }),
    await timed("end-to-end tests (Playwright, Chromium)", async () => {
      await ensureBuilt();
      const report = join(REPORTS, "e2e.json");
      const settings = { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
      const code = await runCommand(
        "playwright",
        ["test", "--project=model", "--project=scripted", "--reporter=list,json"],
        { env: settings },
      );
      return readTally("playwright", report, code);
    }),
    await timed("the first ten minutes in brief (the starter in Chromium)", async () => {
      const code = await runCommand("tsx", [join(ROOT, "dev/scripts/ten-minutes.ts"), "--brief", "--show"], { env });
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
    }),
  );
}

const { passed, failed } = sumTallies(tallies);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
