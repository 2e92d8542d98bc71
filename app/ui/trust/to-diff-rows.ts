import { diffLines, diffWordsWithSpace } from "diff";

/** A line of a comparison. */
export type DiffRow =
  | { readonly type: "same" | "removed" | "added"; readonly parts: readonly DiffPart[] }
  /** Lines that are the same on both sides, left out. */
  | { readonly type: "skipped"; readonly lines: number };

/** A piece of a line; `changed` where it differs from its counterpart. */
export interface DiffPart {
  readonly text: string;
  readonly changed: boolean;
}

/** Unchanged lines shown around a change. */
const AROUND = 2;
/** Longest time that one comparison may take, in milliseconds; beyond it everything counts as replaced. */
const PATIENCE_MS = 200;

/** Compares two texts line by line, and changed lines word by word. Null stands for a text that is not there. */
export function toDiffRows(before: string | null, after: string | null): readonly DiffRow[] {
  if (before === null) return toLines(after ?? "").map((text) => toRow("added", text));
  if (after === null) return toLines(before).map((text) => toRow("removed", text));
  const chunks = diffLines(before, after, { timeout: PATIENCE_MS, stripTrailingCr: true });
  if (chunks === undefined) return [...toDiffRows(before, null), ...toDiffRows(null, after)];
  const rows: DiffRow[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const lines = toLines(chunk.value);
    if (!chunk.added && !chunk.removed) {
      rows.push(...toSameRows(lines, index === 0, index === chunks.length - 1));
      continue;
    }
    const next = chunks[index + 1];
    const previous = chunks[index - 1];
    const partner = chunk.removed ? next : previous;
    const partnerLines = partner?.added || partner?.removed ? toLines(partner.value) : [];
    const type = chunk.removed ? "removed" : "added";
    rows.push(...lines.map((text, line) => toRow(type, text, partnerLines[line])));
  }
  return rows;
}

function toRow(type: "removed" | "added", text: string, counterpart?: string): DiffRow {
  const words =
    counterpart === undefined
      ? undefined
      : diffWordsWithSpace(type === "removed" ? text : counterpart, type === "removed" ? counterpart : text, {
          timeout: PATIENCE_MS,
        });
  const own = words?.filter((word) => !(type === "removed" ? word.added : word.removed));
  // Nothing in common: marking every word says no more than the line's own sign.
  if (own === undefined || own.every((word) => word.added || word.removed || word.value.trim() === "")) {
    return { type, parts: [{ text, changed: false }] };
  }
  return { type, parts: own.map(({ value, added, removed }) => ({ text: value, changed: added || removed })) };
}

function toSameRows(lines: readonly string[], isFirst: boolean, isLast: boolean): readonly DiffRow[] {
  const toSame = (text: string): DiffRow => ({ type: "same", parts: [{ text, changed: false }] });
  const head = isFirst ? 0 : AROUND;
  const tail = isLast ? 0 : AROUND;
  const skipped = lines.length - head - tail;
  if (skipped <= 1) return lines.map(toSame);
  return [
    ...lines.slice(0, head).map(toSame),
    { type: "skipped", lines: skipped },
    ...lines.slice(lines.length - tail).map(toSame),
  ];
}

function toLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.length > 1 && lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
