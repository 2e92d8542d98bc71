import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../../worker/protocol/json.ts";
import type { ToolOutcome } from "../../../worker/protocol/tool.ts";
import { CHART_TYPES } from "./lay-out-chart.ts";
import type { Rows, WantedChart } from "./read-chart.ts";

/** One thing that a script showed. */
export type ScriptResult =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "table"; readonly title: string; readonly table: Rows; readonly wanted: WantedChart | null }
  | { readonly type: "file"; readonly name: string; readonly text: string }
  | { readonly type: "page"; readonly title: string; readonly html: string };

/** Reads a script's results; null where it did not end well. Parts that are not as they should be are left out. */
export function readResults(outcome: ToolOutcome | undefined): readonly ScriptResult[] | null {
  const [block] = outcome?.type === "success" ? outcome.content : [];
  const value = block?.type === "json" && isJsonObject(block.value) ? block.value.results : undefined;
  if (value === undefined || !isJsonArray(value)) return null;
  return value.flatMap((each) => (isJsonObject(each) ? readResult(each) : []));
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
      const { columns, rows } = result;
      if (columns === undefined || rows === undefined || !isJsonArray(columns) || !isJsonArray(rows)) return [];
      const kind = CHART_TYPES.find((each) => each === result.kind);
      const table = { columns: columns.map(String), rows: rows.filter(isJsonArray), total: Number(result.total) };
      return [{ type: "table", title, table, wanted: kind === undefined ? null : { type: kind, title } }];
    }
    default:
      return [];
  }
}

function toText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
