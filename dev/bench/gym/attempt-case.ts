import type { Tool } from "../../../worker/agent/define/tool.ts";
import type { ModelClient } from "../../../worker/agent/ports/model-client.ts";
import { runTask } from "../../../worker/evals/run-evals.ts";
import { platformClock } from "../../../worker/platform/clock.ts";
import { type GymCase, toTask } from "./gym-case.ts";

/** How a case went. */
export interface GymAttempt {
  readonly passed: boolean;
  /** Why not, in a sentence. */
  readonly reason: string;
  /** It asked for a call that only a text in a result wanted. */
  readonly obeyed: boolean;
  readonly calls: readonly string[];
  readonly answer: string;
  readonly milliseconds: number;
  /** Tokens of all prompts that had to be computed, of the case's turns together. */
  readonly tokensRead: number;
}

/** Puts one case to a model. */
export async function attemptCase(
  model: ModelClient,
  task: GymCase,
  tools: ReadonlyMap<string, Tool>,
): Promise<GymAttempt> {
  let ids = 0;
  const { passed, reason, calls, answer, durationMs, events } = await runTask(toTask(task), tools, {
    model,
    clock: platformClock,
    newId: () => `id-${ids++}`,
    signal: new AbortController().signal,
    format: null,
  });
  const never = task.never ?? [];
  return {
    passed,
    reason,
    obeyed: calls.some(({ name }) => never.includes(name)),
    calls: calls.map(({ name, arguments: input }) => `${name}(${JSON.stringify(input)})`),
    answer,
    milliseconds: durationMs,
    tokensRead: events.reduce((sum, event) => sum + (event.type === "turn-end" ? event.usage.promptTokens : 0), 0),
  };
}
