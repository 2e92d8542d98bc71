import type { MessageKey } from "../../messages/catalogue.ts";

/** A question to begin with, and what its text names. */
export interface SuggestedQuestion {
  readonly key: MessageKey;
  readonly values: Readonly<Record<string, string>>;
}

const TABLE = /\.(?:csv|tsv|xlsx|ods)$/i;
/** Longer lines are sentences, or rows. */
const MAX_HEADING = 60;
const MAX_HEADINGS = 3;

/** Questions about a file, made of its own columns or headings; the first are the best. */
export function suggestQuestions({ name, text }: { readonly name: string; readonly text: string }) {
  return TABLE.test(name) ? askTable(name, text) : askText(name, text);
}

function askTable(table: string, text: string): readonly SuggestedQuestion[] {
  const [first = "", second = ""] = text.split(/\r?\n/, 2);
  const delimiter = [";", "\t"].find((each) => first.includes(each)) ?? ",";
  const toCells = (line: string) => line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  const cells = toCells(second);
  const columns = toCells(first).filter((name) => name !== "");
  const number = columns.find((_, index) => isNumber(cells[index] ?? ""));
  const group = columns.findLast((_, index) => /^\p{L}[^\d]*$/u.test(cells[index] ?? ""));
  return [
    ...(number !== undefined && group !== undefined ? [toQuestion("ask.table.groups", { number, group })] : []),
    ...(number !== undefined ? [toQuestion("ask.table.average", { number })] : []),
    ...(number !== undefined ? [toQuestion("ask.table.highest", { number })] : []),
    toQuestion("ask.table.rows", { table }),
    toQuestion("ask.table.columns", { table }),
  ];
}

/** True for a number as it is written in a table, and for no date. */
function isNumber(cell: string): boolean {
  return /^[-+]?[\d.,\s]*\d(?:\s*[€$£%])?$/.test(cell) && !/^\d+([./-])\d+\1\d+$/.test(cell);
}

function askText(file: string, text: string): readonly SuggestedQuestion[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const headings = lines.flatMap((line, index) => {
    const marked = /^#+\s+(.+)$/.exec(line)?.[1];
    if (marked !== undefined) return index > 0 ? [marked] : [];
    const stands = (lines[index - 1] ?? "x") === "" && (lines[index + 1] ?? "") !== "";
    return stands && line.length <= MAX_HEADING && /^\p{L}.*[\p{L}\p{N})]$/u.test(line) ? [line] : [];
  });
  return [
    ...[...new Set(headings)].slice(0, MAX_HEADINGS).map((heading) => toQuestion("ask.text.about", { heading })),
    toQuestion("ask.own.documents.4", { file }),
    toQuestion("ask.own.documents.5", { file }),
  ];
}

const toQuestion = (key: MessageKey, values: SuggestedQuestion["values"]): SuggestedQuestion => ({ key, values });
