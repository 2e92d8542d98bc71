import { buildChatWindow, toSummaryPreface, withSummary } from "../../agent/context/chat-window.ts";
import { recallMemories } from "../../agent/context/recall-memories.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import type { ModelClient } from "../../agent/ports/model-client.ts";
import type { ThreadMessage } from "../../formats/format.ts";
import type { RecalledNotes } from "../../protocol/message.ts";

/** What is known of a question before its model is there. */
export interface RunDraft {
  readonly question: string;
  readonly history: readonly ThreadMessage[];
  /** The summary of what came before the history, or null. */
  readonly summary: string | null;
  /** Calls and results from before the question are left out, as a flow may want it. */
  readonly omitToolRecords: boolean;
  /** Where the notes are; null when the user has turned memory off. */
  readonly memory: Pick<MemoryPort, "search"> | null;
  /** Characters of what comes before the conversation: instructions and the tools' descriptions. */
  readonly systemCharacters: number;
  /** Tokens that the model may write in one turn. */
  readonly maxTokensPerTurn: number;
  /** Where the conversation's last window began. */
  readonly windowStart: number;
}

/** What the model is to read of it. */
export interface PreparedRun {
  /** The window of the conversation, the summary in front of it. */
  readonly history: readonly ThreadMessage[];
  readonly recalled: RecalledNotes | null;
  /** Where the window begins in the history it was given. */
  readonly windowStart: number;
}

/** Most of the context that recalled notes may take, and most tokens. */
const RECALL_SHARE = 0.1;
const MAX_RECALL_TOKENS = 400;
const CHARACTERS_PER_TOKEN = 3;
/** A turn seldom needs all it may write; the conversation keeps at least this share of the context. */
const MIN_WINDOW_SHARE = 0.4;
const TOKENS_AROUND_MESSAGE = 6;

/**
 * Fits a question and its conversation to the model that will read them: the notes that bear on the question, and the
 * window of the conversation. A weak model gets no notes by itself, because they would change which tool it takes.
 */
export async function prepareRun(
  draft: RunDraft,
  model: Pick<ModelClient, "info" | "countTokens">,
): Promise<PreparedRun> {
  const { contextTokens, guided } = model.info;
  const countTokens = (text: string): Promise<number | null> => model.countTokens(text);
  const recalled =
    draft.memory === null || guided === true
      ? null
      : await recallMemories({
          question: draft.question,
          memory: draft.memory,
          budgetTokens: Math.min(MAX_RECALL_TOKENS, Math.floor(contextTokens * RECALL_SHARE)),
          countTokens,
        }).catch(() => null);
  const newest = recalled === null ? draft.question : `${draft.question}\n\n${recalled.text}`;
  const thread: readonly ThreadMessage[] = [...draft.history, { role: "user", text: newest }];
  const system = guided === true ? 0 : Math.ceil(draft.systemCharacters / CHARACTERS_PER_TOKEN);
  const answer = Math.min(draft.maxTokensPerTurn, contextTokens / 4);
  const library = Math.floor(Math.max(contextTokens * MIN_WINDOW_SHARE, contextTokens - system - answer));
  const { summary, omitToolRecords, windowStart } = draft;
  const budgetTokens = summary === null ? library : library - (await countSummary(summary, countTokens));
  if (!omitToolRecords && windowStart === 0 && isSurelyWithin(thread, budgetTokens)) {
    return { history: withSummary(draft.history, summary), recalled, windowStart: 0 };
  }
  const window = await buildChatWindow({ thread, budgetTokens, start: windowStart, omitToolRecords, countTokens });
  return { history: withSummary(window.messages.slice(0, -1), summary), recalled, windowStart: window.start };
}

async function countSummary(summary: string, countTokens: (text: string) => Promise<number | null>): Promise<number> {
  const preface = toSummaryPreface(summary);
  return (await countTokens(preface)) ?? Math.ceil(preface.length / CHARACTERS_PER_TOKEN);
}

/** No tokenizer makes more tokens of a text than it has bytes, and a UTF-16 unit is three bytes at most. */
function isSurelyWithin(thread: readonly ThreadMessage[], budgetTokens: number): boolean {
  let most = 0;
  for (const message of thread) most += JSON.stringify(message).length * 3 + TOKENS_AROUND_MESSAGE;
  return most <= budgetTokens;
}
