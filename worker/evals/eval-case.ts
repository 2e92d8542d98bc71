import type { EvalKind } from "../protocol/evals.ts";
import cases from "./eval-cases.json" with { type: "json" };
import type { ExpectedCall } from "./grade-call.ts";

/** A task of the gym, and what solves it. */
export interface EvalCase {
  readonly id: string;
  readonly kind: EvalKind;
  readonly question: string;
  /** Names in `GYM_TOOLS`. */
  readonly tools: readonly string[];
  /** The calls to make, in this order and no others; empty where none fits. */
  readonly calls: readonly ExpectedCall[];
  /** Calls that something in a result asks for and the user does not. */
  readonly never?: readonly string[];
  /** Must all occur in the answer, in any case. */
  readonly answer?: readonly string[];
}

/** Version of the cases: raise it with every change, as scores of different versions do not compare. */
export const GYM_VERSION: number = cases.version;

/** All cases, in the order they are run. */
export const GYM_CASES: readonly EvalCase[] = cases.cases as readonly EvalCase[];
