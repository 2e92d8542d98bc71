import type { ThreadMessage } from "../../formats/format.ts";
import { assertNever } from "../../protocol/assert-never.ts";
import { toBoundedJson } from "../../protocol/bounded-json.ts";
import { describeError } from "../../protocol/describe-error.ts";
import type { MemoryEdit } from "../../protocol/memory.ts";
import type { EffectPreview } from "../../protocol/run-event.ts";
import { cutText } from "../../protocol/shorten.ts";
import { isFromOutside, type ToolCall, type ToolOutcome } from "../../protocol/tool.ts";
import type { AgentBase } from "../define/agent-base.ts";
import { askHook, type CallFault, type FaultDecision, HOOK_TIMEOUT_MS } from "../define/hooks.ts";
import type { RunInput } from "../define/run-input.ts";
import { OutsideError, type Tool, type ToolContext } from "../define/tool.ts";
import type { RunDeps } from "../ports/run-deps.ts";
import { type Limited, runWithin, type TimeLimit } from "../ports/time-limit.ts";
import { decideApproval } from "./approval-policy.ts";
import { toBoundedPreview } from "./to-bounded-preview.ts";
import { toResultOutcome } from "./tool-result.ts";

/** The run that a call belongs to, with its tools, limits and permissions. */
export interface CallScope
  extends Pick<RunInput, "runId" | "conversationId" | "messageId" | "signal">,
    Pick<RunDeps, "clock" | "timeZone" | "isGranted" | "askApproval"> {
  readonly agent: Pick<AgentBase, "hooks" | "onError">;
  readonly skillName: string;
  readonly allowlist: ReadonlyMap<string, Tool>;
  readonly tainted: boolean;
  /** Who, beside the app, worded what the model was shown of tools and skill. Absent where no model chose the call. */
  readonly authors?: ReadonlySet<string>;
  /** True where a model of a policy that is unsure of what was meant chose the call. */
  readonly unsure?: boolean;
  /** The thread that the model had read when it wrote the call. Absent if it held text from outside: such a call is not planned. */
  readonly planned?: readonly ThreadMessage[];
  readonly toolTimeoutMs: number;
  /** Nobody is there to ask: what does more than read is reported and not executed. */
  readonly draftsOnly?: boolean;
  /** Told how long the user took to answer a tool's own question. */
  onWaited?(milliseconds: number): void;
}

/** How a call ended, and whether it ends the run with it. */
export interface ExecutedCall {
  readonly outcome: ToolOutcome;
  readonly endRun?: string;
  /** Its writes, in order, even if it failed half-way. Absent if there are none. */
  readonly edits?: readonly MemoryEdit[];
}

/**
 * Takes one call from its name to its outcome: allowlist, arguments, policy and approval, hooks, execution within a
 * time limit, and the result within its size. Everything that can go wrong is an outcome; this function never rejects.
 */
export async function executeCall(call: ToolCall, scope: CallScope): Promise<ExecutedCall> {
  if (scope.signal.aborted) return { outcome: { type: "cancelled" } };
  const { skillName, allowlist } = scope;
  const tool = allowlist.get(call.name);
  if (tool === undefined) {
    return { outcome: { type: "not-allowed", toolName: call.name, skillName, allowed: [...allowlist.keys()] } };
  }
  const edits: MemoryEdit[] = [];
  const executed = await attempt(tool, call, toLedScope(tool, scope), { mayRetry: true, approved: false, edits });
  return edits.length === 0 ? executed : { ...executed, edits: [...edits] };
}

/** Words about somebody's own tools may ask for a call of another one: it is then neither untainted nor planned. */
function toLedScope(tool: Tool, scope: CallScope): CallScope {
  if (![...(scope.authors ?? [])].some((author) => author !== tool.spec.author)) return scope;
  const { planned: _, ...led } = scope;
  return { ...led, tainted: true };
}

/** The attempts left to one call: one retry by a fault handler, one question to the user. */
interface AttemptState {
  readonly mayRetry: boolean;
  readonly approved: boolean;
  readonly edits: MemoryEdit[];
}

async function attempt(tool: Tool, call: ToolCall, scope: CallScope, state: AttemptState): Promise<ExecutedCall> {
  const timeoutMs = Math.min(tool.timeoutMs ?? scope.toolTimeoutMs, scope.toolTimeoutMs);
  const checkStartedAt = scope.clock.now();
  const checked = checkArguments(tool, call);
  // The time limit includes checking, but not waiting for the user.
  const waits = createWaits(scope);
  const limit: TimeLimit = { ...scope, ...waits, milliseconds: timeoutMs - (scope.clock.now() - checkStartedAt) };
  if (!checked.ok) {
    const { problems } = checked;
    return settleFault(tool, call, scope, state, { type: "invalid-arguments", problems, schema: tool.spec.parameters });
  }
  const { effect, asks } = tool.spec;
  if (scope.draftsOnly === true && (effect !== "reads" || asks === true)) return { outcome: { type: "detected" } };
  if (!state.approved) {
    const approval = await approve(tool, call, checked.input, scope, state);
    if (approval.type === "refused") return { outcome: approval.outcome };
    if (approval.type === "edited") {
      return attempt(tool, { ...call, arguments: approval.arguments }, scope, { ...state, approved: true });
    }
  }
  const veto = await askHook("onToolCall", scope.agent.hooks.onToolCall, call, scope);
  if (veto !== undefined) return { outcome: { type: "denied", reason: veto.reason } };
  const ran = await runWithin(limit, (signal) =>
    runTool(tool, checked.input, { ...toContext(call, scope, state.edits), ...waits, signal }, checked.coerced),
  );
  const outcome = toOutcome(ran, timeoutMs);
  if (outcome.type !== "failed") return { outcome };
  return settleFault(tool, call, scope, state, outcome);
}

/** Checks a call's arguments within their bounds; a check that throws refuses them. */
export function checkArguments(tool: Tool, call: ToolCall): ReturnType<Tool["check"]> {
  const bounded = toBoundedJson(call.arguments);
  if (!bounded.ok) return { ok: false, problems: [{ path: "", message: bounded.reason }] };
  try {
    return tool.check(call.arguments);
  } catch (error) {
    return { ok: false, problems: [{ path: "", message: `could not be checked: ${describeError(error)}` }] };
  }
}

async function settleFault(
  tool: Tool,
  call: ToolCall,
  scope: CallScope,
  state: AttemptState,
  faulted: Extract<ToolOutcome, { type: "invalid-arguments" | "failed" }>,
): Promise<ExecutedCall> {
  const fault: CallFault =
    faulted.type === "failed"
      ? { type: "failed", error: faulted.message }
      : { type: "invalid-arguments", raw: call.arguments, problems: faulted.problems };
  const decision = await decideFault(tool, scope, fault, call);
  if (scope.signal.aborted) return { outcome: { type: "cancelled" } };
  switch (decision.type) {
    case "tell-model":
      return { outcome: faulted };
    case "retry": {
      if (!state.mayRetry) return { outcome: faulted };
      // The user approved other arguments, so the approval does not hold for these.
      const retried = await attempt(tool, { ...call, arguments: decision.arguments }, scope, {
        ...state,
        mayRetry: false,
        approved: false,
      });
      return { ...retried, outcome: withCorrection(retried.outcome, decision.arguments) };
    }
    case "replace": {
      const outcome = toResultOutcome(decision.result, []);
      // The replacement may quote the untrusted text.
      return {
        outcome: isFromOutside(faulted) && outcome.type === "success" ? { ...outcome, untrusted: true } : outcome,
      };
    }
    case "end-run":
      return { outcome: faulted, endRun: decision.message };
    default:
      return assertNever(decision);
  }
}

/** The trace must show the arguments that the tool really got. */
function withCorrection(outcome: ToolOutcome, corrected: ToolCall["arguments"]): ToolOutcome {
  if (outcome.type !== "success") return outcome;
  const note = `corrected by the error handler -> ${cutText(JSON.stringify(corrected), 200)}`;
  return { ...outcome, coerced: [note, ...(outcome.coerced ?? [])] };
}

async function decideFault(tool: Tool, scope: CallScope, fault: CallFault, call: ToolCall): Promise<FaultDecision> {
  for (const handler of [tool.onError, scope.agent.onError]) {
    if (handler === undefined) continue;
    try {
      const decided = await runWithin({ ...scope, milliseconds: HOOK_TIMEOUT_MS }, () => handler(fault, call));
      if (decided.type === "done" && decided.value !== undefined) return decided.value;
    } catch {
      // A handler that throws has not decided: the next one does, or the default.
    }
  }
  return { type: "tell-model" };
}

type Approval =
  | { readonly type: "approved" }
  | { readonly type: "edited"; readonly arguments: ToolCall["arguments"] }
  | { readonly type: "refused"; readonly outcome: ToolOutcome };

async function approve(
  tool: Tool,
  call: ToolCall,
  input: unknown,
  scope: CallScope,
  { mayRetry }: AttemptState,
): Promise<Approval> {
  // Arguments that a fault handler writes anew may hold words of the fault.
  const isOwn = scope.tainted && mayRetry && (await isOwnCall(tool, call, scope));
  const verdict = decideApproval({
    effect: tool.spec.effect ?? "writes",
    asks: tool.spec.asks === true,
    tainted: scope.tainted && !isOwn,
    unsure: scope.unsure === true,
    granted: scope.isGranted(tool.spec.name, scope.skillName),
  });
  if (verdict.type === "allow") return { type: "approved" };
  const preview = await readPreview(tool, input, call, scope);
  if (scope.signal.aborted) return { type: "refused", outcome: { type: "cancelled" } };
  const decision = await scope.askApproval({
    call,
    skill: scope.skillName,
    causes: verdict.causes,
    reason: verdict.reason,
    rememberable: verdict.rememberable && !scope.tainted,
    ...(preview === null ? {} : { preview }),
  });
  if (scope.signal.aborted) return { type: "refused", outcome: { type: "cancelled" } };
  if (decision.type === "deny") return { type: "refused", outcome: { type: "denied", reason: decision.reason } };
  return decision.arguments === undefined ? { type: "approved" } : { type: "edited", arguments: decision.arguments };
}

/** True if neither the choice of the call nor anything in it can come from outside. See docs/decisions/provenance-by-value.md. */
async function isOwnCall(tool: Tool, call: ToolCall, { planned, allowlist }: CallScope): Promise<boolean> {
  if (planned === undefined || tool.spec.effect === "reads") return false;
  return await import("./own-values.ts")
    .then(({ hasOwnValues }) => hasOwnValues(call, tool, planned, allowlist))
    .catch(() => false);
}

/**
 * The change a call would make, after the user has edited its arguments on the card. Null if the tool has no preview or
 * refuses the arguments. Changes nothing.
 */
export async function previewCall(call: ToolCall, scope: CallScope): Promise<EffectPreview | null> {
  const tool = scope.allowlist.get(call.name);
  if (tool === undefined) return null;
  const checked = checkArguments(tool, call);
  return checked.ok ? readPreview(tool, checked.input, call, scope) : null;
}

async function readPreview(
  tool: Tool,
  input: unknown,
  call: ToolCall,
  scope: CallScope,
): Promise<EffectPreview | null> {
  if (tool.preview === undefined) return null;
  try {
    const read = await runWithin({ ...scope, milliseconds: HOOK_TIMEOUT_MS }, (signal) =>
      tool.preview?.(input, { ...toContext(call, scope, []), signal }),
    );
    return read.type === "done" ? toBoundedPreview(read.value) : null;
  } catch {
    return null;
  }
}

async function runTool(
  tool: Tool,
  input: unknown,
  context: ToolContext,
  coerced: readonly string[],
): Promise<ToolOutcome> {
  try {
    return toResultOutcome(await tool.run(input, context), coerced);
  } catch (error) {
    return {
      type: "failed",
      message: describeError(error),
      ...(error instanceof OutsideError ? { untrusted: true } : {}),
    };
  }
}

function toOutcome(ran: Limited<ToolOutcome>, timeoutMs: number): ToolOutcome {
  if (ran.type === "done") return ran.value;
  return ran.type === "timed-out" ? { ...ran, timeoutMs } : ran;
}

/** Measures the time of a call in which the user was asked; questions at the same time count once. */
function createWaits({ clock, onWaited }: CallScope): Pick<ToolContext, "awaitUser"> & { excused(): number } {
  let open = 0;
  let since = 0;
  let before = 0;
  return {
    excused: () => before + (open > 0 ? clock.now() - since : 0),
    async awaitUser(answer) {
      if (open === 0) since = clock.now();
      open += 1;
      try {
        return await answer;
      } finally {
        open -= 1;
        const waited = clock.now() - since;
        if (open === 0) before += waited;
        if (open === 0) onWaited?.(waited);
      }
    },
  };
}

function toContext(call: ToolCall, scope: CallScope, edits: MemoryEdit[]): ToolContext {
  return {
    runId: scope.runId,
    callId: call.id,
    conversationId: scope.conversationId,
    messageId: scope.messageId,
    skill: scope.skillName,
    signal: scope.signal,
    now: () => scope.clock.wallNow(),
    timeZone: scope.timeZone,
    tainted: scope.tainted,
    noteEdit: (edit) => edits.push(edit),
    awaitUser: (answer) => answer,
  };
}
