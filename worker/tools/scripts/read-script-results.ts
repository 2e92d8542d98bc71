import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import { listPoints } from "../tables/list-chart.ts";

const CHARTS: ReadonlySet<string> = new Set(["bar", "line", "scatter", "histogram", "pie"]);
const MAX_RESULTS = 20;
const MAX_NAME = 200;
/** Of all results as JSON: what is longer would be cut in the run's log, and be no results any more. */
const MAX_CHARACTERS = 60_000;

/** Checks what a script showed, one by one. Throws an error for the model where it failed or showed too much. */
export function readScriptResults(value: JsonValue): readonly JsonObject[] {
  if (!isJsonObject(value)) throw new Error("The script gave no readable results.");
  if (value.error !== undefined) throw new Error(`The script failed: ${toText(value.error).slice(0, 500)}`);
  const given = value.results !== undefined && isJsonArray(value.results) ? value.results : [];
  if (given.length > MAX_RESULTS) throw new Error(`The script showed more than ${MAX_RESULTS} results.`);
  const results = given.flatMap((each) => (isJsonObject(each) ? readResult(each) : []));
  const characters = JSON.stringify(results).length;
  if (characters <= MAX_CHARACTERS) return results;
  throw new Error(
    `The script's result is too large: ${characters} characters of at most ${MAX_CHARACTERS}. Show fewer rows.`,
  );
}

/** None where it is no result. */
function readResult(result: JsonObject): readonly JsonObject[] {
  const { type } = result;
  const title = typeof result.title === "string" ? { title: result.title.slice(0, MAX_NAME) } : {};
  switch (type) {
    case "text":
      return [{ type, text: toText(result.text) }];
    case "html":
      return [{ type, ...title, text: toText(result.text) }];
    case "file":
      return [{ type, name: toFileName(toText(result.name)), text: toText(result.text) }];
    case "table": {
      const rows = readRows(result);
      return rows === null ? [] : [{ type, ...title, ...rows }];
    }
    case "chart": {
      const rows = readRows(result);
      const kind = toText(result.kind);
      if (!CHARTS.has(kind)) throw new Error(`There is no chart '${kind.slice(0, 40)}': ${[...CHARTS].join(", ")}.`);
      return rows === null ? [] : [{ type, kind, ...title, ...(kind === "histogram" ? countRows(rows) : rows) }];
    }
    default:
      return [];
  }
}

interface ResultRows extends JsonObject {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly JsonValue[])[];
  readonly total: number;
}

/** Null where a row has another width than the names. */
function readRows({ columns, rows, total }: JsonObject): ResultRows | null {
  if (columns === undefined || rows === undefined || !isJsonArray(columns) || !isJsonArray(rows)) return null;
  const names = toDistinct(columns.map((name) => toText(name).slice(0, MAX_NAME)));
  const toCell = (value: JsonValue) => (typeof value === "object" && value !== null ? JSON.stringify(value) : value);
  const read = rows.map((row) => (isJsonArray(row) && row.length === names.length ? row.map(toCell) : null));
  if (read.includes(null)) return null;
  return { columns: names, rows: read.filter((row) => row !== null), total: Number(total) || rows.length };
}

/** Numbers without labels are counted between round borders; rows with labels are counted already. */
function countRows(table: ResultRows): JsonObject {
  if (table.columns[0] !== "#") return table;
  const values = table.rows.flatMap((row) => (typeof row[1] === "number" ? [row[1]] : []));
  return { ...listPoints("histogram", values) } as JsonObject;
}

function toDistinct(names: readonly string[]): readonly string[] {
  return names.map((name, at) => (name === "" || names.indexOf(name) < at ? `${name} ${at + 1}`.trim() : name));
}

function toText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}

/** A name without a folder and without what no name may hold. */
function toFileName(name: string): string {
  const [last = ""] = name.split(/[\\/]/).slice(-1);
  const plain = last.replaceAll(/[<>:"|?*\p{Cc}\p{Cf}]/gu, " ").trim();
  return /^\.*$/.test(plain) ? "result.txt" : plain.slice(0, MAX_NAME);
}
