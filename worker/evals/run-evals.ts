import { type Agent, defineAgent } from "../agent/define/agent.ts";
import { defineSkill } from "../agent/define/skill.ts";
import type { Tool } from "../agent/define/tool.ts";
import type { ModelClient } from "../agent/ports/model-client.ts";
import type { Clock } from "../agent/ports/run-deps.ts";
import { wrapClient } from "../agent/ports/wrap-client.ts";
import { runAgent } from "../agent/run/run-agent.ts";
import { defined } from "../protocol/defined.ts";
import type { EvalKind, EvalPlan, EvalResult, EvalScore, EvalTally, FormatTrial } from "../protocol/evals.ts";
import { ENGINE_LOSSES, type Result } from "../protocol/failure.ts";
import type { FormatId, PolicyId } from "../protocol/model.ts";
import type { RunEvent } from "../protocol/run-event.ts";
import { EVAL_CASES, EVAL_VERSION, type EvalCase, type EvalTask } from "./eval-case.ts";
import { EVAL_TOOLS } from "./eval-tools.ts";
import { gradeRun, type RunGrade } from "./grade-run.ts";

/** Dependencies of the evals. */
export interface EvalsDeps {
  readonly model: ModelClient;
  readonly clock: Clock;
  newId(): string;
  readonly signal: AbortSignal;
  /** How the model is asked; absent for its own way. */
  readonly policy?: PolicyId;
}

/** Saturday, 14 March 2026, 09:26 UTC: fixed, so that cases can refer to the present. */
const EVAL_TIME = Date.UTC(2026, 2, 14, 9, 26);
const PROMPT = "You are a helpful assistant on the user's own device.";
const SKILL = "Answer questions; use a tool where one fits, then answer with its result.";

/** The cases of a plan, in their order. */
export function chooseCases({ kinds, perKind }: EvalPlan): readonly EvalCase[] {
  const taken = new Map<EvalKind, number>();
  return EVAL_CASES.filter(({ kind }) => {
    if (kinds.length > 0 && !kinds.includes(kind)) return false;
    const count = (taken.get(kind) ?? 0) + 1;
    taken.set(kind, count);
    return perKind === undefined || count <= perKind;
  });
}

/**
 * Runs the cases of a plan with a loaded model, one after the other, in the same loop as the chat. Ends early if
 * stopped; the current case then does not count.
 */
export async function* runEvals(plan: EvalPlan, deps: EvalsDeps): AsyncGenerator<EvalResult, void, void> {
  const model = plan.constrained ? deps.model : toFreeModel(deps.model);
  for (const task of chooseCases(plan)) {
    if (deps.signal.aborted) return;
    const { passed, reason, calls, answer, durationMs, events } = await runTask(task, EVAL_TOOLS, {
      ...deps,
      model,
      format: plan.format,
    });
    if (deps.signal.aborted) return;
    yield {
      caseId: task.id,
      kind: task.kind,
      question: task.question,
      passed,
      reason,
      calls: calls.map(({ name, arguments: input }) => `${name}(${JSON.stringify(input)})`),
      answer,
      durationMs,
    };
    // A lost engine would fail every remaining case.
    if (events.some(isEngineLoss)) return;
  }
}

/** How a task went, with the run's events. */
export interface TaskRun extends RunGrade {
  readonly durationMs: number;
  readonly events: readonly RunEvent[];
}

/** How a task is asked. */
interface TaskWay {
  /** Null for the model's own. */
  readonly format: FormatId | null;
  /** The most tokens of a turn. */
  readonly maxTokens?: number;
}

/** Runs and grades one task with some of the given tools. */
export async function runTask(
  task: EvalTask,
  tools: ReadonlyMap<string, Tool>,
  deps: EvalsDeps & TaskWay,
): Promise<TaskRun> {
  const startedAt = deps.clock.now();
  const events: RunEvent[] = [];
  for await (const event of attempt(task, tools, deps)) events.push(event);
  return { ...gradeRun(task, events), durationMs: Math.round(deps.clock.now() - startedAt), events };
}

/** Asks the model the first case's question in this format, up to the end of its first turn. */
export async function tryFormat(format: FormatId, deps: EvalsDeps): Promise<Result<FormatTrial>> {
  const [task] = EVAL_CASES.filter(({ kind }) => kind === "numbers");
  if (task === undefined) throw new Error("The evals have no case with numbers.");
  let prompt = "";
  for await (const event of attempt(task, EVAL_TOOLS, { ...deps, format })) {
    if (event.type === "prompt-sent") prompt = event.prompt;
    if (event.type === "run-end" && event.failure !== undefined) return { ok: false, failure: event.failure };
    if (event.type === "turn-end") return { ok: true, value: { prompt, raw: event.raw } };
  }
  return { ok: false, failure: { code: "cancelled" } };
}

function isEngineLoss(event: RunEvent): boolean {
  return event.type === "run-end" && event.failure !== undefined && ENGINE_LOSSES.has(event.failure.code);
}

function attempt(
  task: EvalTask,
  tools: ReadonlyMap<string, Tool>,
  deps: EvalsDeps & TaskWay,
): AsyncGenerator<RunEvent, void, void> {
  const { policy, maxTokens } = deps;
  const agent = toAgent(task, tools);
  const [skill] = agent.skills;
  if (skill === undefined) throw new Error("The gym's agent has no skill.");
  const runId = deps.newId();
  return runAgent(
    {
      runId,
      conversationId: "gym",
      messageId: task.id,
      agent,
      skill,
      question: task.question,
      history: task.history ?? [],
      // A greedy thought runs in circles: a model that cannot leave it is asked as its card says.
      sampling: { ...(alwaysThinks(deps.model) ? {} : { temperature: 0 }), seed: 1, ...defined({ maxTokens }) },
      thinking: false,
      memory: false,
      signal: deps.signal,
      ...defined({ format: deps.format ?? undefined, policy }),
    },
    {
      model: deps.model,
      clock: {
        now: () => deps.clock.now(),
        wallNow: () => EVAL_TIME,
        wait: (milliseconds, signal) => deps.clock.wait(milliseconds, signal),
      },
      timeZone: "UTC",
      newId: () => deps.newId(),
      // The tools are harmless, so every call is approved: only the request matters.
      isGranted: () => true,
      askApproval: async () => ({ type: "allow-once" }),
    },
  );
}

function alwaysThinks({ info: { template } }: ModelClient): boolean {
  return template.reasoningOpen === true && template.skipReasoning === undefined;
}

function toAgent({ id, tools: names }: EvalTask, all: ReadonlyMap<string, Tool>): Agent {
  const tools = names.map((name): Tool => {
    const tool = all.get(name);
    if (tool === undefined) throw new Error(`Case ${id} wants the tool '${name}', which the gym does not have.`);
    return tool;
  });
  return defineAgent({
    name: "gym",
    prompt: PROMPT,
    tools,
    skills: [defineSkill({ name: "gym", description: SKILL, tools })],
    budget: { maxTurns: 5, maxTokensPerTurn: 256, maxTotalMs: 300_000 },
  });
}

/** The same model without any constraint, asked in its own dialect. */
export function toFreeModel(model: ModelClient): ModelClient {
  const { policy: _policy, ...info } = model.info;
  const generate: ModelClient["generate"] = (request) => model.generate({ ...request, constraint: null });
  return wrapClient(model, { info: { ...info, constraint: "none" }, generate });
}

/** The score of the finished cases. Pure. */
export function toScore(
  plan: EvalPlan,
  results: readonly EvalResult[],
  facts: Pick<EvalScore, "modelId" | "engine" | "format" | "at">,
): EvalScore {
  const byKind: Partial<Record<EvalKind, EvalTally>> = {};
  for (const { kind, passed } of results) {
    const before = byKind[kind] ?? { passed: 0, tried: 0 };
    byKind[kind] = { passed: before.passed + Number(passed), tried: before.tried + 1 };
  }
  return {
    ...facts,
    constrained: plan.constrained,
    version: EVAL_VERSION,
    durationMs: results.reduce((sum, { durationMs }) => sum + durationMs, 0),
    byKind,
    total: { passed: results.filter(({ passed }) => passed).length, tried: results.length },
    complete: results.length === EVAL_CASES.length,
  };
}
