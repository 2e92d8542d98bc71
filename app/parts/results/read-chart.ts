import { isJsonObject, type JsonValue } from "../../../worker/protocol/json.ts";
import type { ToolOutcome } from "../../../worker/protocol/tool.ts";
import { CHART_TYPES, type ChartPoint, type ChartType } from "./lay-out-chart.ts";

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

/** Null where a call gave rows and no chart. */
export function readChart(outcome: ToolOutcome | undefined): WantedChart | null {
  const [block] = outcome?.type === "success" ? outcome.content : [];
  const value = block?.type === "json" && isJsonObject(block.value) ? block.value.chart : null;
  if (!isJsonObject(value)) return null;
  const type = CHART_TYPES.find((each) => each === value.type);
  return type === undefined ? null : { type, title: typeof value.title === "string" ? value.title : "" };
}

/** The points of rows: the first column with words or dates for the labels, the last one with numbers for the values. */
export function toPoints(rows: readonly (readonly JsonValue[])[]): readonly ChartPoint[] {
  const width = rows[0]?.length ?? 0;
  if (width < 2 || rows.length < 2) return [];
  const isNumeric = (column: number) => rows.every((row) => row[column] === null || typeof row[column] === "number");
  const columns = Array.from({ length: width }, (_, column) => column);
  const valueColumn = columns.findLast((column) => column > 0 && isNumeric(column));
  if (valueColumn === undefined) return [];
  const labelColumn = columns.find((column) => !isNumeric(column)) ?? 0;
  return rows.flatMap((row, index) => {
    const [label = null, value] = [row[labelColumn], row[valueColumn]];
    if (typeof value !== "number") return [];
    return [{ label: label === null ? "" : String(label), place: typeof label === "number" ? label : index, value }];
  });
}
