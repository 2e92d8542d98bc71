import { buildChatWindow, toSummaryPreface, withSummary } from "../../agent/context/chat-window.ts";
import { CHARACTERS_PER_TOKEN, type CountTokens, countOrEstimate } from "../../agent/context/count-tokens.ts";
import { dropThoughts } from "../../agent/context/drop-thoughts.ts";
import { readPassages } from "../../agent/context/read-passages.ts";
import { recallMemories, toRecalledText } from "../../agent/context/recall-memories.ts";
import { countMediaTokens, showMedia } from "../../agent/context/show-media.ts";
import { toToolShare } from "../../agent/policies/choose-tools.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import type { ModelClient } from "../../agent/ports/model-client.ts";
import type { ThreadMessage } from "../../formats/format.ts";
import type { Attachment, FilesRead, RecalledNotes } from "../../protocol/message.ts";
import { toMedia, toReadQuestion } from "./thread-history.ts";

/** A question and its conversation, before the model is loaded. */
export interface RunDraft {
  readonly question: string;
  /** The user's own words, without the files that go along. */
  readonly asked: string;
  /** The files of the question. */
  readonly files: readonly Attachment[];
  /** Its pictures and sounds. */
  readonly media: readonly Attachment[];
  /** Files of earlier questions that did not fit as a whole. */
  readonly partlyRead: readonly Attachment[];
  readonly history: readonly ThreadMessage[];
  /** The summary of the messages before the history, or null. */
  readonly summary: string | null;
  /** Leaves out calls and results from before the question, for flows that ask for it. */
  readonly omitToolRecords: boolean;
  /** The notes to search; null if the user has turned memory off. */
  readonly memory: Pick<MemoryPort, "search"> | null;
  /** Length of the tools' descriptions, in characters; a model is shown as many as fit. */
  readonly toolCharacters: number;
  /** Length of the instructions before the conversation. */
  readonly systemCharacters: number;
  /** The most tokens that the model may write in one turn. */
  readonly maxTokensPerTurn: number;
  /** The start of the conversation's last window, as an index into `history`. */
  readonly windowStart: number;
}

/** A draft, fitted to the model. */
export interface PreparedRun {
  /** The summary, if there is one, and the window of the conversation. */
  readonly history: readonly ThreadMessage[];
  readonly recalled: RecalledNotes | null;
  /** The question with its files, or with the passages in `filesRead`. */
  readonly question: string;
  /** The passages of files that do not fit; null if they do, or if there are none. */
  readonly filesRead: FilesRead | null;
  /** The start of the window, as an index into the draft's `history`. */
  readonly windowStart: number;
}

/** Recalled notes take at most this share of the context, and at most this many tokens. */
const RECALL_SHARE = 0.1;
const MAX_RECALL_TOKENS = 400;
/** The conversation gets at least this share of the context: a turn seldom writes as much as it may. */
const MIN_WINDOW_SHARE = 0.4;
const TOKENS_AROUND_MESSAGE = 6;
/** A question whose files take more than this share of what is available gets passages of them. */
const WHOLE_FILE_SHARE = 0.75;
const PASSAGE_SHARE = 0.5;
const LATER_PASSAGE_SHARE = 0.25;
/** Text longer than this never fits, so it is not counted: a tokenizer takes seconds for a megabyte. */
const MAX_CHARACTERS_PER_TOKEN = 8;

/**
 * Fits a question and its conversation to the model's context: chooses the notes relevant to the question and the window
 * of the conversation.
 */
export async function prepareRun(
  read: RunDraft,
  model: Pick<ModelClient, "info" | "countTokens">,
): Promise<PreparedRun> {
  const { contextTokens, template } = model.info;
  const draft = { ...read, history: showMedia(dropThoughts(read.history, template), model.info) };
  const countTokens: CountTokens = (text) => model.countTokens(text);
  const recalled =
    draft.memory === null
      ? null
      : await recallMemories({
          question: draft.asked,
          memory: draft.memory,
          budgetTokens: Math.min(MAX_RECALL_TOKENS, Math.floor(contextTokens * RECALL_SHARE)),
          countTokens,
        }).catch(() => null);
  const tools = Math.min(draft.toolCharacters, toToolShare(contextTokens));
  const system = Math.ceil((tools + draft.systemCharacters) / CHARACTERS_PER_TOKEN);
  const answer = Math.min(draft.maxTokensPerTurn, contextTokens / 4);
  const available = Math.floor(Math.max(contextTokens * MIN_WINDOW_SHARE, contextTokens - system - answer));
  const filesRead = await readFiles(draft, available, countTokens);
  const question = filesRead === null ? draft.question : toReadQuestion(draft.asked, draft.media, filesRead);
  const newest = toRecalledText(question, recalled);
  const thread = showMedia([...draft.history, { role: "user", text: newest, media: toMedia(draft.media) }], model.info);
  const { summary, omitToolRecords, windowStart } = draft;
  const ready = { recalled, question, filesRead };
  const budgetTokens =
    summary === null ? available : available - (await countOrEstimate(toSummaryPreface(summary), countTokens));
  if (!omitToolRecords && windowStart === 0 && isSurelyWithin(thread, budgetTokens)) {
    return { ...ready, history: withSummary(draft.history, summary), windowStart: 0 };
  }
  const window = await buildChatWindow({ thread, budgetTokens, start: windowStart, omitToolRecords, countTokens });
  return { ...ready, history: withSummary(window.messages.slice(0, -1), summary), windowStart: window.start };
}

/**
 * The passages that fit the question, of files that take too much of the context; null if all fit. Files of earlier
 * questions are read again only where they have something on this one.
 */
async function readFiles(
  { asked, question, files, partlyRead }: RunDraft,
  available: number,
  countTokens: CountTokens,
): Promise<FilesRead | null> {
  const isNew = files.length > 0 && !(await fits(question, available * WHOLE_FILE_SHARE, countTokens));
  if (!isNew && partlyRead.length === 0) return null;
  const free = available * (isNew ? PASSAGE_SHARE : LATER_PASSAGE_SHARE);
  const request = { asked, files: isNew ? files : partlyRead, samples: isNew };
  const maxCharacters = Math.floor(free * CHARACTERS_PER_TOKEN);
  const read = readPassages({ ...request, maxCharacters });
  const tokens = read === null ? null : await countTokens(read.text);
  if (tokens === null || tokens <= free) return read;
  // A script with fewer characters per token than most.
  return readPassages({ ...request, maxCharacters: Math.floor((maxCharacters * free) / tokens) });
}

async function fits(text: string, tokens: number, countTokens: CountTokens): Promise<boolean> {
  if (text.length > tokens * MAX_CHARACTERS_PER_TOKEN) return false;
  return (await countOrEstimate(text, countTokens)) <= tokens;
}

/** An upper bound without a tokenizer: a text has at most one token per byte, and three bytes per UTF-16 unit. */
function isSurelyWithin(thread: readonly ThreadMessage[], budgetTokens: number): boolean {
  let most = 0;
  // Pictures are counted, not written out: one has more characters than most conversations.
  for (const message of thread) {
    const words = JSON.stringify(message.role === "user" ? { ...message, media: [] } : message);
    most += words.length * 3 + countMediaTokens(message) + TOKENS_AROUND_MESSAGE;
  }
  return most <= budgetTokens;
}
