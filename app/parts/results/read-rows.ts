import { isJsonArray, isJsonObject } from "../../../worker/protocol/json.ts";
import type { ToolOutcome } from "../../../worker/protocol/tool.ts";
import type { Rows } from "./read-chart.ts";

/** The rows that a call gave; null where it gave none. */
export function readRows(outcome: ToolOutcome | undefined): Rows | null {
  const [block] = outcome?.type === "success" ? outcome.content : [];
  const value = block?.type === "json" ? block.value : null;
  if (!isJsonObject(value) || !isJsonArray(value.columns) || !isJsonArray(value.rows)) return null;
  return { columns: value.columns.map(String), rows: value.rows.filter(isJsonArray), total: Number(value.total) };
}
