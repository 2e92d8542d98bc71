import { defined } from "../../protocol/defined.ts";
import { describeError } from "../../protocol/describe-error.ts";
import type { CallRecord } from "../../protocol/message.ts";
import type { ApprovalDecision, ApprovalRequest, RunEvent } from "../../protocol/run-event.ts";
import { isFromOutside, type ToolCall, type ToolOutcome } from "../../protocol/tool.ts";
import { emitHook } from "../define/hooks.ts";
import type { Run } from "../define/run.ts";
import type { Tool } from "../define/tool.ts";
import { runWithin } from "../ports/time-limit.ts";
import { createEventChannel, type EventChannel } from "../state/event-channel.ts";
import { type CallScope, type ExecutedCall, executeCall } from "./execute-call.ts";
import { toCallSignature } from "./repeated-call.ts";
import type { SharedDecisions } from "./shared-decisions.ts";

/** The run, skill and tools that a turn's calls belong to. */
export interface CallRound extends Pick<CallScope, "skillName" | "allowlist" | "authors"> {
  readonly run: Run;
}

/** The results of a turn's calls, in order; `endRun` holds the reason if one of them ends the run. */
export interface ExecutedCalls {
  readonly records: readonly CallRecord[];
  readonly endRun: string | null;
}

/**
 * Executes the calls of the newest turn in order: adjacent read-only calls in parallel, duplicates and those whose
 * signatures are `known` not at all.
 */
export async function* executeCalls(
  round: CallRound,
  calls: readonly ToolCall[],
  known: ReadonlySet<string> = new Set(),
): AsyncGenerator<RunEvent, ExecutedCalls, void> {
  const { run, allowlist } = round;
  const { progress, at } = run;
  const { turn } = progress;
  // The calls were written before the first of them ran.
  const planned = progress.tainted ? {} : { planned: [...progress.thread] };
  let sharing: Promise<SharedDecisions> | undefined;
  const loadShared = (): Promise<SharedDecisions> => {
    sharing ??= import("./shared-decisions.ts").then((part) => part.createSharedDecisions(calls, allowlist, known));
    return sharing;
  };
  const startedAt = at();
  const records: CallRecord[] = [];
  const seen = new Set<string>(known);
  let endRun: string | null = null;
  let waitedMs = 0;
  for (const group of toGroups(calls, allowlist)) {
    const channel = createEventChannel<RunEvent>();
    const execute = async (call: ToolCall): Promise<CallRecord> => {
      const callStartedAt = at();
      let callWaitedMs = 0;
      const onWaited = (milliseconds: number): void => {
        callWaitedMs += milliseconds;
        waitedMs += milliseconds;
      };
      const scope = { ...toScope(round, channel, loadShared, onWaited), ...planned };
      channel.push({ type: "call-start", at: callStartedAt, turn, call });
      const signature = toCallSignature(call, allowlist);
      const isDuplicate = seen.has(signature);
      seen.add(signature);
      const shared = (await sharing)?.find(call);
      // A call that was denied together with another one does not run, even where it would not have asked.
      if (shared?.type === "deny") {
        channel.push({ type: "approval-decided", at: at(), turn, callId: call.id, decision: shared });
      }
      const executed: ExecutedCall = isDuplicate
        ? { outcome: { type: "duplicate" } }
        : shared?.type === "deny"
          ? { outcome: { type: "denied", reason: shared.reason } }
          : await executeCall(call, scope);
      const { outcome } = executed;
      const edits = defined({ edits: executed.edits });
      const durationMs = at() - callStartedAt - callWaitedMs;
      channel.push({ type: "call-end", at: at(), turn, callId: call.id, outcome, durationMs, ...edits });
      emitHook(run.request.agent.hooks.onToolUse, { call, outcome, durationMs });
      endRun ??= executed.endRun ?? null;
      return { call, outcome, durationMs, ...edits };
    };
    const done = yield* channel.drain(Promise.all(group.map(execute)));
    records.push(...done);
    progress.tainted ||= done.some(({ outcome }) => isFromOutside(outcome));
    if (endRun !== null) break;
  }
  run.meter.addToolTime(at() - startedAt - waitedMs);
  run.meter.addWaiting(waitedMs);
  return { records, endRun };
}

function toScope(
  { run, skillName, allowlist, authors }: CallRound,
  channel: EventChannel<RunEvent>,
  loadShared: () => Promise<SharedDecisions>,
  onWaited: (milliseconds: number) => void,
): CallScope {
  const { request, deps, budget, progress, at } = run;
  const { turn } = progress;
  return {
    agent: request.agent,
    skillName,
    allowlist,
    runId: request.runId,
    conversationId: request.conversationId,
    messageId: request.messageId,
    tainted: progress.tainted,
    ...defined({ authors }),
    unsure: authors !== undefined && run.policy.madeFor === "tiny" && request.onlyTool === undefined,
    toolTimeoutMs: budget.toolTimeoutMs,
    clock: deps.clock,
    timeZone: deps.timeZone,
    signal: request.signal,
    draftsOnly: request.mode === "draft",
    isGranted: (tool, skill) => deps.isGranted(tool, skill),
    onWaited,
    askApproval: async (asked: ApprovalRequest): Promise<ApprovalDecision> => {
      const askedAt = at();
      const callId = asked.call.id;
      const shared = await loadShared();
      const earlier = shared.find(asked.call);
      if (earlier !== undefined) {
        channel.push({ type: "approval-decided", at: askedAt, turn, callId, decision: earlier });
        return earlier;
      }
      const also = shared.listAlso(asked);
      const approval = also.length === 0 ? asked : { ...asked, also };
      channel.push({ type: "approval-requested", at: askedAt, turn, request: approval });
      const limit = { clock: deps.clock, signal: request.signal, milliseconds: Number.POSITIVE_INFINITY };
      const decision = await runWithin(limit, () => deps.askApproval(approval)).then(
        (answer): ApprovalDecision => (answer.type === "done" ? answer.value : { type: "deny", reason: "stopped" }),
        (error): ApprovalDecision => ({ type: "deny", reason: `nobody could be asked: ${describeError(error)}` }),
      );
      onWaited(at() - askedAt);
      channel.push({ type: "approval-decided", at: at(), turn, callId, decision });
      shared.keep(also, decision);
      return decision;
    },
  };
}

/** Adjacent calls of read-only tools form one group, to run in parallel; every other call is a group of its own. */
function toGroups(calls: readonly ToolCall[], allowlist: ReadonlyMap<string, Tool>): ToolCall[][] {
  const groups: ToolCall[][] = [];
  let lastReads = false;
  for (const call of calls) {
    const spec = allowlist.get(call.name)?.spec;
    const reads = spec?.effect === "reads" && spec.asks !== true;
    const last = groups.at(-1);
    if (reads && lastReads && last !== undefined) last.push(call);
    else groups.push([call]);
    lastReads = reads;
  }
  return groups;
}

/** Detection only: every call is reported, none is executed. `announcement` names the flow's node; null announces nothing. */
export async function* reportCalls(
  { run, skillName, allowlist }: CallRound,
  calls: readonly ToolCall[],
  announcement: { readonly node?: string } | null,
): AsyncGenerator<RunEvent, readonly CallRecord[], void> {
  const { turn } = run.progress;
  const records: CallRecord[] = [];
  for (const call of calls) {
    const outcome: ToolOutcome = allowlist.has(call.name)
      ? { type: "detected" }
      : { type: "not-allowed", toolName: call.name, skillName, allowed: [...allowlist.keys()] };
    yield { type: "call-start", at: run.at(), turn, call };
    yield { type: "call-end", at: run.at(), turn, callId: call.id, outcome, durationMs: 0 };
    if (announcement !== null && outcome.type === "detected") {
      yield { type: "detected", at: run.at(), turn, skill: skillName, ...announcement, call };
    }
    records.push({ call, outcome, durationMs: 0 });
  }
  return records;
}
