import { executeCall } from "../../../worker/agent/calls/execute-call.ts";
import { OutsideError, type Tool, toToolOutput } from "../../../worker/agent/define/tool.ts";
import { assertNever } from "../../../worker/protocol/assert-never.ts";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import type { Message } from "../../../worker/protocol/message.ts";
import { isTainted } from "../../../worker/protocol/message.ts";
import type { ApprovalRequest } from "../../../worker/protocol/run-event.ts";
import { isFromOutside, type ToolOutcome } from "../../../worker/protocol/tool.ts";
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
}

/**
 * Decides about calls with the host's own code: its reading of a branch for text from outside, and the executor that
 * takes each call through allowlist, schema and approval. A user who is asked denies; results that the case gives are
 * read before the next call.
 */
export async function decideCase(policyCase: PolicyCase): Promise<readonly PolicyDecision[]> {
  let tainted = isTainted(policyCase.transcript.map(toMessage));
  const decisions: PolicyDecision[] = [];
  for (const call of policyCase.calls) {
    const { decision, outcome } = await decideCall(policyCase, call, tainted);
    decisions.push(decision);
    tainted ||= isFromOutside(outcome) || call.result?.foreign === true;
  }
  return decisions;
}

async function decideCall(
  { tools, isGranted }: PolicyCase,
  { name, input, result }: PolicyCall,
  tainted: boolean,
): Promise<{ readonly decision: PolicyDecision; readonly outcome: ToolOutcome }> {
  let asked: ApprovalRequest | undefined;
  const { outcome } = await executeCall(
    { id: "call", name, arguments: input },
    {
      agent: { hooks: {} },
      skillName: "case",
      allowlist: new Map(tools.map((tool) => [tool.spec.name, toTool(tool, input, result)])),
      runId: "run",
      conversationId: "conversation",
      messageId: "message",
      tainted,
      toolTimeoutMs: 10_000,
      clock: STILL_CLOCK,
      timeZone: "UTC",
      signal: new AbortController().signal,
      isGranted,
      askApproval: async (request) => {
        asked = request;
        return { type: "deny", reason: "" };
      },
    },
  );
  const { decision, reason } = toDecision(outcome, asked);
  return {
    outcome,
    decision: {
      name,
      decision,
      reason,
      causes: asked?.causes ?? [],
      rememberable: asked?.rememberable ?? false,
      tainted,
    },
  };
}

const STILL_CLOCK = { now: () => 0, wallNow: () => 0, wait: () => new Promise<void>(() => {}) };

/** A tool that does nothing but answer as the case says. Without a schema it takes whatever it is called with. */
function toTool({ spec, foreign }: PolicyTool, input: JsonObject, result: PolicyText | undefined): Tool<JsonObject> {
  const { name, description, parameters, effect, asks } = spec;
  const properties = Object.fromEntries(Object.keys(input).map((key) => [key, {}]));
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
