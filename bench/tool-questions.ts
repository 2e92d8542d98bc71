import type { ExpectedCall } from "../worker/evals/grade-call.ts";

/** A question of the measurement. */
export interface ToolQuestion {
  readonly half: "seen" | "unseen";
  readonly skill: string;
  readonly question: string;
  /** Any of these is right. */
  readonly calls: readonly ExpectedCall[];
}
