import { existsSync, readFileSync, rmSync } from "node:fs";

/** How many tests ended well and how many did not. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** What Vitest's JSON reporter writes, as far as it is read here. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/** What Playwright's JSON reporter writes, as far as it is read here. */
interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
}

/** The sum of several. */
export function sumTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
  };
}

/**
 * A runner's tally from its report. A runner that failed without a failed test (a file that does not load, a crash, no
 * report at all) counts as one failure, so that nothing broken can look green.
 */
export function readTally(kind: "vitest" | "playwright", path: string, exitCode: number): Tally {
  const counted = existsSync(path)
    ? toTally(kind, JSON.parse(readFileSync(path, "utf8")) as VitestReport & PlaywrightReport)
    : { passed: 0, failed: 0 };
  rmSync(path, { force: true });
  return exitCode !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

function toTally(kind: "vitest" | "playwright", report: VitestReport & PlaywrightReport): Tally {
  if (kind === "vitest") {
    const brokenFiles = report.testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.length === 0,
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
  }
  const { expected, flaky, unexpected } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length };
}
