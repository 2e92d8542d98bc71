import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toTextTarget } from "./fuzz-target.ts";
import { FUZZ_TARGETS } from "./fuzz-targets.ts";
import { createInputRandom } from "./mutate-text.ts";

interface SavedInput {
  readonly target: string;
  readonly why: string;
  readonly input: string;
}

/** Generous, since other tests run beside this one; what the findings took before was ten times as long or more. */
const LIMIT_MS = 5_000;
const CORPUS: readonly SavedInput[] = readFileSync(new URL("corpus.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): SavedInput => JSON.parse(line));

describe("what was found by fuzzing, or by hand, is survived", () => {
  it.each(CORPUS)("by $target: $why", async ({ target, input }) => {
    const reader = FUZZ_TARGETS.find(({ name }) => name === target);
    const start = performance.now();
    await reader?.read(input);
    expect(reader).toBeDefined();
    expect(performance.now() - start).toBeLessThan(LIMIT_MS);
  });
});

describe("every reader of foreign bytes", () => {
  it.each(FUZZ_TARGETS)("survives the first inputs of a seed: $name", async (target) => {
    const inputs = Array.from({ length: 20 }, (_, index) => target.make(createInputRandom(target.name, 1, index)));
    for (const input of inputs) await target.read(input);
    expect(new Set(inputs).size).toBeGreaterThan(10);
  });

  it("is loaded by the program too, for which no bundler takes away styles and the like", () => {
    const args = ["--import", "tsx", "dev/scripts/fuzz.ts", "50", "1", "markdown"];
    expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toContain("0 failed");
  });

  it("fails on an error that its callers do not expect", async () => {
    const read = (): unknown => (null as unknown as { readonly x: string }).x;
    await expect(toTextTarget("broken", { seeds: ["a"] }, read, { expects: [Error] }).read("a")).rejects.toThrow(
      TypeError,
    );
  });
});
