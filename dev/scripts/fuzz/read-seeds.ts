import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../build-app.ts";

/** The files of a folder of the repository whose names fit, as texts. */
export function readSeeds(folder: string, fits: RegExp): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => fits.test(name))
    .toSorted()
    .map((name) => readFileSync(join(ROOT, folder, name), "utf8"));
}

/** The outputs of a dialect's corpus. */
export function readOutputs(dialect: string): readonly string[] {
  const lines = readSeeds("worker/formats/corpus", new RegExp(`^${dialect}\\.jsonl$`, "u"))
    .join("\n")
    .split("\n");
  return lines.filter((line) => line !== "").map((line) => (JSON.parse(line) as { readonly input: string }).input);
}

export const PATTERN_SEEDS: readonly string[] = [
  "^[a-z]+(/[a-z]+)*$",
  "^\\d{3}-\\d{2,4}$",
  "^(?:ab|a)b?$",
  "[^\\]a-c]",
  "^(?<year>\\d{4})?x{2,}$",
];
/** Words of regular expressions. */
export const PATTERN_TOKENS: readonly string[] =
  "( ) [ ] [^ (?: (?= (?<a> | * + ? {2} {0,2} {1,} {1,99999} ^ $ . \\d \\w \\b \\p{L} \\u{1F600} \\1 a-z".split(" ");
