import { type CallScope, executeCall } from "../../../worker/agent/calls/execute-call.ts";
import { createSharedDecisions, type SharedDecisions } from "../../../worker/agent/calls/shared-decisions.ts";
import { OutsideError, type Tool, toToolOutput } from "../../../worker/agent/define/tool.ts";
import type { ThreadMessage } from "../../../worker/formats/format.ts";
import { assertNever } from "../../../worker/protocol/assert-never.ts";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import type { Message } from "../../../worker/protocol/message.ts";
import { isTainted } from "../../../worker/protocol/message.ts";
import type { ApprovalRequest } from "../../../worker/protocol/run-event.ts";
import { isFromOutside, type ToolCall, type ToolOutcome } from "../../../worker/protocol/tool.ts";
import { fromJsonSchema } from "../../../worker/tools/schema/from-json-schema.ts";
import type { PolicyCall, PolicyCase, PolicyTool } from "./read-policy-case.ts";
import type { PolicyText } from "./read-transcript.ts";

/** What becomes of one call: it runs, the user is asked first, or it is refused without asking. */
export interface PolicyDecision {
  readonly name: string;
  readonly decision: "allow" | "ask" | "deny";
  readonly reason: string;
  readonly causes: readonly string[];
  /** True where the user's answer could be remembered for good. */
  readonly rememberable: boolean;
  readonly tainted: boolean;
  /** True where an earlier call's question lists this call as well. */
  readonly listed: boolean;
}

/**
 * Decides about calls with the host's own code: its reading of a branch for text from outside, and the executor that
 * takes each call through allowlist, schema and approval. A user who is asked denies all that the question lists; results
 * that the case gives are read before the next turn.
 */
export async function decideCase(policyCase: PolicyCase): Promise<readonly PolicyDecision[]> {
  let tainted = isTainted(policyCase.transcript.map(toMessage));
  const decisions: PolicyDecision[] = [];
  for (const calls of toTurns(policyCase.calls)) {
    const planned = tainted ? {} : { planned: toThread(policyCase.transcript) };
    const asTools = policyCase.tools.map((tool) => [tool.spec.name, toTool(tool, calls)] as const);
    const written = calls.map(({ name, input }, index) => ({ id: String(index), name, arguments: input }));
    const shared = createSharedDecisions(written, new Map(asTools), new Set());
    for (const [index, { name, result }] of calls.entries()) {
      const call = written[index] ?? { id: "", name, arguments: {} };
      const allowlist = new Map(policyCase.tools.map((tool) => [tool.spec.name, toTool(tool, calls, result)]));
      const scope = { allowlist, tainted, ...planned, shared, isGranted: policyCase.isGranted };
      const { decision, outcome } = await decideCall(call, scope);
      decisions.push(decision);
      tainted ||= isFromOutside(outcome) || result?.foreign === true;
    }
  }
  return decisions;
}

/** What the user typed, as the model reads it; what tools answered before is not the user's. */
function toThread(transcript: readonly PolicyText[]): readonly ThreadMessage[] {
  return transcript.flatMap(({ role, text }) => (role === "user" ? [{ role, text, asked: text }] : []));
}

function toTurns(calls: readonly PolicyCall[]): readonly (readonly PolicyCall[])[] {
  const turns: PolicyCall[][] = [];
  for (const call of calls) {
    const last = turns.at(-1);
    if (last !== undefined && call.turn !== undefined && last[0]?.turn === call.turn) last.push(call);
    else turns.push([call]);
  }
  return turns;
}

async function decideCall(
  call: ToolCall,
  {
    shared,
    ...scope
  }: Pick<CallScope, "allowlist" | "tainted" | "planned" | "isGranted"> & {
    readonly shared: SharedDecisions;
  },
): Promise<{ readonly decision: PolicyDecision; readonly outcome: ToolOutcome }> {
  let asked: ApprovalRequest | undefined;
  let listed = false;
  const { outcome } = await executeCall(call, {
    agent: { hooks: {} },
    skillName: "case",
    ...scope,
    runId: "run",
    conversationId: "conversation",
    messageId: "message",
    toolTimeoutMs: 10_000,
    clock: STILL_CLOCK,
    timeZone: "UTC",
    signal: new AbortController().signal,
    askApproval: async (request) => {
      asked = request;
      const decision = { type: "deny" as const, reason: "", all: true };
      listed = shared.find(request.call) !== undefined;
      if (!listed) shared.keep(shared.listAlso(request), decision);
      return decision;
    },
  });
  const { decision, reason } = toDecision(outcome, asked);
  return {
    outcome,
    decision: {
      name: call.name,
      decision,
      reason,
      causes: asked?.causes ?? [],
      rememberable: asked?.rememberable ?? false,
      tainted: scope.tainted,
      listed,
    },
  };
}

const STILL_CLOCK = { now: () => 0, wallNow: () => 0, wait: () => new Promise<void>(() => {}) };

/** A tool that does nothing but answer as the case says. Without a schema it takes whatever it is called with. */
function toTool({ spec, foreign }: PolicyTool, calls: readonly PolicyCall[], result?: PolicyText): Tool<JsonObject> {
  const { name, description, parameters, effect, asks } = spec;
  const names = calls.flatMap((call) => (call.name === name ? Object.keys(call.input) : []));
  const properties = Object.fromEntries(names.map((key) => [key, {}]));
  return fromJsonSchema({
    name,
    description,
    parameters: "type" in parameters ? parameters : { type: "object", properties },
    ...(effect === undefined ? {} : { effect }),
    ...(asks === undefined ? {} : { asks }),
    run: () => {
      const untrusted = result?.foreign ?? foreign;
      if (result?.text === "" && untrusted) throw new OutsideError("");
      return toToolOutput([{ type: "text", text: result?.text ?? "" }], { untrusted });
    },
  });
}

function toDecision(
  outcome: ToolOutcome,
  asked: ApprovalRequest | undefined,
): Pick<PolicyDecision, "decision" | "reason"> {
  if (asked !== undefined) return { decision: "ask", reason: asked.reason };
  switch (outcome.type) {
    case "success":
    case "failed":
    case "timed-out":
      return { decision: "allow", reason: "Nothing asks for approval: it reads, or writes what the user asked for." };
    case "not-allowed":
      return { decision: "deny", reason: `The tool ${outcome.toolName} is not on the skill's list.` };
    case "invalid-arguments":
      return {
        decision: "deny",
        reason: `The arguments do not fit: ${outcome.problems.map(({ path, message }) => `${path} ${message}`.trim()).join("; ")}`,
      };
    case "denied":
    case "duplicate":
    case "cancelled":
    case "detected":
      return { decision: "deny", reason: outcome.type };
    default:
      return assertNever(outcome);
  }
}

/** A text as the host stores what carries it: the mark of text from outside is on the message, the note or the result. */
function toMessage({ role, text, foreign }: PolicyText, index: number): Message {
  const base = { id: `m${index}`, conversationId: "conversation", createdAt: 0, sequence: index };
  if (role === "user" || role === "system") {
    return { ...base, role: "user", parentId: null, text, ...(foreign ? { foreign } : {}) };
  }
  const outcome: ToolOutcome = {
    type: "success",
    content: [{ type: "text", text }],
    ...(foreign ? { untrusted: true } : {}),
  };
  return {
    ...base,
    role: "assistant",
    parentId: "m",
    runId: "run",
    state: "complete",
    turns: [
      {
        raw: "",
        text: role === "assistant" ? text : "",
        reasoning: "",
        broken: [],
        calls: role === "tool" ? [{ call: { id: "call", name: "tool", arguments: {} }, outcome }] : [],
      },
    ],
    ...(role === "assistant" && foreign ? { foreign } : {}),
    ...(role === "note" ? { recalled: { text, memoryIds: [], untrusted: foreign } } : {}),
  };
}
