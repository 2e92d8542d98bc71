import type { TextRange } from "../../../protocol/workspaces/workspace.ts";
import { countTerms } from "../../search/build-segment.ts";
import type { IndexedPassage } from "./file-segments.ts";

/** Characters of a passage: a few sentences, of which a small model reads several. */
const MAX_PASSAGE = 500;
/** Passages of one file; the rest of a longer one is read, not searched. */
const MAX_PASSAGES = 5000;
const BORDERS = ["\n\n", "\n", ". ", "! ", "? ", " "] as const;
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
  const subject = toSubject(path, text);
  return splitText(text).map(({ start, end }, index) => {
    const counted = countTerms(`${subject}\n${text.slice(start, end)}`);
    return { doc: first + index, updatedAt: modifiedAt, start, end, ...counted };
  });
}

/** A passage is found by the file's name and by what stands at its top as well: a letter names its subject once. */
export function toSubject(path: string, text: string): string {
  return `${path.replaceAll(/[/_.-]+/g, " ")}\n${readTitle(text)}`;
}

/** The first line with words in it. */
function readTitle(text: string): string {
  return /[^\n]*[\p{L}\p{N}][^\n]*/u.exec(text.slice(0, 1000))?.[0].slice(0, MAX_TITLE) ?? "";
}

/** Cuts a text into passages at pages, empty lines, line ends, sentence ends or blanks, and says where each lies. */
function splitText(text: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  let start = skipBlanks(text, 0);
  while (start < text.length && ranges.length < MAX_PASSAGES) {
    const end = findEnd(text, start);
    ranges.push({ start, end: start + text.slice(start, end).trimEnd().length });
    start = skipBlanks(text, end);
  }
  return ranges;
}

function skipBlanks(text: string, from: number): number {
  const rest = /\S/g;
  rest.lastIndex = from;
  return rest.exec(text)?.index ?? text.length;
}

function findEnd(text: string, start: number): number {
  const head = text.slice(start, start + MAX_PASSAGE);
  const page = head.indexOf("\f");
  if (page > 0) return start + page;
  if (text.length - start <= MAX_PASSAGE) return text.length;
  for (const border of BORDERS) {
    const at = head.lastIndexOf(border);
    if (at > MAX_PASSAGE / 3) return start + at + border.length;
  }
  const isHalf = /[\ud800-\udbff]$/.test(head);
  return start + (isHalf ? MAX_PASSAGE - 1 : MAX_PASSAGE);
}
