import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTally, sumTallies } from "./tally.ts";

function write(report: unknown): string {
  const path = join(mkdtempSync(join(tmpdir(), "alcove-tally-")), "report.json");
  writeFileSync(path, JSON.stringify(report));
  return path;
}

describe("the tally of test runners", () => {
  test("counts what Vitest counted, and a file that did not load as a failure", () => {
    const report = {
      numPassedTests: 5,
      numFailedTests: 2,
      testResults: [
        { status: "passed", assertionResults: [{}] },
        { status: "failed", assertionResults: [] },
      ],
    };
    expect(readTally("vitest", write(report), 1)).toEqual({ passed: 5, failed: 3 });
  });

  test("counts what Playwright counted, errors outside tests included", () => {
    const report = { stats: { expected: 4, flaky: 0, unexpected: 1 }, errors: [{}] };
    expect(readTally("playwright", write(report), 1)).toEqual({ passed: 4, failed: 2 });
  });

  test("a runner that failed is a failure, whatever its report says, and without one", () => {
    const green = { stats: { expected: 4, flaky: 0, unexpected: 0 }, errors: [] };
    expect(readTally("playwright", write(green), 1)).toEqual({ passed: 4, failed: 1 });
    expect(readTally("vitest", "/nowhere/report.json", 137)).toEqual({ passed: 0, failed: 1 });
  });

  test("a report is counted once", () => {
    const path = write({ stats: { expected: 4, flaky: 0, unexpected: 0 }, errors: [] });
    expect(readTally("playwright", path, 0)).toEqual({ passed: 4, failed: 0 });
    expect(readTally("playwright", path, 0)).toEqual({ passed: 0, failed: 0 });
  });

  test("tallies add up", () => {
    const sum = sumTallies([
      { passed: 1, failed: 0 },
      { passed: 2, failed: 3 },
    ]);
    expect(sum).toEqual({ passed: 3, failed: 3 });
  });
});
