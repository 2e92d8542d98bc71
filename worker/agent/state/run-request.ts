import type { ThreadMessage } from "../../formats/format.ts";
import type { ConversationId, MessageId, RunId } from "../../protocol/ids.ts";
import type { RecalledNotes } from "../../protocol/message.ts";
import type { FormatId, SamplingSettings } from "../../protocol/model.ts";
import type { Budget } from "../../protocol/run-event.ts";
import type { Agent } from "../define/agent.ts";
import type { Skill } from "../define/skill.ts";

/** One question to an agent's skill. */
export interface RunRequest {
  readonly runId: RunId;
  readonly conversationId: ConversationId;
  /** The message that holds the answer. */
  readonly messageId: MessageId;
  readonly agent: Agent;
  readonly skill: Skill;
  readonly question: string;
  /** See `run-start`. */
  readonly title?: string;
  /** Notes looked up for the question; the model reads them after it. */
  readonly recalled?: RecalledNotes;
  /** What was said before, oldest first; ends with a complete answer. */
  readonly history: readonly ThreadMessage[];
  /** Overrides the agent's budget member by member. */
  readonly budget?: Partial<Budget>;
  readonly sampling?: SamplingSettings;
  /** False has a model that reasons first answer at once, where its template can say so. */
  readonly thinking?: boolean;
  /** Added to the agent's prompt: the user's words for the system message. */
  readonly systemPrompt?: string;
  readonly memory: boolean;
  /** The output is constrained to a call until a tool has run. */
  readonly forceCall?: boolean;
  /** `detect` reports the first turn's calls and executes none; `summarize` sums the history up instead of answering. */
  readonly mode?: "execute" | "detect" | "summarize";
  /** The question itself carries text from outside (an attachment, an untrusted memory). */
  readonly tainted?: boolean;
  /** The run's own format, before the model's. */
  readonly format?: FormatId;
  /** What the model holds from the run before: its last prompt and output. Says only whether the prompt appends. */
  readonly sentBefore?: string;
  readonly signal: AbortSignal;
}
