import { OutsideError, type ToolContext } from "../../agent/define/tool.ts";
import type { FilesPort } from "../../agent/ports/files-port.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { readPieces } from "./read-pieces.ts";
import { readTable } from "./read-table.ts";
import type { Table } from "./table.ts";
import { isTableFile } from "./table-endings.ts";

/**
 * The table that is meant: of the conversation's files, else of the user's folders. Throws an error for the model where
 * there is none.
 */
export async function openTable(files: FilesPort, context: ToolContext, name: string | undefined): Promise<Table> {
  const all = await files.list(context.conversationId);
  const wanted = name?.trim() ?? "";
  const named = all.filter((file) => wanted !== "" && file.name.toLowerCase().includes(wanted.toLowerCase()));
  for (const file of named) {
    const table = readFileTable(file.name, file.text);
    if (table !== null) return table;
  }
  const opened = wanted === "" ? null : await openFromFolder(files, wanted, context, all.length > 0);
  if (opened !== null) return opened;
  for (const file of all) {
    const table = readFileTable(file.name, file.text);
    if (table !== null) return table;
  }
  throw new Error(
    files.open === undefined
      ? "There is no table in this conversation. The user can attach a CSV, TSV or JSON file."
      : "There is no table in this conversation. Name a CSV, TSV, JSON or XLSX file of the user's folders.",
  );
}

/** A table with the name that it was asked for by, if by any. */
export interface NamedTable {
  readonly table: Table;
  readonly asked?: string;
}

/**
 * Tables for a query: those of the conversation, and each named file. Throws an error for the model where a name of the
 * first list is of no table; the second may have names of something else.
 */
export async function openTables(
  files: FilesPort,
  context: ToolContext,
  names: readonly string[],
  maybe: readonly string[],
): Promise<readonly NamedTable[]> {
  const all = await files.list(context.conversationId);
  const opened: NamedTable[] = [];
  const add = (table: Table | null, asked?: string): void => {
    const known = opened.some(
      (each) => each.table.name === table?.name && (asked === undefined || each.asked === asked),
    );
    if (table !== null && !known) opened.push(asked === undefined ? { table } : { table, asked });
  };
  for (const file of all) if (isTableFile(file.name)) add(readFileTable(file.name, file.text));
  const isKnown = (name: string) => {
    const wanted = name.trim().toLowerCase();
    return opened.some(
      ({ table }) => table.name.toLowerCase() === wanted || table.name.toLowerCase().endsWith(`/${wanted}`),
    );
  };
  for (const name of names) {
    if (isKnown(name)) continue;
    const table = await openFromFolder(files, name, context, false);
    if (table === null) throw new OutsideError(`'${name}' is no table: a CSV, TSV, JSON or XLSX file is one.`);
    add(table, name);
  }
  for (const name of maybe) if (!isKnown(name)) add(await openFromFolder(files, name, context, true), name);
  return opened;
}

async function openFromFolder(
  files: FilesPort,
  path: string,
  context: ToolContext,
  mayBeOther: boolean,
): Promise<Table | null> {
  if (files.open === undefined) return null;
  try {
    const large = await openLarge(files, path, context);
    if (large !== null) return large.table;
    const file = await files.open(path, context);
    return readFileTable(file.path, file.text);
  } catch (error) {
    if (mayBeOther && !context.signal.aborted) return null;
    throw new OutsideError(describeError(error));
  }
}

/** Bytes of a text that is read as a whole. */
const MAX_WHOLE_BYTES = 2_000_000;
const SEPARATED = /\.(?:csv|tsv|tab)$/i;
/** The large table that was asked last: the next question is mostly about the same one. */
let lastLarge: { readonly version: string; readonly table: Table | null } | null = null;

/** A table that is too large for a text, with its file's progress told; null for every other file. */
async function openLarge(
  files: FilesPort,
  path: string,
  context: ToolContext,
): Promise<{ readonly table: Table | null } | null> {
  const file = await files.openPieces?.(path, context);
  if (file === undefined || file.bytes <= MAX_WHOLE_BYTES || !SEPARATED.test(file.path)) return null;
  const version = `${file.version} ${file.bytes}`;
  if (lastLarge?.version === version) return lastLarge;
  // Two of them would not fit a phone.
  lastLarge = null;
  try {
    const note = (share: number) => files.noteReading?.({ path: file.path, share });
    note(0);
    lastLarge = { version, table: await readPieces(file, { signal: context.signal, note }) };
    return lastLarge;
  } finally {
    files.noteReading?.(null);
  }
}

/** The table of a file of the user's folders; null where it is none. */
export function readFileTable(path: string, text: string): Table | null {
  return readTable(path, path.toLowerCase().endsWith(".xlsx") ? toFirstSheet(text) : text);
}

/** The rows of a workbook's first sheet, without the sheet's name above them. */
function toFirstSheet(text: string): string {
  const [sheet = ""] = text.split("\n\n", 1);
  return sheet.slice(sheet.indexOf("\n") + 1);
}
