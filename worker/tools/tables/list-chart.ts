import { type ToolContext, type ToolOutput, toToolOutput } from "../../agent/define/tool.ts";
import type { FilesPort } from "../../agent/ports/files-port.ts";
import type { JsonObject, JsonValue } from "../../protocol/json.ts";
import { runUntrusted } from "../run-untrusted.ts";
import { openTable } from "./open-table.ts";
import { queryRows, type SingleResult, type TableQuery, type TableResult } from "./query-rows.ts";
import type { Table } from "./table.ts";

/** Points of a chart; the model reads them too. */
const MAX_POINTS = 60;
/** Rows that a histogram counts. */
const MAX_COUNTED = 1_000_000;
const MAX_BINS = 12;

/** The chart that is asked for: of the values, or else of a table. */
interface WantedChart {
  readonly type: "bar" | "line" | "scatter" | "histogram" | "pie";
  readonly title?: string | undefined;
  readonly table?: string | undefined;
  readonly values?: readonly number[] | undefined;
  readonly column?: string | undefined;
  readonly by?: string | undefined;
  readonly operation?: Exclude<TableQuery["operation"], "rows"> | undefined;
  readonly period?: TableQuery["period"];
  readonly where?: string | undefined;
  readonly labels?: readonly string[] | undefined;
}

/** A chart as its points, which the page draws: of the numbers given, else of a table of the conversation. */
export async function listChart(files: FilesPort, context: ToolContext, chart: WantedChart): Promise<ToolOutput> {
  const { type, title = "", labels, values = [] } = chart;
  const head = { type, title };
  if (values.length > 0) {
    const value = { chart: head, ...listPoints(type, values, labels) } as JsonObject;
    return toToolOutput([{ type: "json", value }]);
  }
  const table = await openTable(files, context, chart.table);
  return runUntrusted(async () => ({ file: table.name, chart: head, ...listTablePoints(table, chart) }) as JsonObject);
}

/** The points of a chart of given numbers. */
export function listPoints(
  type: WantedChart["type"],
  values: readonly number[],
  labels: readonly string[] = [],
): TableResult {
  if (type === "histogram") return countBins(values, "value");
  const rows = values.slice(0, MAX_POINTS).map((value, index): readonly JsonValue[] => {
    const label = labels[index] ?? String(index + 1);
    const place = Number(label);
    return [type === "scatter" && Number.isFinite(place) ? place : label, value];
  });
  return { columns: ["label", "value"], rows, total: values.length };
}

/** The points of a chart of a table. Throws an error for the model where a column is not understood. */
function listTablePoints(table: Table, chart: WantedChart): TableResult {
  const { type, column, by, where } = chart;
  if (column === undefined && (by === undefined || type === "scatter" || type === "histogram")) {
    throw new Error("Name the column with the numbers.");
  }
  if (type === "histogram") {
    const query: TableQuery = { operation: "rows", columns: [column ?? ""], where, limit: MAX_COUNTED };
    const found = expectRows(queryRows(table, query));
    return countBins(
      found.rows.flatMap(([value]) => (typeof value === "number" ? [value] : [])),
      found.columns[0] ?? "",
    );
  }
  if (type === "scatter" || by === undefined) {
    const columns = [by, column].filter((name) => name !== undefined);
    const result = expectRows(queryRows(table, { operation: "rows", columns, where, limit: MAX_POINTS }));
    if (columns.length > 1) return result;
    // Without labels the rows' numbers stand for them.
    const rows = result.rows.map(([value = null], index): readonly JsonValue[] => [index + 1, value]);
    return { ...result, columns: ["row", result.columns[0] ?? ""], rows };
  }
  const operation = chart.operation ?? (column === undefined ? "count" : "sum");
  const sort = type === "line" ? undefined : "descending";
  const grouped = { operation, column, group_by: by, period: chart.period, where, sort, limit: MAX_POINTS };
  return expectRows(queryRows(table, grouped));
}

function expectRows(result: TableResult | SingleResult): TableResult {
  if (!("rows" in result)) throw new Error("A chart needs more than one number.");
  return result;
}

/** How many numbers lie between round borders. */
function countBins(values: readonly number[], name: string): TableResult {
  if (values.length === 0) throw new Error("There are no numbers to count.");
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  const step = toRoundStep((greatest - least) / MAX_BINS);
  const first = Math.floor(least / step);
  const counts = new Array<number>(Math.floor(greatest / step) - first + 1).fill(0);
  for (const value of values) {
    const bin = Math.floor(value / step) - first;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const toBorder = (bin: number) => Number(((first + bin) * step).toPrecision(12));
  const rows = counts.map((count, bin): readonly JsonValue[] => [`${toBorder(bin)} – ${toBorder(bin + 1)}`, count]);
  return { columns: [name, "count"], rows, total: rows.length };
}

/** 1, 2 or 5 times a power of ten, at least so much. */
function toRoundStep(least: number): number {
  if (!(least > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
}
