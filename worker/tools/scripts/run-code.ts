import type { ToolContext, ToolOutput } from "../../agent/define/tool.ts";
import type { FilesPort } from "../../agent/ports/files-port.ts";
import { MANUAL_RUN } from "../../protocol/ids.ts";
import type { JsonObject, JsonValue } from "../../protocol/json.ts";
import type { Attachment } from "../../protocol/message.ts";
import { runUntrusted } from "../run-untrusted.ts";
import { MAX_SCRIPT_MS, type RunScript } from "../sandbox/create-script-runner.ts";
import { readFileTable } from "../tables/open-table.ts";
import { type Column, isEmptyAt, readText, type Table } from "../tables/table.ts";
import { readScriptResults } from "./read-script-results.ts";
import { SCRIPT_PRELUDE } from "./script-prelude.ts";

/** Of all files together; the sandbox has 64 MiB for a text, its rows and what is made of them. */
const MAX_INPUT_CHARACTERS = 2_000_000;

/** Runs a script on the chosen files; its results count as text from outside where it was given any. */
export async function runCode(
  files: FilesPort,
  run: RunScript,
  { code, files: names = [] }: { readonly code: string; readonly files?: readonly string[] | undefined },
  context: ToolContext,
): Promise<ToolOutput> {
  return runUntrusted(async () => {
    const inputs = await openInputs(files, names, context);
    const whose = context.runId === MANUAL_RUN ? ("Your" as const) : ("The model's" as const);
    const limits = { timeoutMs: MAX_SCRIPT_MS, signal: context.signal, script: { code, whose } };
    return { results: readScriptResults(await run(SCRIPT_PRELUDE, { code, files: inputs }, limits)) };
  }, names.length > 0);
}

type OpenedFile = Pick<Attachment, "name" | "text">;

async function openInputs(
  files: FilesPort,
  names: readonly string[],
  context: ToolContext,
): Promise<readonly JsonObject[]> {
  const attached = await files.list(context.conversationId);
  const inputs: JsonObject[] = [];
  let characters = 0;
  for (const wanted of new Set(names)) {
    const { name, text } = await openFile(files, attached, wanted, context);
    characters += text.length;
    if (characters > MAX_INPUT_CHARACTERS) {
      throw new Error(
        "The files are too large for a script, more than 2 million characters. query_table reads larger tables.",
      );
    }
    const table = readFileTable(name, text);
    const short = name.slice(name.lastIndexOf("/") + 1);
    inputs.push({
      name: inputs.some((each) => each.name === short) ? name : short,
      text,
      ...(table === null ? {} : { table: toTypedRows(table) }),
    });
  }
  return inputs;
}

async function openFile(
  files: FilesPort,
  attached: readonly OpenedFile[],
  wanted: string,
  context: ToolContext,
): Promise<OpenedFile> {
  const found = attached.find(({ name }) => name.toLowerCase() === wanted.trim().toLowerCase());
  if (found !== undefined) return found;
  if (files.open === undefined) throw new Error(`There is no file '${wanted}' in this conversation.`);
  const { path, text } = await files.open(wanted, context);
  return { name: path, text };
}

/** Numbers as numbers, days as `2026-03-05`, empty cells as null. */
function toTypedRows({ columns, rows }: Table): JsonObject {
  const typed = Array.from({ length: rows }, (_, row) => columns.map((column) => toTypedCell(column, row)));
  return { columns: columns.map(({ name }) => name), rows: typed };
}

function toTypedCell(column: Column, row: number): JsonValue {
  if (isEmptyAt(column, row)) return null;
  const text = readText(column, row);
  return column.type === "number" ? Number(text) : text;
}
