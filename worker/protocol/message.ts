import type { Failure } from "./failure.ts";
import type { HistoryOrigin } from "./history.ts";
import type { ConversationId, MemoryId, MessageId, RunId } from "./ids.ts";
import type { ResourcePlace } from "./mcp.ts";
import type { MemoryEdit } from "./memory.ts";
import { isFromOutside, type ToolCall, type ToolOutcome } from "./tool.ts";

/** A tool call as the answer shows it; `outcome` is absent while it runs, or if the run was cut off before it ended. */
export interface CallRecord {
  readonly call: ToolCall;
  readonly outcome?: ToolOutcome;
  readonly durationMs?: number;
  /** The call's writes on this device, in order; also of a call that failed half-way. Absent if there are none. */
  readonly edits?: readonly MemoryEdit[];
}

/** A piece of the model's output that looked like a call and could not be read. */
export interface BrokenCall {
  /** Offset in the turn's raw text, in UTF-16 units. */
  readonly position: number;
  readonly reason: string;
  readonly raw: string;
}

/** One turn of the model inside an answer: its text, and its calls with their outcomes. */
export interface AssistantTurn {
  /** The model's text byte for byte, without the stop token: what the KV cache holds. */
  readonly raw: string;
  /** The part meant for the user. */
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly CallRecord[];
  readonly broken: readonly BrokenCall[];
  /** Text that was fed back to the model after this turn where no call carries it (a request to resend). */
  readonly feedback?: string;
}

/** A user's message. */
export interface UserMessage {
  readonly role: "user";
  readonly id: MessageId;
  readonly conversationId: ConversationId;
  /** The message this one follows; null for the first. Several children of one parent are branches. */
  readonly parentId: MessageId | null;
  /** Milliseconds since the epoch. For display only: order comes from `sequence`. */
  readonly createdAt: number;
  /** Grows by one with every message of the conversation. */
  readonly sequence: number;
  readonly text: string;
  /** Text from outside that the user did not call their own: by a file, a link, a share or the clipboard. */
  readonly foreign?: boolean;
  /** Files the user attached, as text. Their content is untrusted. */
  readonly attachments?: readonly Attachment[];
}

/** A file turned to text that goes along with a message. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  /** Empty for a picture or a sound. */
  readonly text: string;
  /** The bytes of a picture or a sound in Base64, for models that see or hear. */
  readonly data?: string;
  /** Read by OCR, at least in part: it may be wrong. */
  readonly recognised?: true;
  /** The server's resource that it is, which may change there. */
  readonly from?: ResourcePlace;
}

/** A file that a model reads as text, or in passages. */
export function isTextFile({ data }: Attachment): boolean {
  return data === undefined;
}

/** How an answer ended; see `RunEndReason` for the run's own word. */
export type AnswerState = "complete" | "running" | "interrupted" | "stopped" | "failed" | "budget-exceeded";

/** Notes that were looked up for a question before it was asked. */
export interface RecalledNotes {
  readonly text: string;
  readonly memoryIds: readonly MemoryId[];
  /** Those that the answer tells something of; absent while it is written, and in older conversations. */
  readonly used?: readonly MemoryId[];
  /** A note among them was written while untrusted text was in view. */
  readonly untrusted: boolean;
}

/** The notes in the text of `RecalledNotes`: one line for each follows the line that says what they are. */
export function toNoteLines(text: string): readonly string[] {
  return text
    .split("\n")
    .slice(1)
    .map((line) => line.replace(/^- /u, ""));
}

/** The passages of one file that went to the model, by their place in the file, the first being 1. */
export interface PassagesRead {
  readonly name: string;
  readonly passages: readonly number[];
  readonly total: number;
}

/** Passages of files that did not fit as a whole: the text for the model, and their places. */
export interface FilesRead {
  readonly text: string;
  readonly files: readonly PassagesRead[];
}

/** The meaning of a run's notice, for the page's own language. */
export type NoticeKind =
  | "repeating"
  | "no-answer"
  | "marks-left-out"
  | "unreadable"
  | "repeated-call"
  | "own-words"
  | "none-worked"
  | "no-call"
  | "tools-cut"
  | "too-small";

/** The messages that a summary replaces for the model: from the first to `through`. */
export interface SummaryMark {
  /** The last summarised message. */
  readonly through: MessageId;
  /** How many messages that are, from the first. */
  readonly messages: number;
  /** The user undid it: the messages themselves are sent again. */
  readonly undone?: boolean;
}

/** The cost of an answer so far. */
export interface AnswerCost {
  /** Tokens in the model's context after the newest turn. */
  readonly contextTokens: number;
  /** Tokens that all turns have written, and the time that took. */
  readonly writtenTokens: number;
  readonly decodeMs: number;
}

/** The model's answer to a user message, or its summary of older ones: one run, one or more turns. */
export interface AssistantMessage extends Pick<UserMessage, "id" | "conversationId" | "createdAt" | "sequence"> {
  readonly role: "assistant";
  /** The question, or the answer that a summary follows. */
  readonly parentId: MessageId;
  readonly runId: RunId;
  readonly state: AnswerState;
  /** The skill it was asked under: a new answer to the same question is asked under it too. */
  readonly skill?: string;
  /** It was asked for calls to be detected, not made: a new answer is too. */
  readonly detect?: true;
  /** It was held to a call of this tool: a new answer is too. */
  readonly onlyTool?: string;
  readonly turns: readonly AssistantTurn[];
  /** The responder that answered in the model's place. */
  readonly by?: string;
  /** Absent until a turn has ended, and in older conversations. */
  readonly cost?: AnswerCost;
  /** The notes that were recalled for the question. */
  readonly recalled?: RecalledNotes;
  /** The passages that went along with the question in the place of whole files. */
  readonly filesRead?: FilesRead;
  /** Present on a summary, which follows the newest answer; the last turn's text is what is read. */
  readonly summary?: SummaryMark;
  /** Number of the oldest messages (besides summarised ones) that did not fit and were not sent. */
  readonly leftOut?: number;
  /** A sentence for the user about how it ended, where there is something to say. */
  readonly notice?: string;
  /** The meaning of `notice`, where the page has its own words for it. */
  readonly noticeKind?: NoticeKind;
  /** When the user undid what its calls wrote, milliseconds since the epoch. */
  readonly undoneAt?: number;
  /** The failure that stopped it, when the state is `failed`. */
  readonly failure?: Failure;
  /** Imported from a file that the user did not call their own: every continuation has read untrusted text. */
  readonly foreign?: boolean;
  /** The source of a result that no model wrote. */
  readonly model?: string;
}

/** A stored message. */
export type Message = UserMessage | AssistantMessage;

/** The place that a search found in a message: one line, the found word apart. */
export interface MessageExcerpt {
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** A message that a search found. */
export interface MessageHit {
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  readonly role: Message["role"];
  readonly createdAt: number;
  readonly excerpt: MessageExcerpt;
}

/** A conversation's own record; its messages are stored apart. */
export interface Conversation {
  readonly id: ConversationId;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly pinned?: boolean;
  /** The newest message of the branch that is shown. */
  readonly headId: MessageId | null;
  readonly systemPrompt?: string;
  /** The skill that answers here; absent in older conversations, which follow the settings. */
  readonly skill?: string;
  /** The id of its project, which began as a folder of the list; absent or empty for none. See `toScope`. */
  readonly folder?: string;
  /** Brought along from another app. */
  readonly history?: HistoryOrigin;
  /** Kept in this tab's memory only, until it is left. */
  readonly temporary?: true;
}

/** The messages from the first one to `headId`, oldest first: one branch of the conversation's tree. */
export function toBranch(messages: readonly Message[], headId: MessageId | null): readonly Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branch: Message[] = [];
  const seen = new Set<MessageId>();
  for (let id = headId; id !== null && !seen.has(id); ) {
    const message = byId.get(id);
    if (message === undefined) break;
    seen.add(id);
    branch.push(message);
    id = message.parentId;
  }
  return branch.reverse();
}

/** True if a branch holds text from outside: an imported message, a file, or what a tool fetched. */
export function isTainted(branch: readonly Message[]): boolean {
  return branch.some((message) => {
    if (message.foreign === true) return true;
    if (message.role === "user") return (message.attachments?.length ?? 0) > 0;
    const calls = message.turns.flatMap((turn) => turn.calls);
    return message.recalled?.untrusted === true || calls.some(({ outcome }) => isFromOutside(outcome));
  });
}
