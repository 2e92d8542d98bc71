import type { MessageExcerpt } from "../protocol/message.ts";
import { foldLetters } from "../search/terms.ts";

/** Characters of an excerpt around what was found. */
const AROUND = 60;

/** The words of a search, folded for comparison: lower case, without accents. */
export function toSearchWords(text: string): readonly string[] {
  return foldLetters(text).split(/\s+/u).filter(Boolean);
}

/** True when a folded text holds every word; words may be parts of longer ones. */
export function holdsWords(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word));
}

/** The first occurrence of the word with its surroundings, in one line. Null if there is none. */
export function toExcerpt(text: string, words: readonly string[]): MessageExcerpt | null {
  const [word] = words;
  if (word === undefined) return null;
  const place = PLAIN.test(text) ? findPlain(text, word) : findFolded(text, word);
  if (place === null) return null;
  const { from } = place;
  const to = toEnd(text, place.last);
  const start = toBorder(text, Math.max(0, from - AROUND));
  const end = toBorder(text, Math.min(text.length, to + AROUND));
  return {
    before: `${start > 0 ? "…" : ""}${toLine(text.slice(start, from))}`,
    match: toLine(text.slice(from, to)),
    after: `${toLine(text.slice(to, end))}${end < text.length ? "…" : ""}`,
  };
}

/** The places in the text where the first and the last letter of the word's first occurrence begin. */
interface Place {
  readonly from: number;
  readonly last: number;
}

const PLAIN = /^[\x00-\x7f]*$/;

function findPlain(text: string, word: string): Place | null {
  const from = text.toLowerCase().indexOf(word);
  return from < 0 ? null : { from, last: from + word.length - 1 };
}

function findFolded(text: string, word: string): Place | null {
  // A letter may fold to several units or none, so every folded unit stores its source index.
  let folded = "";
  const origins: number[] = [];
  let index = 0;
  for (const character of text) {
    const piece = foldLetters(character);
    for (let unit = 0; unit < piece.length; unit += 1) origins.push(index);
    folded += piece;
    index += character.length;
  }
  const at = folded.indexOf(word);
  if (at < 0) return null;
  const from = origins[at] ?? 0;
  return { from, last: origins[at + word.length - 1] ?? from };
}

/** The end of the letter that begins at `start`, combining marks included. */
function toEnd(text: string, start: number): number {
  const letter = /^.\p{M}*/su.exec(text.slice(start, start + 32));
  return start + (letter?.[0].length ?? 1);
}

/** The nearest index that does not split a surrogate pair. */
function toBorder(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? index + 1 : index;
}

/** Text as it reads, in one line: without Markdown's marks for headings, lists, tables, stress and code. */
function toLine(text: string): string {
  return text
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+])[ \t]+/gmu, "")
    .replace(/^[ \t|:-]*-{3}[ \t|:-]*$/gmu, "")
    .replace(/\*\*|__|~~|`+|[ \t]*\|[ \t]*(?=\||$)/gmu, "")
    .replace(/\s*\|\s*/gu, " · ")
    .replace(/\s+/gu, " ");
}
