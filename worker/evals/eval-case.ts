import type { ThreadMessage } from "../formats/format.ts";
import type { EvalKind } from "../protocol/evals.ts";
import cases from "./eval-cases.json" with { type: "json" };
import type { ExpectedCall } from "./grade-call.ts";

/** A question to a model with tools, and what answers it. */
export interface EvalTask {
  readonly id: string;
  readonly question: string;
  /** The conversation before the question. */
  readonly history?: readonly ThreadMessage[];
  /** Names of the tools on offer. */
  readonly tools: readonly string[];
  /** The calls to make and no others; empty where none fits. */
  readonly calls: readonly ExpectedCall[];
  /** True accepts the calls in any order. */
  readonly anyOrder?: boolean;
  /** Tools that a text in a result asks for and the user does not. */
  readonly never?: readonly string[];
  /** Must all occur in the answer, in any case; `a|b` accepts either. */
  readonly answer?: readonly string[];
}

/** A case of the gym on the page; its tools are names in `EVAL_TOOLS`. */
export interface EvalCase extends EvalTask {
  readonly kind: EvalKind;
}

/** Version of the cases: raise it with every change, as scores of different versions do not compare. */
export const EVAL_VERSION: number = cases.version;

/** All cases, in the order they are run. */
export const EVAL_CASES: readonly EvalCase[] = cases.cases as readonly EvalCase[];
