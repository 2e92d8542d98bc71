import { isJsonArray, isJsonObject, type JsonValue } from "../../protocol/json.ts";
import type { CallRecord } from "../../protocol/message.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import type { CallRound } from "../calls/execute-calls.ts";
import { escapeMarkdown } from "../context/escape-markdown.ts";
import { DESCRIBE_TABLE_TOOL, isTableFile, QUERY_TABLE_TOOL } from "../context/table-tools.ts";
import { mayBeTableWish, namesColumn, toDescribedColumns, toTableWish } from "../context/table-wishes.ts";
import type { RunEnd } from "../state/run.ts";
import { serveAnswer, serveCalls } from "./serve-turn.ts";

/**
 * What the user's own words plainly ask of an attached table, computed by the app's tool for a model too small to fill in
 * a query: "the average rent in Linz". Null where the model is to answer; it reads then what the table holds.
 */
export async function* serveTable(round: CallRound): AsyncGenerator<RunEvent, RunEnd | null, void> {
  const { run, allowlist } = round;
  const { request } = run;
  const { files = [], earlierFiles = [], asked = request.question } = request;
  const isNew = files.some(({ name }) => isTableFile(name));
  const earlier = earlierFiles.findLast(({ name }) => isTableFile(name));
  if (!isNew && (earlier === undefined || !namesColumn(asked, earlier.text))) return null;
  if (!mayBeTableWish(asked)) return null;
  if (!allowlist.has(DESCRIBE_TABLE_TOOL) || !allowlist.has(QUERY_TABLE_TOOL)) return null;
  return yield* queryTable(round);
}

/** Describes a table, the newest or a named one, and queries it where the question plainly says what for. */
export async function* queryTable(round: CallRound, table?: string): AsyncGenerator<RunEvent, RunEnd | null, void> {
  const { run } = round;
  const { asked = run.request.question } = run.request;
  const which = table === undefined ? {} : { table };
  const described = yield* serveCalls(round, [{ name: DESCRIBE_TABLE_TOOL, arguments: which }]);
  if (described.end !== null) return described.end;
  const wish = toTableWish(asked, toDescribedColumns(toValue(described.records)));
  if (wish === null) return null;
  if (wish.query === null) return yield* serveAnswer(run, wish.label);
  const queried = yield* serveCalls(round, [{ name: QUERY_TABLE_TOOL, arguments: { ...wish.query, ...which } }]);
  if (queried.end !== null) return queried.end;
  const text = toText(wish.label, toValue(queried.records));
  if (text === null) return null;
  return yield* serveAnswer(run, table === undefined ? text : `${text}\n\n— ${toCell(table)}`);
}

/** The JSON of the first call's result; null without one. */
export function toValue([record]: readonly CallRecord[]): JsonValue {
  if (record?.outcome?.type !== "success") return null;
  const [block] = record.outcome.content;
  return block?.type === "json" ? block.value : null;
}

/** Rows that are told in words; of more the call's card shows a table. */
const MAX_TOLD = 6;

/** A result in a line of Markdown; null where there is none. */
function toText(label: string, value: JsonValue): string | null {
  if (!isJsonObject(value)) return null;
  if ("value" in value) return value.value === null ? null : `${label}: **${toCell(value.value ?? null)}**`;
  const { rows } = value;
  if (!isJsonArray(rows) || rows.length === 0) return null;
  const told = rows.slice(0, MAX_TOLD).filter(isJsonArray);
  const lines = told.map(([first = null, ...cells]) => `${toCell(first)} **${cells.map(toCell).join(", ")}**`);
  return `${label}: ${lines.join("; ")}${rows.length > MAX_TOLD ? " …" : ""}`;
}

/** A value as it stands in Markdown, none of it formatting. */
export function toCell(value: JsonValue): string {
  return escapeMarkdown(String(value ?? ""))
    .replace(/\s+/gu, " ")
    .trim();
}
