import { type ToolContext, type ToolOutput, toToolOutput } from "../../agent/define/tool.ts";
import type { FilesPort } from "../../agent/ports/files-port.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { runUntrusted } from "../run-untrusted.ts";
import { listPoints, listTablePoints, type WantedChart } from "./list-points.ts";
import { openTable } from "./open-table.ts";

interface AskedChart extends WantedChart {
  readonly title?: string | undefined;
  readonly table?: string | undefined;
  readonly values?: readonly number[] | undefined;
}

/** A chart as its points, which the page draws: of the numbers given, else of a table of the conversation. */
export async function listChart(files: FilesPort, context: ToolContext, chart: AskedChart): Promise<ToolOutput> {
  const head = { type: chart.type, title: chart.title ?? "" };
  if (chart.values !== undefined && chart.values.length > 0) {
    const value = { chart: head, ...listPoints({ ...chart, values: chart.values }) } as JsonObject;
    return toToolOutput([{ type: "json", value }]);
  }
  const table = await openTable(files, context, chart.table);
  return runUntrusted(async () => ({ file: table.name, chart: head, ...listTablePoints(table, chart) }) as JsonObject);
}
