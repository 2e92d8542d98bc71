import type { EvidenceEnvelope } from "./evidence.ts";
import type { Failure } from "./failure.ts";
import type { CallId, ConversationId, MessageId, ModelId, RunId } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { MemoryEdit } from "./memory.ts";
import type { BrokenCall, NoticeKind } from "./message.ts";
import type { EngineId, FormId, SentSampling, TurnUsage } from "./model.ts";
import type { FlowNodeType, ToolCall, ToolOutcome } from "./tool.ts";
import type { FileAction } from "./workspaces/workspace.ts";

/** The version of the stored event shape. A reader meets older versions and refuses newer ones. */
export const RUN_EVENT_VERSION = 1;

/** Why a run ended. */
export type RunEndReason =
  /** The model gave its answer. */
  | "answered"
  /** The model ended without a word for the user. */
  | "no-answer"
  /** Detection-only mode saw a call and reported it. */
  | "detected"
  /** A budget was used up; the last text is kept and the user may continue. */
  | "budget-exceeded"
  /** The same call came back turn after turn. */
  | "repeated-call"
  /** The model kept writing what could not be read as a call or an answer. */
  | "unreadable"
  /** A tool's or a hook's policy ended it. */
  | "ended-by-policy"
  | "cancelled"
  | "failed";

/** The budget that ended a run. */
export type BudgetKind =
  | "turns"
  | "total-time"
  | "tokens"
  | "tool-time"
  /** The tokens of one turn: the answer was cut off. */
  | "turn-tokens";

/** Bounds of one run, checked before each turn. Times in milliseconds. */
export interface Budget {
  readonly maxTurns: number;
  readonly maxTotalMs: number;
  /** Prompt tokens computed plus tokens written, over the whole run. */
  readonly maxTokens: number;
  /** Time spent in tools, over the whole run. */
  readonly maxToolMs: number;
  /** Time one call may take, validation and reading of its result included. */
  readonly toolTimeoutMs: number;
  /** Tokens the model may write in one turn. */
  readonly maxTokensPerTurn: number;
}

/** The default budget of a run. */
export const DEFAULT_BUDGET: Budget = {
  maxTurns: 8,
  maxTotalMs: 600_000,
  maxTokens: 32_768,
  maxToolMs: 300_000,
  toolTimeoutMs: 120_000,
  maxTokensPerTurn: 1024,
};

/** An output with a call that an older version of the app dropped unexecuted; in its logs alone. */
export interface DoubtedOutput {
  readonly raw: string;
  readonly doubt: string;
}

/**
 * One entry of a run's append-only log. Chat, trace, replay, export and tests are folds over the list. `at` is
 * milliseconds since the run's start, on a clock that never goes back.
 */
export type RunEvent = { readonly at: number } & (
  | {
      readonly type: "run-start";
      readonly version: number;
      readonly runId: RunId;
      readonly conversationId: ConversationId;
      readonly messageId: MessageId;
      /** Wall-clock start, milliseconds since the epoch. */
      readonly startedAt: number;
      readonly agent: string;
      readonly skill: string;
      readonly tools: readonly string[];
      readonly engine: EngineId;
      readonly modelId: ModelId;
      readonly format: FormId;
      readonly budget: Budget;
      readonly question: string;
      /** The run's title if it is not the question: the user's words without their attached files. */
      readonly title?: string;
    }
  | (TurnEvent & {
      /** The newest turn; 0 before the first. */
      readonly turn: number;
    })
  | {
      readonly type: "run-end";
      readonly reason: RunEndReason;
      readonly budget?: BudgetKind;
      readonly failure?: Failure;
      /** The responder that answered in the model's place. */
      readonly by?: string;
      /** The last text for the user, possibly empty. */
      readonly text: string;
    }
);

/** An event between a run's start and its end. */
export type TurnEvent =
  | { readonly type: "turn-start" }
  /** The text sent to the model this turn: `prompt` is the part that the model has not seen yet. */
  | {
      readonly type: "prompt-sent";
      readonly prompt: string;
      /** The whole text from which words are written instead, if the model chooses words; absent where it is the same. */
      readonly wordsPrompt?: string;
      /** False when the model's earlier text had to be sent again as a whole. */
      readonly appended: boolean;
      /** Whether the output is free, constrained to a call where one begins, or forced to be a call. */
      readonly constraint: "none" | "free" | "forced";
      /** The tools that the model was shown, where there are more on offer than it is shown. */
      readonly listed?: readonly string[];
      /** How the tokens were chosen, so that the run can be repeated; absent in older logs. */
      readonly sampling?: SentSampling;
    }
  | {
      readonly type: "prefill-progress";
      readonly done: number;
      readonly total: number;
      /** The engine is still busy with another tab's request. */
      readonly waiting?: true;
    }
  | { readonly type: "reasoning-delta"; readonly text: string }
  | { readonly type: "text-delta"; readonly text: string }
  /** A call is being written and its tool is known; arguments follow with `call-start`. */
  | { readonly type: "call-named"; readonly index: number; readonly name: string }
  | { readonly type: "call-broken"; readonly broken: BrokenCall }
  /** The model's turn is complete: its raw text and its usage. */
  | {
      readonly type: "turn-end";
      readonly raw: string;
      readonly finishReason: FinishReason;
      readonly usage: TurnUsage;
      /** A first output that was dropped before the model wrote once more; only in logs of earlier versions. */
      readonly doubted?: DoubtedOutput;
    }
  | { readonly type: "call-start"; readonly call: ToolCall }
  | { readonly type: "approval-requested"; readonly request: ApprovalRequest }
  | { readonly type: "approval-decided"; readonly callId: CallId; readonly decision: ApprovalDecision }
  | {
      readonly type: "call-end";
      readonly callId: CallId;
      readonly outcome: ToolOutcome;
      readonly durationMs: number;
      /** As in `CallRecord`. */
      readonly edits?: readonly MemoryEdit[];
    }
  /**
   * A call was found and not made, in a node of a flow that notifies or in a question asked as detection only. A host
   * outside subscribes to these.
   */
  | {
      readonly type: "detected";
      readonly skill: string;
      /** The node of the flow; absent outside a flow. */
      readonly node?: string;
      readonly call: ToolCall;
    }
  /** Text fed back to the model that is not a tool result: a request to resend, a hint. */
  | { readonly type: "feedback"; readonly text: string }
  /** A node of a flow has been left by one of its exits. */
  | {
      readonly type: "flow-step";
      readonly node: string;
      readonly nodeType: FlowNodeType;
      /** For instance `pass` or `no-tool-called`; a route's is the name of the choice. */
      readonly exit: string;
      /** A side question to the model, if there was one: part of the log and the replay, not of the answer. */
      readonly asked?: {
        /** As in `prompt-sent`. */
        readonly prompt: string;
        readonly appended: boolean;
        readonly raw: string;
        readonly usage: TurnUsage;
      };
    }
  /** The evidence of a finished call, and the line that a console log may contain about it. */
  | { readonly type: "evidence"; readonly envelope: EvidenceEnvelope; readonly line: string }
  /** A sentence for the user about something that did not stop the run. */
  | {
      readonly type: "notice";
      readonly text: string;
      /** Absent for what only the text says, and in older logs. */
      readonly kind?: NoticeKind;
    };

/** How the model's output ended. */
export type FinishReason = "stop" | "length" | "aborted";

/** A question to the user before a call runs. */
export interface ApprovalRequest {
  readonly call: ToolCall;
  readonly skill: string;
  /** Why it is asked: the tool's effect, and whether untrusted text was read before. */
  readonly reason: string;
  /** The same as tags, for the page's own language; absent in logs from before it was kept. */
  readonly causes?: readonly ApprovalCause[];
  /** The call's change, in before/after form, where the tool can name it. */
  readonly preview?: EffectPreview;
  /** False when the decision may not be remembered (the run has read untrusted text). */
  readonly rememberable: boolean;
  /** Later calls of the same tool in the same turn: a decision with `all` holds for them too. Absent if there are none. */
  readonly also?: readonly ToolCall[];
}

/** Why a user is asked before a call runs. */
export type ApprovalCause = "tool-asks" | "leaves-device" | "changes-data" | "read-outside" | "own-idea";

/** A change a writing tool will make. Null `before` means it is new; null `after` means it goes away. */
export interface EffectPreview {
  readonly title: string;
  /** The title's meaning where notes will be saved, for the page's own language. */
  readonly saves?: { readonly notes: number; readonly namespace: string };
  /** The same where notes will be deleted. */
  readonly deletes?: { readonly notes: number };
  /** The same where a file will be changed. */
  readonly file?: {
    readonly action: FileAction;
    readonly path: string;
    /** Programs of the device may run what stands in it, or obey it, without being asked. */
    readonly runs?: true;
  };
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The user's answer. `arguments` replaces the model's, and is checked like the model's. `all` extends it to the calls in
 * the request's `also`, as they stand there; not with other arguments.
 */
export type ApprovalDecision =
  | { readonly type: "allow-once"; readonly arguments?: JsonObject; readonly all?: boolean }
  | { readonly type: "allow-always"; readonly arguments?: JsonObject }
  | { readonly type: "deny"; readonly reason: string; readonly all?: boolean };
