import { countTerms } from "../../search/build-segment.ts";
import type { IndexedPassage } from "./file-segments.ts";
import { splitText } from "./split-text.ts";

/** Characters of a title; a longer first line is no title. */
const MAX_TITLE = 120;

/** Cuts a file's text into passages, and counts the words of each. */
export function toPassages(file: {
  readonly path: string;
  readonly text: string;
  readonly modifiedAt: number;
  /** The number of the first passage. */
  readonly first: number;
}): readonly IndexedPassage[] {
  const { path, text, modifiedAt, first } = file;
  // A passage is found by the file's name and by what stands at its top as well: a letter names its subject once.
  const subject = `${path.replaceAll(/[/_.-]+/g, " ")}\n${readTitle(text)}`;
  return splitText(text).map(({ start, end }, index) => {
    const counted = countTerms(`${subject}\n${text.slice(start, end)}`);
    return { doc: first + index, updatedAt: modifiedAt, start, end, ...counted };
  });
}

/** The first line with words in it. */
function readTitle(text: string): string {
  return /[^\n]*[\p{L}\p{N}][^\n]*/u.exec(text.slice(0, 1000))?.[0].slice(0, MAX_TITLE) ?? "";
}
