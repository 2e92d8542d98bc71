import type { JsonValue } from "../../../worker/protocol/json.ts";

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
  const text = value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
