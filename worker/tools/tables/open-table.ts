import { isTableFile } from "../../agent/context/table-tools.ts";
import { OutsideError, type ToolContext } from "../../agent/define/tool.ts";
import type { FilesPort } from "../../agent/ports/files-port.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { toFileCaller } from "../to-file-caller.ts";
import { readTable } from "./read-table.ts";
import type { Table } from "./table.ts";

/**
 * The table that is meant: of the conversation's files, else of the user's folders. Throws an error for the model where
 * there is none.
 */
export async function openTable(files: FilesPort, context: ToolContext, name: string | undefined): Promise<Table> {
  const all = await files.list(context.conversationId);
  const wanted = name?.trim() ?? "";
  const named = all.filter((file) => wanted !== "" && file.name.toLowerCase().includes(wanted.toLowerCase()));
  for (const file of named) {
    const table = readTable(file.name, file.text);
    if (table !== null) return table;
  }
  const opened = wanted === "" ? null : await openFromFolder(files, wanted, context, all.length > 0);
  if (opened !== null) return opened;
  for (const file of all) {
    const table = readTable(file.name, file.text);
    if (table !== null) return table;
  }
  throw new Error(
    files.open === undefined
      ? "There is no table in this conversation. The user can attach a CSV, TSV or JSON file."
      : "There is no table in this conversation. Name a CSV, TSV, JSON or XLSX file of the user's folders.",
  );
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
): Promise<readonly Table[]> {
  const all = await files.list(context.conversationId);
  const opened = new Map<string, Table>();
  const add = (table: Table | null): void => {
    if (table !== null && !opened.has(table.name)) opened.set(table.name, table);
  };
  const isAttached = (name: string) => all.some((file) => file.name.toLowerCase().includes(name.trim().toLowerCase()));
  for (const file of all) if (isTableFile(file.name)) add(readTable(file.name, file.text));
  for (const name of names) {
    if (isAttached(name)) continue;
    const table = await openFromFolder(files, name, context, false);
    if (table === null) throw new OutsideError(`'${name}' is no table: a CSV, TSV, JSON or XLSX file is one.`);
    add(table);
  }
  for (const name of maybe) if (!isAttached(name)) add(await openFromFolder(files, name, context, true));
  return [...opened.values()];
}

async function openFromFolder(
  files: FilesPort,
  path: string,
  context: ToolContext,
  mayBeOther: boolean,
): Promise<Table | null> {
  if (files.open === undefined) return null;
  try {
    const file = await files.open(path, toFileCaller(context));
    return readFileTable(file.path, file.text);
  } catch (error) {
    if (mayBeOther) return null;
    throw new OutsideError(describeError(error));
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
