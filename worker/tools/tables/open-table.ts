import type { FilesPort } from "../../agent/ports/files-port.ts";
import type { ConversationId } from "../../protocol/ids.ts";
import { readTable, type Table } from "./read-table.ts";

/** The table of a conversation's files that is meant. Throws an error for the model where there is none. */
export async function openTable(
  files: FilesPort,
  conversationId: ConversationId,
  name: string | undefined,
): Promise<Table> {
  const all = await files.list(conversationId);
  const wanted = name?.trim().toLowerCase() ?? "";
  const named = wanted === "" ? [] : all.filter((file) => file.name.toLowerCase().includes(wanted));
  for (const file of named.length > 0 ? named : all) {
    const table = readTable(file.name, file.text);
    if (table !== null) return table;
  }
  throw new Error("There is no table in this conversation. The user can attach a CSV, TSV or JSON file.");
}
