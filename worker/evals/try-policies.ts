import { EVAL_CASES, type EvalTask } from "./eval-case.ts";
import { EVAL_TOOLS } from "./eval-tools.ts";
import { type EvalsDeps, runTask } from "./run-evals.ts";
import cases from "./trial-cases.json" with { type: "json" };

/** The tools of every case, so that its beginning is read once for each block. All are harmless. */
const TOOLS = ["calculate", "convert_units", "set_timer", "set_lamp", "battery_level"];
/** Cases asked in one way before the same ones are asked in the other: each change has another beginning read. */
const BLOCK = 4;
/** Enough for a call or a short answer; one that is cut may still say what is asked for. */
const MAX_TOKENS = 64;

/** One question of a trial, in one of the two ways. */
export interface TrialStep {
  readonly policy: "native" | "staged";
  readonly task: EvalTask;
}

/**
 * All questions of a trial, in their order: by blocks, in one way and the other, then in turn the other way first. One
 * that needs a tool and one that words answer come in turn.
 */
export const steps: readonly TrialStep[] = toSteps();

function toSteps(): readonly TrialStep[] {
  const ids = cases.calls.flatMap((id, index) => [id, cases.words[index] ?? ""]);
  const tasks = ids.map((id): EvalTask => {
    const task = EVAL_CASES.find((each) => each.id === id);
    if (task === undefined) throw new Error(`There is no case ${id}.`);
    return { ...task, tools: TOOLS };
  });
  const blocks = Array.from({ length: tasks.length / BLOCK }, (_, block) =>
    tasks.slice(block * BLOCK, (block + 1) * BLOCK),
  );
  return blocks.flatMap((block, index) => {
    const ways = index % 2 === 0 ? (["native", "staged"] as const) : (["staged", "native"] as const);
    return ways.flatMap((policy) => block.map((task) => ({ policy, task })));
  });
}

/** Whether the model passes a step; null where it was stopped or failed, so that it says nothing. */
export async function tryStep({ policy, task }: TrialStep, deps: EvalsDeps): Promise<boolean | null> {
  const run = await runTask(task, EVAL_TOOLS, { ...deps, format: null, policy, maxTokens: MAX_TOKENS });
  const isFailed = run.events.some((event) => event.type === "run-end" && event.failure !== undefined);
  return deps.signal.aborted || isFailed ? null : run.passed;
}
