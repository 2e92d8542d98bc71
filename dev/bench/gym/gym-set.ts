import { readFileSync, writeFileSync } from "node:fs";
import { EVAL_CASES } from "../../../worker/evals/eval-case.ts";
import { seal, unseal } from "../seal-text.ts";
import type { GymSet } from "./gym-case.ts";

/** `open` cases may be read and tuned on; of the `sealed` ones only totals are looked at. */
export type GymHalf = "open" | "sealed";
export const GYM_HALVES: readonly GymHalf[] = ["open", "sealed"];

const OPEN = new URL("./open-cases.json", import.meta.url);
const SEALED = new URL("./sealed-cases.txt", import.meta.url);

/** Reads one half: the page's hundred cases and fifty more, or the hundred and fifty sealed ones. */
export function readGymSet(half: GymHalf): GymSet {
  if (half === "sealed") return JSON.parse(unseal(readFileSync(SEALED, "utf8")));
  const more: GymSet = JSON.parse(readFileSync(OPEN, "utf8"));
  return { tools: more.tools, cases: [...EVAL_CASES, ...more.cases] };
}

/** Keeps a file of cases as the sealed half: encoded, so that no search and no glance shows a case. */
export function sealGymSet(path: string): GymSet {
  const set: GymSet = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(SEALED, seal(JSON.stringify(set)));
  return set;
}
