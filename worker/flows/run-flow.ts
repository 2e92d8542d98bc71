import { listAuthors } from "../agent/calls/allowlist.ts";
import { type ExecutedCalls, executeCalls, reportCalls } from "../agent/calls/execute-calls.ts";
import { toSystemText } from "../agent/context/system-text.ts";
import { toThreadResults, toThreadTurn } from "../agent/context/to-thread.ts";
import { emitHook, HOOK_TIMEOUT_MS } from "../agent/define/hooks.ts";
import type { Run, RunEnd } from "../agent/define/run.ts";
import { resolvePolicy } from "../agent/policies/resolve-policy.ts";
import { runWithin } from "../agent/ports/time-limit.ts";
import { askModel } from "../agent/run/ask-model.ts";
import { askTurnHook, endBeforeTurn, endByPolicy, findTurnFailure } from "../agent/run/end-run.ts";
import { toAnswerNotices, toNotice } from "../agent/run/notice.ts";
import { runLoop } from "../agent/run/run-loop.ts";
import type { TurnResult } from "../agent/run/take-turn.ts";
import { resolveFormat } from "../formats/dialects/resolve-format.ts";
import type { ThreadMessage } from "../formats/format.ts";
import { assertNever } from "../protocol/assert-never.ts";
import { defined } from "../protocol/defined.ts";
import type { RunEvent } from "../protocol/run-event.ts";
import type { Flow, FlowNode, NodeSettings, RouteChoice } from "./flow.ts";

/** Tokens for a yes, a no, or the name of a choice, with room for a model that thinks first. */
const SIDE_ANSWER_TOKENS = 256;

/** Runs a flow from its start to an end node, or to whatever ends the run before. */
export async function* runFlow(
  flow: Flow,
  run: Run,
  skill: FlowState["skill"],
): AsyncGenerator<RunEvent, RunEnd, void> {
  const state: FlowState = { run, skill, progress: { detected: false } };
  let id = flow.start;
  for (let step = 1; ; step += 1) {
    const node = flow.nodes.get(id);
    if (node === undefined) throw new Error(`The flow of skill '${skill.name}' has no node '${id}'.`);
    if (run.request.signal.aborted) return { reason: "cancelled", text: run.progress.text };
    if (node.type === "end") {
      yield toStep(state, id, node, { exit: "end" });
      return { reason: state.progress.detected ? "detected" : "answered", text: run.progress.text };
    }
    if (step > flow.maxSteps) {
      yield toNotice(run, `The flow was ended after ${flow.maxSteps} steps.`);
      emitHook(run.request.agent.hooks.onBudget, "turns");
      return { reason: "budget-exceeded", budget: "turns", text: run.progress.text };
    }
    const left = yield* runNode(withSettings(state, node), id, node);
    keepFormat(state, node);
    if ("reason" in left) return left;
    yield toStep(state, id, node, left);
    if (state.progress.detected && run.request.mode === "detect")
      return { reason: "detected", text: run.progress.text };
    id = left.next;
  }
}

interface FlowState {
  readonly run: Run;
  /** The skill that the flow runs for. */
  readonly skill: { readonly name: string; readonly description: string };
  readonly progress: {
    /** A call has been reported and not executed. */
    detected: boolean;
  };
}

/** The run as a node sees it: with the node's own dialect and temperature. */
function withSettings(state: FlowState, node: FlowNode): FlowState {
  const { format, temperature } = toSettings(node);
  if (format === undefined && temperature === undefined) return state;
  const { run } = state;
  const { request } = run;
  const sampling = { ...request.sampling, ...defined({ temperature }) };
  const own = format === undefined ? run.format : resolveFormat(format);
  // A node that names a dialect is asked in it.
  const policy = format === undefined ? run.policy : resolvePolicy("native");
  return { ...state, run: { ...run, policy, format: own, request: { ...request, sampling } } };
}

/** Keeps a node's dialect: what it wrote in its own is read by the next ones in theirs. */
function keepFormat({ run }: FlowState, node: FlowNode): void {
  const { format } = toSettings(node);
  if (format === undefined || format === run.format.id) return;
  const { thread } = run.progress;
  const asked = thread.findLastIndex(({ role }) => role === "user");
  const own = thread.splice(asked + 1);
  thread.push(...own.map((message) => (message.role === "assistant" ? { ...message, raw: "" } : message)));
}

function toSettings(node: FlowNode): NodeSettings {
  return node.type === "end" || node.type === "canned-response" ? {} : node;
}

type Asked = Extract<RunEvent, { type: "flow-step" }>["asked"];

/** How a node was left. */
interface Exit {
  readonly exit: string;
  readonly next: string;
  readonly asked?: Asked;
}

function toStep(
  { run }: FlowState,
  node: string,
  { type: nodeType }: FlowNode,
  { exit, asked }: Pick<Exit, "exit" | "asked">,
): RunEvent {
  return {
    type: "flow-step",
    at: run.at(),
    turn: run.progress.turn,
    node,
    nodeType,
    exit,
    ...defined({ asked }),
  };
}

function runNode(
  state: FlowState,
  id: string,
  node: Exclude<FlowNode, { type: "end" }>,
): AsyncGenerator<RunEvent, Exit | RunEnd, void> {
  switch (node.type) {
    case "guardrail":
      return runGuardrail(state, node);
    case "route":
      return runRoute(state, node);
    case "tool-call":
      return runToolCall(state, id, node);
    case "skill":
      return runSkillNode(state, node);
    case "generate":
      return runGenerate(state, node);
    case "canned-response":
      return runCannedResponse(state, node);
    default:
      return assertNever(node);
  }
}

type NodeOf<Type extends FlowNode["type"]> = Extract<FlowNode, { type: Type }>;

async function* runGuardrail(
  state: FlowState,
  node: NodeOf<"guardrail">,
): AsyncGenerator<RunEvent, Exit | RunEnd, void> {
  const { check } = node;
  if (check.type === "rule") {
    // A rule that throws or hangs blocks.
    const passes = await askFunction(state.run, (question) => check.passes(question));
    return passes === true ? { exit: "pass", next: node.pass } : { exit: "block", next: node.block };
  }
  const answered = yield* askAside(state, `${check.ask}\nAnswer with yes or no only.`);
  if ("reason" in answered) return answered;
  const passes = /^\W*yes\b/i.test(answered.text);
  const { asked } = answered;
  return passes ? { exit: "pass", next: node.pass, asked } : { exit: "block", next: node.block, asked };
}

async function* runRoute(state: FlowState, node: NodeOf<"route">): AsyncGenerator<RunEvent, Exit | RunEnd, void> {
  if (node.choose !== undefined) {
    const name = await askFunction(state.run, (question) => node.choose?.(question) ?? null);
    return toRouteExit(
      node,
      node.choices.find((choice) => choice.name === name),
    );
  }
  const lines = node.choices.map((choice) => `- ${choice.name}: ${choice.description}`);
  const answered = yield* askAside(
    state,
    `Choose what fits the user's message best:\n${lines.join("\n")}\nAnswer with one of these names only.`,
  );
  if ("reason" in answered) return answered;
  return { ...toRouteExit(node, findNamed(node.choices, answered.text)), asked: answered.asked };
}

function toRouteExit(node: NodeOf<"route">, choice: RouteChoice<string> | undefined): Exit {
  return choice === undefined ? { exit: "otherwise", next: node.otherwise } : { exit: choice.name, next: choice.next };
}

/** The only choice that an answer names; undefined if it names none or several. */
function findNamed(choices: readonly RouteChoice<string>[], answer: string): RouteChoice<string> | undefined {
  const words = new Set(
    answer
      .toLowerCase()
      .match(/[a-z0-9_.-]+/g)
      ?.map((word) => word.replace(/[.-]+$/, "")) ?? [],
  );
  const named = choices.filter(({ name }) => words.has(name.toLowerCase()));
  return named.length === 1 ? named[0] : undefined;
}

/** Calls one of the flow's own functions with a time limit; undefined if it throws or hangs. */
async function askFunction<Value>(
  run: Run,
  ask: (question: string) => Value | Promise<Value>,
): Promise<Awaited<Value> | undefined> {
  const { request, deps } = run;
  try {
    const limit = { clock: deps.clock, signal: request.signal, milliseconds: HOOK_TIMEOUT_MS };
    const asked = await runWithin(limit, () => ask(request.question));
    return asked.type === "done" ? asked.value : undefined;
  } catch {
    return undefined;
  }
}

async function* runToolCall(
  state: FlowState,
  id: string,
  node: NodeOf<"tool-call">,
): AsyncGenerator<RunEvent, Exit | RunEnd, void> {
  const { run, skill } = state;
  const end = endBeforeTurn(run);
  if (end !== null) return end;
  // The tools of this node only. A map, so that a call to `toString` finds nothing.
  const allowlist = new Map(node.tools.map((tool) => [tool.spec.name, tool]));
  const { result, events } = yield* takeHeldTurn(run, {
    system: toSystemText(run.request, skill.description, node.instructions ?? ""),
    thread: withoutToolRecords(run.progress.thread),
    tools: node.tools.map((tool) => tool.spec),
    mode: "free",
  });
  const failed = findTurnFailure(run, result);
  if (failed !== null) {
    yield* events;
    return failed;
  }
  if (result.calls.length === 0) {
    const exit = { exit: "no-tool-called", next: node.noToolCalled };
    if (node.generateOnNoTool !== true) {
      const veto = yield* askTurnHook(run, result, []);
      return veto ?? { ...exit, asked: dropTurn(run, result, events) };
    }
    yield* events;
    return (yield* keepAnswer(run, result)) ?? exit;
  }
  // Text beside a call is not part of the answer.
  yield* events.filter((event) => event.type !== "text-delta");
  const authors = new Set([...listAuthors({}, allowlist.values()), ...(run.request.authors ?? [])]);
  const round = { run, skillName: skill.name, allowlist, authors };
  let executed: ExecutedCalls;
  if (node.mode === "detect" || run.request.mode === "detect") {
    const announcement = node.notify === true || run.request.mode === "detect" ? { node: id } : null;
    executed = { records: yield* reportCalls(round, result.calls, announcement), endRun: null };
    state.progress.detected ||= executed.records.some(({ outcome }) => outcome?.type === "detected");
  } else {
    executed = yield* executeCalls(round, result.calls);
  }
  const { records, endRun } = executed;
  run.progress.thread.push(toThreadTurn(result, records), toThreadResults(records));
  const veto = yield* askTurnHook(run, result, records);
  if (veto !== null) return veto;
  if (endRun !== null) return yield* endByPolicy(run, endRun);
  // A call of a tool that does not exist announced nothing.
  if (records.every(({ outcome }) => outcome?.type === "not-allowed")) {
    return { exit: "no-tool-called", next: node.noToolCalled };
  }
  return { exit: "tool-called", next: node.toolCalled };
}

async function* runSkillNode(state: FlowState, node: NodeOf<"skill">): AsyncGenerator<RunEvent, Exit | RunEnd, void> {
  const { run } = state;
  // A step's question is not the user's own: no responder answers it.
  const end = yield* runLoop({ ...run, request: { ...run.request, askModel: true } }, node.skill);
  if (end.reason === "detected") state.progress.detected = true;
  else if (end.reason !== "answered") return end;
  return { exit: "answered", next: node.next };
}

async function* runGenerate(state: FlowState, node: NodeOf<"generate">): AsyncGenerator<RunEvent, Exit | RunEnd, void> {
  const { run, skill } = state;
  const end = endBeforeTurn(run);
  if (end !== null) return end;
  const result = yield* askModel(run, {
    system: toSystemText(run.request, skill.description, node.instructions ?? ""),
    thread: run.progress.thread,
    tools: [],
    mode: "free",
  });
  const failed = findTurnFailure(run, result);
  if (failed !== null) return failed;
  // No tool is allowed here: every call is refused and logged.
  if (result.calls.length > 0) yield* executeCalls({ run, skillName: skill.name, allowlist: new Map() }, result.calls);
  return (yield* keepAnswer(run, result)) ?? { exit: "answered", next: node.next };
}

async function* runCannedResponse(
  { run }: FlowState,
  node: NodeOf<"canned-response">,
): AsyncGenerator<RunEvent, Exit, void> {
  const { progress } = run;
  progress.turn += 1;
  progress.text = node.text;
  progress.thread.push({ role: "assistant", raw: "", text: node.text, calls: [] });
  yield { type: "turn-start", at: run.at(), turn: progress.turn };
  yield { type: "text-delta", at: run.at(), turn: progress.turn, text: node.text };
  return { exit: "answered", next: node.next };
}

/** Makes a turn's text the answer so far. */
async function* keepAnswer(run: Run, result: TurnResult): AsyncGenerator<RunEvent, RunEnd | null, void> {
  if (result.text.trim() !== "") run.progress.text = result.text;
  run.progress.thread.push(toThreadTurn(result, []));
  const veto = yield* askTurnHook(run, result, []);
  if (veto !== null) return veto;
  yield* toAnswerNotices(run, result);
  return null;
}

/** Asks the model a side question; the reply is not part of the answer. */
async function* askAside(
  { run }: FlowState,
  system: string,
): AsyncGenerator<RunEvent, { readonly text: string; readonly asked: Asked } | RunEnd, void> {
  const end = endBeforeTurn(run);
  if (end !== null) return end;
  const { result, events } = yield* takeHeldTurn(run, {
    system,
    thread: [{ role: "user", text: run.request.question }],
    tools: [],
    mode: "free",
    maxTokens: SIDE_ANSWER_TOKENS,
  });
  const failed = findTurnFailure(run, result);
  return failed ?? { text: result.text, asked: dropTurn(run, result, events) };
}

/**
 * Runs a turn, but buffers its events until it is clear whether they belong to the answer; only progress passes
 * through.
 */
async function* takeHeldTurn(
  run: Run,
  question: Parameters<typeof askModel>[1],
): AsyncGenerator<RunEvent, { readonly result: TurnResult; readonly events: readonly RunEvent[] }, void> {
  const events: RunEvent[] = [];
  const turn = askModel(run, question);
  for (;;) {
    const next = await turn.next();
    if (next.done === true) return { result: next.value, events };
    if (next.value.type === "prefill-progress") yield next.value;
    else events.push(next.value);
  }
}

/** Removes a buffered turn from the answer; the log keeps it in the flow step. */
function dropTurn(run: Run, result: TurnResult, events: readonly RunEvent[]): Asked {
  run.progress.turn -= 1;
  const sent = events.find((event) => event.type === "prompt-sent");
  const ended = events.find((event) => event.type === "turn-end");
  if (ended === undefined) return undefined;
  return { prompt: sent?.prompt ?? "", appended: sent?.appended ?? false, raw: result.raw, usage: ended.usage };
}

/** A thread without earlier calls and their results, which models imitate instead of deciding again. */
export function withoutToolRecords(thread: readonly ThreadMessage[]): readonly ThreadMessage[] {
  return thread.flatMap((message): ThreadMessage[] => {
    if (message.role === "tool") return [];
    if (message.role === "user" || message.calls.length === 0) return [message];
    return message.text.trim() === "" ? [] : [{ role: "assistant", raw: "", text: message.text, calls: [] }];
  });
}
