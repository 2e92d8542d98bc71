import type { MessageExcerpt } from "../protocol/message.ts";

/** Characters of an excerpt around what was found. */
const AROUND = 60;

/** The words of a search, as texts are compared: lower case, without accents. */
export function toSearchWords(text: string): readonly string[] {
  return fold(text).split(/\s+/u).filter(Boolean);
}

/** True when a text holds every word; words may be parts of longer ones. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  const folded = fold(text);
  return words.every((word) => folded.includes(word));
}

/** The place of the first word with what stands around it, in one line. Null when the word is not there. */
export function toExcerpt(text: string, words: readonly string[]): MessageExcerpt | null {
  const [word] = words;
  if (word === undefined) return null;
  // A letter may fold to several or to none, so every folded unit remembers where it came from.
  let folded = "";
  const origins: number[] = [];
  let index = 0;
  for (const character of text) {
    const piece = fold(character);
    for (let unit = 0; unit < piece.length; unit += 1) origins.push(index);
    folded += piece;
    index += character.length;
  }
  const at = folded.indexOf(word);
  if (at < 0) return null;
  const from = origins[at] ?? 0;
  const to = toEnd(text, origins[at + word.length - 1] ?? from);
  const start = toBorder(text, Math.max(0, from - AROUND));
  const end = toBorder(text, Math.min(text.length, to + AROUND));
  return {
    before: `${start > 0 ? "…" : ""}${toLine(text.slice(start, from))}`,
    match: toLine(text.slice(from, to)),
    after: `${toLine(text.slice(to, end))}${end < text.length ? "…" : ""}`,
  };
}

/** Where the letter that begins at `start` ends, marks on it included. */
function toEnd(text: string, start: number): number {
  const letter = /^.\p{M}*/su.exec(text.slice(start, start + 32));
  return start + (letter?.[0].length ?? 1);
}

/** A place that does not part the halves of one character. */
function toBorder(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? index + 1 : index;
}

function toLine(text: string): string {
  return text.replace(/\s+/gu, " ");
}

function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}
