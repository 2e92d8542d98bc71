import type { ThreadMessage } from "../../formats/format.ts";
import { assertNever } from "../../protocol/assert-never.ts";
import { type CountTokens, countOrEstimate } from "./count-tokens.ts";
import { countMediaTokens } from "./show-media.ts";

/** The conversation and the budget that a window is built from. */
export interface ChatWindowRequest {
  /** The whole conversation, oldest first. */
  readonly thread: readonly ThreadMessage[];
  /** Tokens the window may take: the model's context less what the answer and the system prompt need. */
  readonly budgetTokens: number;
  /**
   * Where the last window of this conversation began. Kept while it fits: a window that begins elsewhere invalidates
   * the engine's KV cache.
   */
  readonly start?: number;
  /** Leaves out calls and results from before the newest question, but keeps the text around them. */
  readonly omitToolRecords?: boolean;
  readonly countTokens: CountTokens;
}

/** The part of a conversation that a model reads. */
export interface ChatWindow {
  readonly messages: readonly ThreadMessage[];
  /** Its first index in the thread, which is also the number of older messages left out. */
  readonly start: number;
  readonly tokens: number;
  /** False if even the messages that must stay exceed the budget. */
  readonly fits: boolean;
}

/**
 * Puts a summary of the left-out messages in front of a window. It goes into the first question, because chat templates
 * require questions and answers to alternate; before an answer it becomes a question of its own.
 */
export function withSummary(messages: readonly ThreadMessage[], summary: string | null): readonly ThreadMessage[] {
  if (summary === null) return messages;
  const [first, ...rest] = messages;
  const text = toSummaryPreface(summary);
  if (first?.role === "user") return [{ ...first, text: `${text}\n\n${first.text}` }, ...rest];
  return [{ role: "user", text }, ...messages];
}

/** The text that stands in place of the summarised messages. */
export function toSummaryPreface(summary: string): string {
  return `Summary of the conversation so far (older messages are left out):\n${summary}`;
}

/** Number of the newest messages that stay, however small the budget. */
export const MIN_MESSAGES = 3;

/** A window that must be cut is cut to this share of the budget, so that the next few turns still fit. */
const FILLED_SHARE = 0.75;
/** Tokens of the role marks and line breaks around a message. */
const TOKENS_AROUND_MESSAGE = 6;

/**
 * Builds the window: the newest messages that fit, at least three. A call and its result are never separated, and the
 * window begins with a question if possible.
 */
export async function buildChatWindow(request: ChatWindowRequest): Promise<ChatWindow> {
  const { thread, budgetTokens } = request;
  const shown = request.omitToolRecords === true ? withoutToolRecords(thread) : thread.map((message) => message);
  const begins = findBeginnings(shown);
  const lastStart = findLastStart(shown, begins);
  const kept = begins.find((begin) => begin >= (request.start ?? 0)) ?? 0;
  const tokensFrom = await countBackwards(shown, { from: Math.min(kept, lastStart), until: lastStart }, request);
  const take = (start: number): ChatWindow => {
    const tokens = tokensFrom(start);
    const messages = shown.slice(start).filter((message) => message !== null);
    return { messages, start, tokens, fits: tokens <= budgetTokens };
  };
  if (kept <= lastStart && tokensFrom(kept) <= budgetTokens) return take(kept);
  const goal = budgetTokens * FILLED_SHARE;
  const fitting = begins.filter((begin) => begin <= lastStart && begin >= kept && tokensFrom(begin) <= goal);
  // The longest window that fits and begins with a question, or else the longest that fits.
  const start = fitting.find((begin) => shown[begin]?.role === "user") ?? fitting[0] ?? lastStart;
  return take(start);
}

/**
 * The tokens from a message to the end; infinite for those before which the budget is used up. Counted from the newest on,
 * back to `until` in any case and to `from` at most: a long conversation costs no more than its window.
 */
async function countBackwards(
  shown: readonly (ThreadMessage | null)[],
  { from, until }: { readonly from: number; readonly until: number },
  request: ChatWindowRequest,
): Promise<(start: number) => number> {
  const sums = new Map<number, number>([[shown.length, 0]]);
  let sum = 0;
  for (let index = shown.length - 1; index >= from && (index >= until || sum <= request.budgetTokens); index -= 1) {
    const message = shown[index] ?? null;
    if (message !== null) sum += (await countMessage(message, request)) + TOKENS_AROUND_MESSAGE;
    sums.set(index, sum);
  }
  return (start) => sums.get(start) ?? Number.POSITIVE_INFINITY;
}

/** Places where a window may begin: anywhere except between a call and its result. */
function findBeginnings(shown: readonly (ThreadMessage | null)[]): readonly number[] {
  return shown.flatMap((message, index) => (message !== null && message.role !== "tool" ? [index] : []));
}

/** The latest beginning that still leaves the minimum of messages. */
function findLastStart(shown: readonly (ThreadMessage | null)[], begins: readonly number[]): number {
  let left = 0;
  for (let index = shown.length - 1; index >= 0; index -= 1) {
    if (shown[index] !== null) left += 1;
    if (left >= MIN_MESSAGES && begins.includes(index)) return index;
  }
  return begins[0] ?? 0;
}

/** Null replaces a left-out message, so that the indices stay the same. */
function withoutToolRecords(thread: readonly ThreadMessage[]): readonly (ThreadMessage | null)[] {
  const newest = thread.findLastIndex((message) => message.role === "user");
  return thread.map((message, index) => {
    if (index >= newest || message.role === "user") return message;
    if (message.role === "tool") return null;
    if (message.calls.length === 0) return message;
    return message.text.trim() === "" ? null : { ...message, raw: message.text, calls: [] };
  });
}

async function countMessage(message: ThreadMessage, request: ChatWindowRequest): Promise<number> {
  return (await countOrEstimate(toCountedText(message), request.countTokens)) + countMediaTokens(message);
}

function toCountedText(message: ThreadMessage): string {
  switch (message.role) {
    case "user":
      return message.text;
    case "assistant":
      return message.raw;
    case "tool":
      return message.results.map(({ name, text }) => `${name}\n${text}`).join("\n");
    default:
      return assertNever(message);
  }
}
