import type { Message } from "../../../worker/protocol/message.ts";

/** A piece of a text, and whether the user typed it. */
export interface TypedPart {
  readonly text: string;
  readonly typed: boolean;
}

/** The words that the user typed in these messages themselves. */
export function listTyped(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) => (message.role === "user" && message.foreign !== true ? [message.text] : []));
}

/** So many words in a row that the user typed are no coincidence. */
const WINDOW = 3;
/** A sentence's marks behind a word are a word of their own, so that they do not make the user's word another's. */
const WORD = /\S+?(?=[.,;:!?]*(?:\s|$))|[.,;:!?]+/gu;
const EDGE = /[\p{L}\p{M}\p{N}\p{Cf}\p{Co}]/u;

/**
 * Splits a text into what the user typed and the rest. Letter for letter: a look-alike is not what was typed. A word counts
 * where it stands among three in a row of the user's, or where the user typed the whole text.
 */
export function splitTyped(text: string, typed: readonly string[]): readonly TypedPart[] {
  if (typed.some((words) => standsIn(words, text))) return [{ text, typed: true }];
  const known = new Set(typed.flatMap((words) => toWindows(words).map((each) => words.slice(each.start, each.end))));
  const own = toWindows(text).filter(({ start, end }) => known.has(text.slice(start, end)));
  const parts: TypedPart[] = [];
  let at = 0;
  for (const { start, end } of own) {
    if (start > at) parts.push({ text: text.slice(at, start), typed: false });
    if (end > at) parts.push({ text: text.slice(Math.max(at, start), end), typed: true });
    at = Math.max(at, end);
  }
  return at < text.length ? [...parts, { text: text.slice(at), typed: false }] : parts;
}

function toWindows(text: string): readonly { readonly start: number; readonly end: number }[] {
  const words = [...text.matchAll(WORD)];
  return words.slice(WINDOW - 1).map((last, index) => ({
    start: words[index]?.index ?? 0,
    end: last.index + last[0].length,
  }));
}

function standsIn(words: string, text: string): boolean {
  if (text.trim() === "") return text === "";
  for (let at = words.indexOf(text); at !== -1; at = words.indexOf(text, at + 1)) {
    const before = words.slice(Math.max(0, at - 2), at);
    const after = words.slice(at + text.length, at + text.length + 2);
    if (!EDGE.test([...before].at(-1) ?? "") && !EDGE.test([...after][0] ?? "")) return true;
  }
  return false;
}
