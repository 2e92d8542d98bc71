import type { ModelId } from "./ids.ts";
import type { EngineId, FormatId, PolicyId } from "./model.ts";

/** The ability that an eval case tests. */
export const EVAL_KINDS = [
  "no-tool",
  "no-argument",
  "enum",
  "numbers",
  "two-step",
  "refusal",
  "injected",
  "near-tools",
  "units-dates",
  "language",
] as const;
export type EvalKind = (typeof EVAL_KINDS)[number];

/** How to run the evals. */
export interface EvalPlan {
  /** Null for the model's own. */
  readonly format: FormatId | null;
  /** False leaves the output unconstrained: no grammar, and no guidance for weak models. */
  readonly constrained: boolean;
  /** Empty for all. */
  readonly kinds: readonly EvalKind[];
  /** At most this many cases of each kind; absent for all. */
  readonly perKind?: number;
}

/** A model's output for one question with tools in a format. */
export interface FormatTrial {
  /** As sent, with everything around it. */
  readonly prompt: string;
  /** As the model wrote it. */
  readonly raw: string;
}

/** Passed and tried. */
export interface EvalTally {
  readonly passed: number;
  readonly tried: number;
}

/** A model's score, stored on this device. */
export interface EvalScore {
  readonly modelId: ModelId;
  readonly engine: EngineId;
  readonly format: FormatId;
  readonly constrained: boolean;
  /** Version of the cases: scores of different versions do not compare. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  readonly byKind: Readonly<Partial<Record<EvalKind, EvalTally>>>;
  readonly total: EvalTally;
  /** False when it was stopped, or fewer cases were asked for. */
  readonly complete: boolean;
}

/** A score measured before the release, and how. */
export interface MeasuredScore extends EvalScore {
  /** SHA-256 of the model's file. */
  readonly modelHash: string;
  readonly engineVersion: string;
  readonly browser: string;
  readonly command: string;
}

/** How one case went. */
export interface EvalResult {
  readonly caseId: string;
  readonly kind: EvalKind;
  readonly question: string;
  readonly passed: boolean;
  /** Why not, in a sentence; empty when it passed. */
  readonly reason: string;
  /** The calls the model made, as `name(arguments)`. */
  readonly calls: readonly string[];
  readonly answer: string;
  readonly durationMs: number;
}

/** Progress of the evals. */
export interface EvalState {
  readonly type: "idle" | "running";
  readonly done: number;
  readonly total: number;
  /** Results of the current or last run of the evals. */
  readonly results: readonly EvalResult[];
  /** The score of the last run, partial ones too. */
  readonly score: EvalScore | null;
}

/** Cases that a model has passed under a policy, of those that it was asked. */
export interface PolicyTally {
  readonly passed: number;
  readonly of: number;
}

/** The results of asking a model the same cases in two ways. */
export interface PolicyTrial {
  readonly native: PolicyTally;
  readonly staged: PolicyTally;
}

/** How a model is asked where the user has chosen nothing, and why. */
export interface ModelPolicy {
  readonly modelId: ModelId;
  readonly policy: PolicyId;
  /** `known` by the catalog, `measured` on this device, or `assumed` by the model's size. */
  readonly why: "known" | "measured" | "assumed";
  /** Present for `measured`. */
  readonly trial?: PolicyTrial;
  /** The two ways are being compared at this moment. */
  readonly isMeasuring: boolean;
}

/** True for scores of one model in one format, constrained alike. */
export function isSameTrial(left: EvalScore, right: EvalScore): boolean {
  return left.modelId === right.modelId && left.format === right.format && left.constrained === right.constrained;
}
