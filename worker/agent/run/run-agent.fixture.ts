import * as z from "zod/mini";
import { createTestClock } from "../../../package/test-clock.ts";
import { ScriptedClient } from "../../engines/scripted/scripted.ts";
import type { ScriptedTurn } from "../../engines/scripted/scripted-model.ts";
import { chatmlTemplate } from "../../formats/templates/chatml-template.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { ApprovalDecision, ApprovalRequest, RunEvent } from "../../protocol/run-event.ts";
import type { ToolEffect, ToolOutcome } from "../../protocol/tool.ts";
import { type Agent, defineAgent } from "../define/agent.ts";
import type { AgenticSkill } from "../define/agentic-skill.ts";
import { defineTool } from "../define/define-tool.ts";
import type { RunRequest } from "../define/run-request.ts";
import { defineSkill } from "../define/skill.ts";
import type { SkillProgram } from "../define/skill-program.ts";
import type { Tool } from "../define/tool.ts";
import type { ModelClient } from "../ports/model-client.ts";
import type { Responder } from "../ports/responder.ts";
import type { Clock } from "../ports/run-deps.ts";
import { runAgent } from "./run-agent.ts";

/** A call as a ChatML model writes it. */
export function writeCall(name: string, input: JsonObject = {}): string {
  return `<tool_call>\n${JSON.stringify({ name, arguments: input })}\n</tool_call>`;
}

/** A model client that plays these outputs, and keeps the prompts it was given. */
export function createModel(
  turns: readonly (string | ScriptedTurn)[],
  clock?: Clock,
): ModelClient & { readonly prompts: readonly string[] } {
  const script = {
    name: "test",
    title: "Test",
    format: "chatml" as const,
    contextTokens: 1_000_000,
    exchanges: [{ turns: turns.map((turn) => (typeof turn === "string" ? { text: turn, chunkLength: 64 } : turn)) }],
  };
  const client = new ScriptedClient(script, {
    template: chatmlTemplate,
    ...(clock === undefined ? {} : { wait: (milliseconds, signal) => clock.wait(milliseconds, signal) }),
  });
  const prompts: string[] = [];
  return {
    info: client.info,
    prompts,
    generate: (request) => {
      prompts.push(request.prompt);
      return client.generate(request);
    },
    countTokens: (text) => client.countTokens(text),
    dispose: () => client.dispose(),
  };
}

/** A tool named `name` that takes anything and runs `run`. */
export function toyTool<const Name extends string>(
  name: Name,
  run: Tool["run"] = () => "done",
  options: { readonly effect?: ToolEffect; readonly asks?: true; readonly description?: string } & Pick<
    Partial<Tool>,
    "onError" | "timeoutMs"
  > = {},
): Tool<unknown, Name> {
  const { effect = "reads", description = `Does ${name}.`, ...rest } = options;
  return defineTool({
    name,
    description,
    effect,
    input: z.looseObject({}),
    run: (input, context) => run(input, context),
    ...rest,
  });
}

/** An agent with one skill, `work`, that grants all its tools. */
export function toyAgent(
  tools: readonly Tool[],
  options: Partial<Pick<Agent, "hooks" | "budget" | "onError">> = {},
): Agent {
  return defineAgent({
    name: "toy",
    prompt: "You are a test.",
    tools,
    skills: [defineSkill({ name: "work", description: "Do the work.", tools })],
    ...options,
  });
}

/** A program that asks the model nothing and answers with a fixed text. */
export function toyProgram<Name extends string = never>(
  parts: { readonly tools?: readonly Tool<unknown, Name>[]; readonly skills?: readonly AgenticSkill[] } = {},
): SkillProgram<Name> {
  const { tools = [], skills = [] } = parts;
  return {
    tools,
    skills,
    omitToolRecords: false,
    outline: { start: "only", nodes: [{ name: "only", type: "end", exits: [] }] },
    run: async function* (run) {
      yield { type: "text-delta", at: run.at(), turn: 0, text: "By the program." };
      return { reason: "answered", text: "By the program." };
    },
  };
}

/** How a test starts a run. */
export interface TestRun {
  readonly agent: Agent;
  readonly model: ModelClient;
  readonly clock?: Clock;
  readonly request?: Partial<RunRequest>;
  readonly responders?: readonly Responder[];
  readonly approve?: (request: ApprovalRequest) => ApprovalDecision | Promise<ApprovalDecision>;
  readonly isGranted?: (tool: string, skill: string) => boolean;
  /** Called with every event as it comes. */
  readonly onEvent?: (event: RunEvent) => void;
}

/** Runs the agent's first skill, or the one of the request, to its end. */
export async function collectRun(run: TestRun): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of startTestRun(run)) {
    events.push(event);
    run.onEvent?.(event);
  }
  return events;
}

/** The same, event by event. */
export function startTestRun(run: TestRun): AsyncGenerator<RunEvent, void, void> {
  const skill = run.agent.skills[0];
  if (skill === undefined) throw new Error("The agent has no skill.");
  let ids = 0;
  return runAgent(
    {
      runId: "run-1",
      conversationId: "conversation-1",
      messageId: "message-1",
      agent: run.agent,
      skill,
      question: "Go.",
      history: [],
      memory: true,
      signal: new AbortController().signal,
      ...run.request,
    },
    {
      model: run.model,
      clock: run.clock ?? createTestClock(),
      timeZone: "UTC",
      newId: () => `id-${++ids}`,
      ...(run.responders === undefined ? {} : { responders: run.responders }),
      askApproval: async (request) => run.approve?.(request) ?? { type: "deny", reason: "nobody is there" },
      isGranted: (tool, skillName) => run.isGranted?.(tool, skillName) ?? false,
    },
  );
}

/** The events of one type. */
export function ofType<Type extends RunEvent["type"]>(
  events: readonly RunEvent[],
  type: Type,
): Extract<RunEvent, { type: Type }>[] {
  return events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);
}

/** The outcomes of a run's calls, in order of the calls. */
export function toOutcomes(events: readonly RunEvent[]): ToolOutcome[] {
  const ends = new Map(ofType(events, "call-end").map((event) => [event.callId, event.outcome]));
  return ofType(events, "call-start").flatMap(({ call }) => ends.get(call.id) ?? []);
}

/** How the run ended; throws unless it ended exactly once, at the end of its log. */
export function toEnd(events: readonly RunEvent[]): Extract<RunEvent, { type: "run-end" }> {
  const [end, ...more] = ofType(events, "run-end");
  if (end === undefined || more.length > 0 || events.at(-1) !== end) throw new Error("The run did not end once.");
  return end;
}
