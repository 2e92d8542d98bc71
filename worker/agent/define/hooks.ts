import { describeError } from "../../protocol/describe-error.ts";
import type { JsonObject, JsonValue } from "../../protocol/json.ts";
import type { AssistantTurn } from "../../protocol/message.ts";
import type { BudgetKind, RunEndReason } from "../../protocol/run-event.ts";
import type { ArgumentProblem, ToolCall, ToolRecord } from "../../protocol/tool.ts";
import { runWithin, type TimeLimit } from "../ports/time-limit.ts";

/** A hook's veto; the reason goes to the model (for a call) or to the user (for a turn). */
export interface Veto {
  readonly type: "veto";
  readonly reason: string;
}

/** A hook that only observes. Its result is neither read nor awaited, and its errors are ignored. */
type Observer<Subject> = (subject: Subject) => unknown;

/** A hook that may veto. One that throws, or takes longer than `HOOK_TIMEOUT_MS`, vetoes: a gate that fails is closed. */
type Objector<Subject> = (subject: Subject) => Veto | undefined | Promise<Veto | undefined>;

/** The hooks of an agent. */
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

/** Why a call could not be executed as asked. */
export type CallFault =
  | { readonly type: "invalid-arguments"; readonly raw: JsonObject; readonly problems: readonly ArgumentProblem[] }
  | { readonly type: "failed"; readonly error: string };

/** How to continue after a fault. */
export type FaultDecision =
  | { readonly type: "tell-model" }
  /** Retries once; the arguments are checked like the model's. */
  | { readonly type: "retry"; readonly arguments: JsonObject }
  | { readonly type: "replace"; readonly result: JsonValue }
  | { readonly type: "end-run"; readonly message: string };

/** Decides about a fault; the tool's handler is asked before the agent's. */
export type FaultHandler = (
  fault: CallFault,
  call: ToolCall,
) => FaultDecision | undefined | Promise<FaultDecision | undefined>;

/** Time limit of a hook or fault handler, in milliseconds; a later answer does not count. */
export const HOOK_TIMEOUT_MS = 10_000;

/** Calls an observer without waiting for it; what it throws is ignored on purpose. */
export function emitHook<Subject>(hook: Observer<Subject> | undefined, subject: Subject): void {
  try {
    void Promise.resolve(hook?.(subject)).catch(() => undefined);
  } catch {
    // See `Observer`.
  }
}

/** Asks a hook for its veto; an exception or a late answer is one, with a reason that names the hook. */
export async function askHook<Subject>(
  name: string,
  hook: Objector<Subject> | undefined,
  subject: Subject,
  scope: Omit<TimeLimit, "milliseconds">,
): Promise<Veto | undefined> {
  if (hook === undefined) return undefined;
  const refuse = (why: string): Veto => ({ type: "veto", reason: `The hook ${name} ${why}, so this is refused.` });
  try {
    const asked = await runWithin({ ...scope, milliseconds: HOOK_TIMEOUT_MS }, () => hook(subject));
    if (asked.type === "timed-out") return refuse(`did not answer within ${HOOK_TIMEOUT_MS / 1000} s`);
    return asked.type === "done" ? asked.value : undefined;
  } catch (error) {
    return refuse(`failed (${describeError(error)})`);
  }
}
