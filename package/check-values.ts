import type { SamplingSettings } from "../worker/protocol/model.ts";
import type { Budget } from "../worker/protocol/run-event.ts";

/** The least and the greatest value of each setting that has bounds. */
const BOUNDS: Readonly<Record<keyof Budget | keyof SamplingSettings, readonly [least: number, most: number]>> = {
  maxTurns: [0, Number.POSITIVE_INFINITY],
  maxTotalMs: [0, Number.POSITIVE_INFINITY],
  maxTokens: [0, Number.POSITIVE_INFINITY],
  maxToolMs: [0, Number.POSITIVE_INFINITY],
  toolTimeoutMs: [0, Number.POSITIVE_INFINITY],
  maxTokensPerTurn: [1, Number.POSITIVE_INFINITY],
  temperature: [0, 10],
  topP: [0, 1],
  topK: [0, Number.POSITIVE_INFINITY],
  minP: [0, 1],
  repetitionPenalty: [0, 10],
  presencePenalty: [-10, 10],
  frequencyPenalty: [-10, 10],
  seed: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  maxThoughtTokens: [0, Number.POSITIVE_INFINITY],
};

/** Throws a `TypeError` that names the setting whose value is no number, or out of bounds: it would bound nothing. */
export function checkValues(owner: string, settings: Partial<Budget> | SamplingSettings | undefined): void {
  for (const [name, value] of Object.entries(settings ?? {})) {
    const [least, most] = Object.hasOwn(BOUNDS, name) ? BOUNDS[name as keyof typeof BOUNDS] : [];
    if (value === undefined || least === undefined || most === undefined) continue;
    if (typeof value === "number" && value >= least && value <= most) continue;
    const bounds = most === Number.POSITIVE_INFINITY ? `of ${least} or more` : `from ${least} to ${most}`;
    throw new TypeError(`'${owner}' has '${name}' ${String(value)}: give a number ${bounds}`);
  }
}
