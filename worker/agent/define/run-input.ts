import type { ThreadMessage } from "../../formats/format.ts";
import type { ConversationId, MessageId, RunId } from "../../protocol/ids.ts";
import type { Attachment, RecalledNotes } from "../../protocol/message.ts";
import type { FormatId, PolicyId, SamplingSettings } from "../../protocol/model.ts";
import type { Budget } from "../../protocol/run-event.ts";
import type { NearTools } from "../ports/turn-policy.ts";
import type { AgentBase } from "./agent-base.ts";

/** One question, whichever skill answers it. */
export interface RunInput {
  readonly runId: RunId;
  readonly conversationId: ConversationId;
  /** The message that holds the answer. */
  readonly messageId: MessageId;
  readonly agent: AgentBase;
  readonly question: string;
  /** The user's own words in it, without the files that go along: what tools are chosen by. */
  readonly asked?: string;
  /** Absent where only words can tell which tools a question needs. */
  readonly nearTools?: NearTools;
  /** The names of the text files that go along with the question: some tools are for such files. */
  readonly fileNames?: readonly string[];
  /** The text files of the conversation, the newest first, for the responders. */
  readonly files?: readonly Attachment[];
  /** Pictures and sounds that go along with the question, each in Base64. */
  readonly media?: readonly string[];
  /** See `run-start`. */
  readonly title?: string;
  /** Notes looked up for the question; the model reads them after it. */
  readonly recalled?: RecalledNotes;
  /** The conversation before the question, oldest first; ends with a complete answer. */
  readonly history: readonly ThreadMessage[];
  /** Overrides single members of the agent's budget. */
  readonly budget?: Partial<Budget>;
  readonly sampling?: SamplingSettings;
  /** False makes a reasoning model answer at once, if its template can express that. */
  readonly thinking?: boolean;
  /** The user's own system prompt, added to the agent's. */
  readonly systemPrompt?: string;
  readonly memory: boolean;
  /** The output is constrained to a call until a tool has run. */
  readonly forceCall?: boolean;
  /** No responder is asked before the model. */
  readonly askModel?: boolean;
  /** No model is there yet: the run ends with `no-model` where no responder answers. */
  readonly withoutModel?: boolean;
  /** The only one of the skill's tools that may be used. */
  readonly onlyTool?: string;
  /**
   * `detect` reports the first turn's calls and executes none; `draft` executes those that only read, and reports every other one;
   * `summarize` sums the history up instead of answering.
   */
  readonly mode?: "execute" | "detect" | "draft" | "summarize";
  /** The question itself carries text from outside (an attachment, an untrusted memory). */
  readonly tainted?: boolean;
  /** Who, beside the app, worded what the model was shown of tools and skills up to now; see `CallScope`. */
  readonly authors?: readonly string[];
  /** Overrides the model's format. */
  readonly format?: FormatId;
  /** Overrides how the model is asked. */
  readonly policy?: PolicyId;
  /**
   * The model's last prompt and output, which its KV cache holds. Used only to tell whether the new prompt appends to
   * it.
   */
  readonly sentBefore?: string;
  readonly signal: AbortSignal;
}
