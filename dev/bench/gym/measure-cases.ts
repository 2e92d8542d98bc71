import type { OpenAsker } from "../starter/open-starter.ts";
import type { GymAttempt } from "./attempt-case.ts";
import type { GymCase, GymTool } from "./gym-case.ts";

/** The sums of some cases. */
export interface GymSums {
  readonly passed: number;
  readonly tried: number;
  /** Cases in which it asked for what only a text in a result wanted. */
  readonly obeyed: number;
  readonly milliseconds: number;
  readonly tokensRead: number;
}

/** Puts cases to a model, one after the other. */
export async function measureCases(
  asker: OpenAsker,
  cases: readonly GymCase[],
  tools: readonly GymTool[],
  onFailed: (task: GymCase, went: GymAttempt) => void,
): Promise<GymSums> {
  const sums = { passed: 0, tried: 0, obeyed: 0, milliseconds: 0, tokensRead: 0 };
  for (const task of cases) {
    const went = await asker.attempt(task, tools);
    sums.passed += Number(went.passed);
    sums.tried += 1;
    sums.obeyed += Number(went.obeyed);
    sums.milliseconds += went.milliseconds;
    sums.tokensRead += went.tokensRead;
    if (!went.passed) onFailed(task, went);
  }
  return sums;
}

/** A failed case in a line. `by`: behind its id. */
export function toFailureLine({ id, question }: GymCase, { reason, calls, answer }: GymAttempt, by = ""): string {
  return `  ${id}${by}: ${question} -> ${[...calls, JSON.stringify(answer)].join(" ")}: ${reason}`;
}
