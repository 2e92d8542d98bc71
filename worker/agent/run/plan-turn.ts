import { findCardSampling } from "../../formats/recognition/card-sampling.ts";
import { type Thought, toThought } from "../../formats/templates/thought.ts";
import type { SentSampling } from "../../protocol/model.ts";
import { countOrEstimate } from "../context/count-tokens.ts";
import type { Run } from "../define/run.ts";
import { toFullSampling } from "../ports/full-sampling.ts";

/** The plan of a turn: its beginning, its thought and its sampling. */
export interface TurnPlan {
  /** Text that the model's turn begins with. */
  readonly assistantPrefix: string;
  /** Null for a turn that is one generation. */
  readonly thought: Thought | null;
  readonly sampling: SentSampling;
}

/** A thought may take this share of the context, within bounds. */
const THOUGHT_SHARE = 0.25;
const MIN_THOUGHT_TOKENS = 256;
const MAX_THOUGHT_TOKENS = 4096;
/** A thought shorter than this is not worth beginning. */
const MIN_USEFUL_TOKENS = 64;
/** Tokens of the marks around the thought. */
const AROUND_TOKENS = 48;

interface TurnSize {
  readonly prompt: string;
  /** Text with which the policy begins the turn. */
  readonly opening: string;
  readonly maxTokens: number;
  readonly isAside: boolean;
}

/**
 * Plans a turn of the run. `maxTokens` is for the answer; the thought has its own beside it. In an aside (a summary, a
 * guardrail) the model thinks only if it cannot leave it, and briefly.
 */
export async function planTurn(run: Run, { prompt, opening, maxTokens, isAside }: TurnSize): Promise<TurnPlan> {
  const { request, deps } = run;
  const { info } = deps.model;
  if (opening !== "" || !run.policy.thinks) {
    return { assistantPrefix: opening, thought: null, sampling: toSentSampling(run, maxTokens) };
  }
  const thought = toThought(info.template);
  const skip = info.template.skipReasoning;
  const plain = { assistantPrefix: skip ?? "", thought: null };
  if (thought === null || (skip !== undefined && (request.thinking === false || isAside))) {
    const prefix = request.thinking === false || isAside ? plain : { ...plain, assistantPrefix: "" };
    return { ...prefix, sampling: toSentSampling(run, maxTokens) };
  }
  const wanted = isAside ? MIN_THOUGHT_TOKENS : findThoughtTokens(run);
  const used = await countOrEstimate(prompt, (text) => deps.model.countTokens(text));
  const freeTokens = Math.floor(info.contextTokens - used - maxTokens - AROUND_TOKENS);
  const maxThoughtTokens = Math.min(wanted, Math.max(freeTokens, MIN_USEFUL_TOKENS));
  const isTooFull = wanted === 0 || freeTokens < MIN_USEFUL_TOKENS;
  if (isTooFull && skip !== undefined) return { ...plain, sampling: toSentSampling(run, maxTokens) };
  return { assistantPrefix: thought.open, thought, sampling: toSentSampling(run, maxTokens, maxThoughtTokens) };
}

function findThoughtTokens({ request, deps }: Run): number {
  const share = Math.floor(deps.model.info.contextTokens * THOUGHT_SHARE);
  const usual = Math.min(MAX_THOUGHT_TOKENS, Math.max(MIN_THOUGHT_TOKENS, share));
  return request.sampling?.maxThoughtTokens ?? usual;
}

/** The user's values, else the card's for this way of answering; every draw can be repeated by its seed. */
function toSentSampling(run: Run, maxTokens: number, maxThoughtTokens?: number): SentSampling {
  const { sampling = {}, runId } = run.request;
  const { seed, maxTokens: _, maxThoughtTokens: __, ...own } = sampling;
  const card =
    run.policy.madeFor !== "large" ? {} : findCardSampling(run.deps.model.info.name, maxThoughtTokens !== undefined);
  const full = toFullSampling({ temperature: 0, ...card, ...own });
  const drawn = full.temperature === 0 ? seed : (seed ?? toSeed(`${runId} ${run.progress.turn}`));
  return {
    ...full,
    maxTokens,
    ...(maxThoughtTokens === undefined ? {} : { maxThoughtTokens }),
    ...(drawn === undefined ? {} : { seed: drawn }),
  };
}

/** A number below 2 ** 31 from a text (FNV-1a). */
function toSeed(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 1;
}
