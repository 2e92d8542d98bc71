import type { JsonObject, JsonValue } from "../../protocol/json.ts";
import type { AssistantTurn } from "../../protocol/message.ts";
import type { BudgetKind, RunEndReason } from "../../protocol/run-event.ts";
import type { ArgumentProblem, ToolCall, ToolRecord } from "../../protocol/tool.ts";
import { runWithin, type TimeLimit } from "../ports/time-limit.ts";

/** A hook's objection; the reason goes to the model (a call) or to the user (a turn). */
export interface Veto {
  readonly type: "veto";
  readonly reason: string;
}

/** Sees; what it returns is neither read nor awaited. One that throws is passed over: the loop never breaks for it. */
type Observer<Subject> = (subject: Subject) => unknown;

/** Sees, and may object. One that throws, or thinks for longer than `HOOK_TIMEOUT_MS`, has not objected. */
type Objector<Subject> = (subject: Subject) => Veto | undefined | Promise<Veto | undefined>;

/** What a user who builds an agent can listen to. */
export interface AgentHooks {
  /** Before a call runs, after every check. A veto denies it. */
  readonly onToolCall?: Objector<ToolCall>;
  /** After a call, whatever its outcome. */
  readonly onToolUse?: Observer<ToolRecord>;
  /** After a turn of the model. A veto ends the run. */
  readonly onTurn?: Objector<{ readonly turn: number; readonly record: AssistantTurn }>;
  /** A knowledge entry was loaded. */
  readonly onKnowledgeUsed?: Observer<{ readonly name: string; readonly characters: number }>;
  readonly onBudget?: Observer<BudgetKind>;
  readonly onRunEnd?: Observer<{ readonly reason: RunEndReason; readonly text: string }>;
}

/** A call that could not be done as asked. */
export type CallFault =
  | { readonly type: "invalid-arguments"; readonly raw: JsonObject; readonly problems: readonly ArgumentProblem[] }
  | { readonly type: "failed"; readonly error: string };

/** What to do about it. */
export type FaultDecision =
  | { readonly type: "tell-model" }
  /** Tried once, and checked like the model's own arguments. */
  | { readonly type: "retry"; readonly arguments: JsonObject }
  | { readonly type: "replace"; readonly result: JsonValue }
  | { readonly type: "end-run"; readonly message: string };

/** Decides about a fault; a tool's own comes before its agent's. */
export type FaultHandler = (
  fault: CallFault,
  call: ToolCall,
) => FaultDecision | undefined | Promise<FaultDecision | undefined>;

/** How long a hook or a fault handler may think, in milliseconds; after that it has said nothing. */
export const HOOK_TIMEOUT_MS = 10_000;

/** Tells an observer, and does not wait for it; what it throws is swallowed on purpose. */
export function emitHook<Subject>(hook: Observer<Subject> | undefined, subject: Subject): void {
  try {
    void Promise.resolve(hook?.(subject)).catch(() => undefined);
  } catch {
    // See `Observer`.
  }
}

/** Asks an objector; an exception or a late answer is no objection. */
export async function askHook<Subject>(
  hook: Objector<Subject> | undefined,
  subject: Subject,
  scope: Omit<TimeLimit, "milliseconds">,
): Promise<Veto | undefined> {
  if (hook === undefined) return undefined;
  try {
    const asked = await runWithin({ ...scope, milliseconds: HOOK_TIMEOUT_MS }, () => hook(subject));
    return asked.type === "done" ? asked.value : undefined;
  } catch {
    return undefined;
  }
}
