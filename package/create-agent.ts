import * as core from "zod/v4/core";
import { toAllowlist } from "../worker/agent/calls/allowlist.ts";
import { type Agent as CoreAgent, defineAgent } from "../worker/agent/define/agent.ts";
import type { AgentHooks, FaultHandler } from "../worker/agent/define/hooks.ts";
import type { Tool } from "../worker/agent/define/tool.ts";
import type { Clock } from "../worker/agent/ports/run-deps.ts";
import { platformClock } from "../worker/platform/clock.ts";
import { defined } from "../worker/protocol/defined.ts";
import type { SamplingSettings } from "../worker/protocol/model.ts";
import type { ApprovalDecision, ApprovalRequest, Budget, RunEvent } from "../worker/protocol/run-event.ts";
import type { Answer, AskOptions } from "./answer.ts";
import { checkValues } from "./check-values.ts";
import { checkTools, defineSkill, type Skill } from "./define-skill.ts";
import type { AgentMemory } from "./memory.ts";
import type { Model } from "./model.ts";
import { startAnswer } from "./start-answer.ts";
import { createThread, type Thread } from "./thread.ts";
import { toTypedOutput } from "./typed-output.ts";

core.config({ jitless: true });

/** An agent to create. `model`, and `tools` or `skills`, are what most agents need. */
export interface AgentDeclaration<In = string, Out = string> {
  /** Its name in events and logs; `agent` unless given. */
  readonly name?: string;
  /** The beginning of every system message. */
  readonly prompt?: string;
  /** Answers every skill that has no model of its own. */
  readonly model: Model;
  /** For an agent of one skill, which has these tools. */
  readonly tools?: readonly Tool[];
  /** The agent's skills; the first one answers unless a question names another. */
  readonly skills?: readonly Skill[];
  /** Tools that every skill with tools has besides its own. */
  readonly automaticTools?: readonly Tool[];
  /** The schema of a question; text unless given. Anything else reaches the model as JSON. */
  readonly input?: core.$ZodType<In>;
  /** The schema of an answer; text unless given. An answer that does not fit is asked for again, twice at most. */
  readonly output?: core.$ZodType<Out>;
  /** Notes across conversations; see `alcove/store`. */
  readonly memory?: AgentMemory;
  /** Turns, time and tokens of one run; what is left out is as in `DEFAULT_BUDGET`. */
  readonly budget?: Partial<Budget>;
  readonly sampling?: SamplingSettings;
  readonly hooks?: AgentHooks;
  /** Decides about refused arguments and failures of tools. */
  readonly onError?: FaultHandler;
  /**
   * Decides about a call that needs a consent: one that sends something, or that changes something after text from outside
   * was read. Without it such calls are refused.
   */
  readonly approve?: (request: ApprovalRequest) => ApprovalDecision | boolean | Promise<ApprovalDecision | boolean>;
  /** Gets every event of every run, for a log or a host outside. */
  readonly onEvent?: (event: RunEvent) => void;
  /** IANA name; the platform's unless given. */
  readonly timeZone?: string;
  /** For tests; see `alcove/testing`. */
  readonly clock?: Clock;
  readonly newId?: () => string;
}

/** Questions that follow one another: each sees those before it. */
export interface Conversation<In = string, Out = string> {
  ask(question: In, options?: AskOptions): Answer<Out>;
}

/** An agent that can be asked. */
export interface Agent<In = string, Out = string> {
  readonly name: string;
  /** The names of its skills; the first one is the default. */
  readonly skills: readonly string[];
  /** Asks one question that knows nothing of others. The run begins at once. */
  ask(question: In, options?: AskOptions): Answer<Out>;
  /** Begins a conversation. */
  converse(): Conversation<In, Out>;
  /** Closes its models. */
  close(): Promise<void>;
}

/**
 * Creates an agent. Throws a `TypeError` that names what is wrong: a bad name, two tools of one name, a skill with a tool
 * that is none.
 */
export function createAgent<In = string, Out = string>(declaration: AgentDeclaration<In, Out>): Agent<In, Out> {
  const { name = "agent", model, input, output } = declaration;
  const skills = toSkills(name, declaration);
  checkDeclaration(name, declaration, skills);
  const { prompt = "", automaticTools = [], memory = null, budget, hooks, onError } = declaration;
  checkTools(name, automaticTools);
  const memoryTools = memory?.tools ?? [];
  const options = defined({ budget, hooks, onError });
  const agent = defineAgent({ name, prompt, skills, automaticTools, memoryTools, ...options });
  const typed = output === undefined ? null : toTypedOutput(output);
  const newId = declaration.newId ?? (() => crypto.randomUUID());
  const ask = (thread: Thread, question: In, options: AskOptions = {}): Answer<Out> => {
    const skill = findSkill(name, skills, options.skill);
    checkOptions(name, agent, skill, options);
    return startAnswer<Out>({
      agent,
      skill,
      model: skill.model ?? model,
      question: toQuestion(question, input),
      options,
      output: typed,
      thread,
      memory,
      sampling: declaration.sampling ?? {},
      clock: declaration.clock ?? platformClock,
      timeZone: declaration.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      newId,
      approve: async (request) => toDecision((await declaration.approve?.(request)) ?? null),
      onEvent: declaration.onEvent ?? (() => undefined),
    });
  };
  return {
    name,
    skills: skills.map((skill) => skill.name),
    ask: (question, options) => ask(createThread(newId()), question, options),
    converse: () => {
      const thread = createThread(newId());
      return { ask: (question, options) => ask(thread, question, options) };
    },
    close: async () => {
      const models = new Set([model, ...skills.flatMap((skill) => skill.model ?? [])]);
      await Promise.all([...models].map((each) => each.close()));
    },
  };
}

function toSkills<In, Out>(name: string, { tools, skills }: AgentDeclaration<In, Out>): readonly Skill[] {
  if (skills !== undefined && tools !== undefined) {
    throw new TypeError(`Agent '${name}' has both 'tools' and 'skills': put the tools into a skill`);
  }
  const declared = skills ?? [defineSkill({ name: "main", description: "", tools: tools ?? [] })];
  if (declared.length === 0) throw new TypeError(`Agent '${name}' has no skill`);
  return declared;
}

function checkDeclaration<In, Out>(
  name: string,
  { model, budget, sampling }: AgentDeclaration<In, Out>,
  skills: readonly Skill[],
): void {
  checkValues(name, budget);
  checkValues(name, sampling);
  // A program without types may leave it out.
  const given: unknown = model;
  if (given !== undefined || skills.every((skill) => skill.type === "deterministic" || skill.model !== undefined))
    return;
  throw new TypeError(`Agent '${name}' has no model: give it one, for instance ollama("qwen2.5:7b")`);
}

function checkOptions(name: string, agent: CoreAgent, skill: Skill, { onlyTool, budget, sampling }: AskOptions): void {
  checkValues(name, budget);
  checkValues(name, sampling);
  if (onlyTool === undefined || skill.type !== "agentic") return;
  const known = [...toAllowlist(agent, skill, { memory: true }).keys()];
  if (known.includes(onlyTool)) return;
  throw new TypeError(`Skill '${skill.name}' has no tool '${onlyTool}'; its tools are ${known.join(", ") || "none"}`);
}

function findSkill(agentName: string, skills: readonly Skill[], name: string | undefined): Skill {
  const skill = name === undefined ? skills[0] : skills.find((each) => each.name === name);
  if (skill !== undefined) return skill;
  const names = skills.map((each) => each.name).join(", ");
  throw new TypeError(`Agent '${agentName}' has no skill '${name}'; its skills are ${names}`);
}

function toQuestion<In>(question: In, input: core.$ZodType<In> | undefined): string {
  if (input !== undefined) {
    const parsed = core.safeParse(input, question);
    if (!parsed.success) throw new TypeError(`The question does not fit: ${parsed.error.message}`);
  }
  return typeof question === "string" ? question : JSON.stringify(question);
}

function toDecision(given: ApprovalDecision | boolean | null): ApprovalDecision {
  if (given === null) return { type: "deny", reason: "nobody can be asked here" };
  if (typeof given !== "boolean") return given;
  return given ? { type: "allow-once" } : { type: "deny", reason: "the user said no" };
}
