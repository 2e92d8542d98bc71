import type { TextRange } from "../../../protocol/workspaces/workspace.ts";

/** Characters of a passage: a few sentences, of which a small model reads several. */
const MAX_PASSAGE = 500;
/** Passages of one file; the rest of a longer one is read, not searched. */
const MAX_PASSAGES = 5000;
const BORDERS = ["\n\n", "\n", ". ", "! ", "? ", " "] as const;

/** Cuts a text into passages at pages, empty lines, line ends, sentence ends or blanks, and says where each lies. */
export function splitText(text: string): readonly TextRange[] {
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
