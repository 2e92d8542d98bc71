import { type ReactNode, useState } from "react";
import type { JsonValue } from "../../../worker/protocol/json.ts";
import type { ToolOutcome } from "../../../worker/protocol/tool.ts";
import { useText } from "../../messages/use-text.ts";
import { showPanel } from "../../state/panel-content.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { countPlaces } from "../../ui/count-places.ts";
import { downloadText, saveBlob } from "../../ui/download.ts";
import { revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { ChartResult } from "./chart-result.tsx";
import { type Rows, readChart, readRows, toColumnTitle, type WantedChart } from "./read-results.ts";
import { toXlsx, XLSX_TYPE } from "./to-xlsx.ts";
import "../../styles/table-result.css";

interface Order {
  readonly column: number;
  readonly descending: boolean;
}

interface TableResultProps {
  readonly outcome: ToolOutcome | undefined;
  /** In a chat it can be opened beside it. */
  readonly isInChat?: boolean;
}

/** The rows that a call gave. Nothing where it gave none. */
export function TableResult({ outcome, isInChat = false }: TableResultProps) {
  const app = useApp();
  const table = readRows(outcome);
  if (table === null || outcome === undefined) return null;
  return (
    <TableView table={table} wanted={readChart(outcome)}>
      {isInChat && (
        <Button text="script.beside" small icon="right" onClick={() => showPanel(app, { type: "result", outcome })} />
      )}
    </TableView>
  );
}

interface TableViewProps {
  readonly table: Rows;
  /** The chart to show with it. */
  readonly wanted: WantedChart | null;
  /** Further actions on it. */
  readonly children?: ReactNode;
}

/** Rows to sort, to draw and to save. */
export function TableView({ table, wanted, children }: TableViewProps) {
  const t = useText();
  const [order, setOrder] = useState<Order | null>(null);
  if (table.rows.length === 0) return null;
  const titles = table.columns.map((name) => toColumnTitle(name, t));
  const rows = order === null ? table.rows : sortRows(table.rows, order);
  const places = table.columns.map((_, column) =>
    table.rows.reduce((most, row) => Math.max(most, countPlaces(row[column])), 0),
  );
  const shown = t.text("table.shown", { shown: t.number(rows.length), total: t.number(table.total) });
  return (
    <figure className="table-result" data-testid="table-result">
      <ChartResult table={table} wanted={wanted} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, so the keyboard has to reach it */}
      {/* biome-ignore lint/a11y/useSemanticElements: no landmark, since a page may have many tables */}
      <div role="group" className="table-scroll" tabIndex={0} aria-label={shown}>
        <table>
          <thead>
            <tr>
              {titles.map((name, column) => (
                <th key={name} scope="col" aria-sort={toSort(order, column)}>
                  <button
                    type="button"
                    title={t.text("table.sort", { column: name })}
                    onClick={() => setOrder({ column, descending: order?.column === column && !order.descending })}
                  >
                    {revealText(name)}
                    {order?.column === column && <span aria-hidden="true">{order.descending ? " ↓" : " ↑"}</span>}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table have nothing but their place
              <tr key={index}>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: so have cells
                  <td key={column} dir="auto" data-number={typeof cell === "number" ? "" : undefined}>
                    {typeof cell === "number"
                      ? t.number(cell, { minimumFractionDigits: places[column], maximumFractionDigits: places[column] })
                      : revealText(toPlain(cell))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className="row">
        <span className="quiet">{shown}</span>
        <span className="row">
          {children}
          {Object.entries(FORMATS).map(([format, save]) => (
            <Button key={format} small icon="download" onClick={() => save(titles, rows)}>
              {t.text("result.save", { format })}
            </Button>
          ))}
        </span>
      </figcaption>
    </figure>
  );
}

const FORMATS: Readonly<Record<string, (titles: readonly string[], rows: Rows["rows"]) => void>> = {
  CSV: (titles, rows) => downloadText("table.csv", toCsv(titles, rows), "text/csv"),
  XLSX: (titles, rows) => saveBlob("table.xlsx", new Blob(toXlsx(titles, rows, Date.now()), { type: XLSX_TYPE })),
};

function toSort(order: Order | null, column: number): "ascending" | "descending" | undefined {
  if (order?.column !== column) return undefined;
  return order.descending ? "descending" : "ascending";
}

function sortRows(rows: Rows["rows"], { column, descending }: Order): Rows["rows"] {
  const sorted = rows.toSorted((one, other) => compare(one[column] ?? null, other[column] ?? null));
  return descending ? sorted.reverse() : sorted;
}

function compare(one: JsonValue, other: JsonValue): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return toPlain(one).localeCompare(toPlain(other), undefined, { numeric: true });
}

function toPlain(value: JsonValue): string {
  return value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Texts that a spreadsheet would compute instead of showing them. */
const FORMULA = /^[=@\t\r\n＝＋－＠]|^[+-](?![\d.,]+$)/;

/**
 * Rows as CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it, and one with the
 * mark that another language has between its cells stands in quotes.
 */
export function toCsv(columns: readonly string[], rows: readonly (readonly JsonValue[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}

function toCell(value: JsonValue): string {
  const text = toPlain(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
