import type { Result } from "../failure.ts";
import type { CallId, ConversationId, MessageId, RunId } from "../ids.ts";
import type { Attachment } from "../message.ts";
import type { ProjectId } from "../project.ts";
import type { ApprovalDecision } from "../run-event.ts";
import type { WaitingAnswer, WaitingStep } from "../waiting.ts";

/** A question to the agent. */
export interface SendRequest {
  /** Null starts a new conversation. */
  readonly conversationId: ConversationId | null;
  /** The message this one follows; absent for the conversation's newest. Another value makes a branch. */
  readonly parentId?: MessageId | null;
  readonly text: string;
  /** For a new conversation: the project that it begins in. */
  readonly project?: ProjectId;
  /** For a new conversation: nothing of it is stored, and it neither reads nor saves notes. */
  readonly temporary?: true;
  /** True where some of the text came from outside (a link, a share, the clipboard): the run starts tainted. */
  readonly foreign?: boolean;
  readonly attachments?: readonly Attachment[];
  /** The skill that answers, from now on in the whole conversation; absent for the conversation's own. */
  readonly skill?: string;
  /** Whether the model reasons first, if it has a switch for that; absent for the user's setting. */
  readonly thinking?: boolean;
  /** Every turn must be a call until a tool has run (enforced by the grammar if the engine supports one). */
  readonly forceCall?: boolean;
  /** The model answers, whatever the app's exact skills understand. */
  readonly askModel?: boolean;
  /** The only tool that this question may use; one that the skill does not grant leaves none. */
  readonly onlyTool?: string;
  /** Reports the first turn's calls in the run's events and executes none. */
  readonly detect?: boolean;
}

/** Ids that `send` returns once the question is durably stored and the run has begun. */
export interface SendReceipt {
  readonly conversationId: ConversationId;
  readonly userMessageId: MessageId;
  readonly assistantMessageId: MessageId;
  readonly runId: RunId;
}

/** Stores questions, and starts and stops the runs that answer them. */
export interface RunsApi {
  send(request: SendRequest): Promise<Result<SendReceipt>>;
  /**
   * Has the model read what the prompt of this question will begin with, while the user is still writing it: the system
   * text, the tools, the conversation. Stores nothing, and makes room for whatever else is asked.
   */
  readAhead(request: SendRequest): Promise<void>;
  /** A new answer to the same question, beside the old one; always the model's. */
  regenerate(assistantMessageId: MessageId, withoutTools?: boolean): Promise<Result<SendReceipt>>;
  /** Takes a step of a waiting question. Fails with `engine-busy` while anything else is under way. */
  stepWaiting(step: WaitingStep): Promise<Result<WaitingAnswer>>;
  /**
   * Has the loaded model, which hears, write down what is said in a sound: a WAV in Base64. Nothing of it is stored. `stop` with the id
   * that the caller has made ends it.
   */
  transcribe(runId: RunId, sound: string): Promise<Result<string>>;
  stop(runId: RunId): Promise<void>;
  /** The user's decision about a tool call. */
  decideApproval(runId: RunId, callId: CallId, decision: ApprovalDecision): Promise<void>;
  /**
   * Has the model sum up the older messages of the shown branch, in a run of its own. From then on the model reads the
   * summary instead of them; they stay stored. Fails with `nothing-to-summarize` if there are too few.
   */
  summarizeConversation(conversationId: ConversationId): Promise<Result<RunId>>;
  /** Turns a summary off, so that the messages themselves are sent again, or on again. */
  applySummary(messageId: MessageId, used: boolean): Promise<Result<null>>;
}
