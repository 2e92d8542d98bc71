import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../../worker/protocol/json.ts";
import { type ToolOutcome, toJsonResult } from "../../../worker/protocol/tool.ts";
import type { Translator } from "../../messages/translate.ts";

export const CHART_TYPES = ["bar", "line", "scatter", "histogram", "pie"] as const;
export type ChartType = (typeof CHART_TYPES)[number];

/** One point of a chart: its label, its place for a scatter, its number. */
export interface ChartPoint {
  readonly label: string;
  readonly place: number;
  readonly value: number;
}

/** The rows of a result. */
export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly JsonValue[])[];
  readonly total: number;
}

/** The chart that a call was asked for. */
export interface WantedChart {
  readonly type: ChartType;
  readonly title: string;
}

/** One thing that a script showed. */
export type ScriptResult =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "table"; readonly title: string; readonly table: Rows; readonly wanted: WantedChart | null }
  | { readonly type: "file"; readonly name: string; readonly text: string }
  | { readonly type: "page"; readonly title: string; readonly html: string };

const MEASURED = /^(count|sum|average|min|max|median) of (.*)$/su;

/** The name of a column for people; of a computed one, in the user's language. */
export function toColumnTitle(name: string, t: Translator): string {
  const [, operation, column = ""] = MEASURED.exec(name) ?? [];
  return operation === undefined ? name : `${t.find(`table.${operation}`)}: ${column}`;
}

/** The rows that a call gave; null where it gave none. */
export function readRows(outcome: ToolOutcome | undefined): Rows | null {
  return toRows(readValue(outcome));
}

/** Null where a call gave rows and no chart. */
export function readChart(outcome: ToolOutcome | undefined): WantedChart | null {
  const { chart = null } = readValue(outcome);
  return isJsonObject(chart) ? toWanted(chart.type, toText(chart.title)) : null;
}

/** Reads a script's results; null where it did not end well. Parts that are not as they should be are left out. */
export function readResults(outcome: ToolOutcome | undefined): readonly ScriptResult[] | null {
  const { results = null } = readValue(outcome);
  return isJsonArray(results) ? results.flatMap((each) => (isJsonObject(each) ? readResult(each) : [])) : null;
}

/** The members of the JSON that a call gave; none where it gave something else. */
function readValue(outcome: ToolOutcome | undefined): JsonObject {
  const value = toJsonResult(outcome);
  return isJsonObject(value) ? value : {};
}

function toRows({ columns = null, rows = null, total }: JsonObject): Rows | null {
  if (!isJsonArray(columns) || !isJsonArray(rows)) return null;
  return { columns: columns.map(String), rows: rows.filter(isJsonArray), total: Number(total) };
}

function toWanted(type: JsonValue | undefined, title: string): WantedChart | null {
  const known = CHART_TYPES.find((each) => each === type);
  return known === undefined ? null : { type: known, title };
}

function readResult(result: JsonObject): readonly ScriptResult[] {
  const [title, text] = [toText(result.title), toText(result.text)];
  switch (result.type) {
    case "text":
      return [{ type: "text", text }];
    case "file":
      return [{ type: "file", name: toText(result.name), text }];
    case "html":
      return [{ type: "page", title, html: text }];
    case "table":
    case "chart": {
      const table = toRows(result);
      return table === null ? [] : [{ type: "table", title, table, wanted: toWanted(result.kind, title) }];
    }
    default:
      return [];
  }
}

function toText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A list of plain objects as rows, also where it is the only member of an object; null for any other value. */
export function toRowsOfObjects(value: JsonValue): Rows | null {
  const [only, ...others] = isJsonObject(value) ? Object.values(value) : [value];
  if (others.length > 0 || !isJsonArray(only) || only.length === 0 || !only.every(isPlainObject)) return null;
  const columns = [...new Set(only.flatMap((each) => Object.keys(each)))];
  return { columns, rows: only.map((each) => columns.map((column) => each[column] ?? null)), total: only.length };
}

function isPlainObject(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && Object.values(value).every((member) => typeof member !== "object" || member === null);
}
