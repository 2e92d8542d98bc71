import { resolveFormat } from "../../formats/dialects/resolve-format.ts";
import { assertNever } from "../../protocol/assert-never.ts";
import { defined } from "../../protocol/defined.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { type Budget, RUN_EVENT_VERSION, type RunEvent } from "../../protocol/run-event.ts";
import { toAllowlist } from "../calls/allowlist.ts";
import { dropThoughts } from "../context/drop-thoughts.ts";
import { toRecalledText } from "../context/recall-memories.ts";
import { emitHook } from "../define/hooks.ts";
import { type Run, type RunEnd, startTurn } from "../define/run.ts";
import type { RunRequest } from "../define/run-request.ts";
import type { DeterministicSkill } from "../define/skill.ts";
import { resolvePolicy } from "../policies/resolve-policy.ts";
import type { RunDeps } from "../ports/run-deps.ts";
import { runWithin } from "../ports/time-limit.ts";
import { createBudgetMeter } from "../state/budget.ts";
import { runLoop } from "./run-loop.ts";

/**
 * Runs one question to its end, as a list of events: the model's loop, a program, or a plain function, as the skill says.
 * Ends with exactly one `run-end`. Throws only for a bug: every expected fault is an event.
 */
export async function* runAgent(request: RunRequest, deps: RunDeps): AsyncGenerator<RunEvent, void, void> {
  const startedAt = deps.clock.now();
  const { agent, skill } = request;
  const policy = resolvePolicy(request.policy, deps.model.info.policy);
  const budget: Budget = { ...agent.budget, ...request.budget };
  const run: Run = {
    request,
    deps,
    policy,
    format: policy.toFormat(resolveFormat(request.format, deps.model.info.format)),
    budget,
    meter: createBudgetMeter(budget),
    at: () => deps.clock.now() - startedAt,
    progress: {
      turn: 0,
      sent: request.sentBefore ?? "",
      text: "",
      tainted: request.tainted === true || deps.model.info.foreign === true || request.recalled?.untrusted === true,
      thread: [
        ...dropThoughts(request.history, deps.model.info.template),
        {
          role: "user",
          text: toRecalledText(request.question, request.recalled),
          asked: request.asked ?? request.question,
          ...defined({ recalled: request.recalled?.text, files: request.fileNames }),
          ...(request.media === undefined || request.media.length === 0 ? {} : { media: request.media }),
        },
      ],
    },
  };
  yield {
    type: "run-start",
    at: run.at(),
    version: RUN_EVENT_VERSION,
    runId: request.runId,
    conversationId: request.conversationId,
    messageId: request.messageId,
    startedAt: deps.clock.wallNow(),
    agent: agent.name,
    skill: skill.name,
    tools: toToolNames(request),
    engine: deps.model.info.engine,
    modelId: deps.model.info.modelId,
    format: run.format.id,
    budget,
    question: request.question,
    ...defined({ title: request.title }),
  };
  const end = yield* runSkill(run, request);
  emitHook(agent.hooks.onRunEnd, { reason: end.reason, text: end.text });
  yield { type: "run-end", at: run.at(), ...end };
}

function runSkill(run: Run, { skill, mode }: RunRequest): AsyncGenerator<RunEvent, RunEnd, void> {
  if (mode === "summarize") return runSummaryLater(run);
  switch (skill.type) {
    case "agentic":
      return runLoop(run, skill);
    case "deterministic":
      return runFunction(run, skill);
    case "program":
      return skill.program.run(run, skill);
    default:
      return assertNever(skill);
  }
}

function toToolNames({ agent, skill, memory, mode, onlyTool }: RunRequest): readonly string[] {
  if (mode === "summarize") return [];
  switch (skill.type) {
    case "agentic":
      return [...toAllowlist(agent, skill, { memory, ...defined({ onlyTool }) }).keys()];
    case "deterministic":
      return [];
    case "program": {
      const granted = skill.program.skills.flatMap((each) => [...toAllowlist(agent, each, { memory }).keys()]);
      return [...new Set([...skill.tools.map((tool) => tool.spec.name), ...granted])];
    }
    default:
      return assertNever(skill);
  }
}

async function* runFunction(run: Run, skill: DeterministicSkill): AsyncGenerator<RunEvent, RunEnd, void> {
  const { request, deps, budget } = run;
  yield startTurn(run);
  try {
    const limit = { clock: deps.clock, signal: request.signal, milliseconds: budget.maxTotalMs };
    const ran = await runWithin(limit, (signal) =>
      skill.run(request.question, {
        runId: request.runId,
        conversationId: request.conversationId,
        signal,
        now: () => deps.clock.wallNow(),
        timeZone: deps.timeZone,
      }),
    );
    if (ran.type === "cancelled") return { reason: "cancelled", text: "" };
    if (ran.type === "timed-out") {
      emitHook(request.agent.hooks.onBudget, "total-time");
      return { reason: "budget-exceeded", budget: "total-time", text: "" };
    }
    yield { type: "text-delta", at: run.at(), turn: 1, text: ran.value };
    return { reason: "answered", text: ran.value };
  } catch (error) {
    return { reason: "failed", failure: { code: "internal", detail: describeError(error) }, text: "" };
  }
}

/** A summary, whose code is loaded with the first one. */
async function* runSummaryLater(run: Run): AsyncGenerator<RunEvent, RunEnd, void> {
  return yield* (await import("./run-summary.ts")).runSummary(run);
}
