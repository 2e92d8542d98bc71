import type { JsonValue } from "../../../worker/protocol/json.ts";
import { writeZip, type ZipFile } from "../../../worker/protocol/workspaces/write-zip.ts";

export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE_LINKS = "http://schemas.openxmlformats.org/package/2006/relationships";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";
/** Characters that a cell of Excel holds. */
const MAX_CELL = 32_767;
/** Rows of a sheet, the names of the columns among them. */
const MAX_ROWS = 1_048_576;
/** Places in the styles below. */
const DATE = 1;
const HEAD = 2;

const PARTS: Readonly<Record<string, string>> = {
  "[Content_Types].xml":
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE_LINKS}"><Relationship Id="rId1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="Table" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels":
    `<Relationships xmlns="${PACKAGE_LINKS}"><Relationship Id="rId1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${LINKS}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml":
    `<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts>` +
    `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
    `<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>` +
    `<cellXfs count="3"><xf/><xf numFmtId="14" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs>` +
    `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};

/** Rows as an Excel workbook of one sheet. Texts stay texts: none of them is ever a formula. */
export function toXlsx(
  columns: readonly string[],
  rows: readonly (readonly JsonValue[])[],
  modifiedAt: number,
): Uint8Array<ArrayBuffer>[] {
  const head = columns.map((name) => toTextCell(name, HEAD)).join("");
  const lines = rows.slice(0, MAX_ROWS - 1).map((row) => `<row>${row.map(toCell).join("")}</row>`);
  const sheet = `<worksheet xmlns="${MAIN}"><sheetData><row>${head}</row>${lines.join("")}</sheetData></worksheet>`;
  const encoder = new TextEncoder();
  const files = Object.entries({ ...PARTS, "xl/worksheets/sheet1.xml": sheet }).map(
    ([path, xml]): ZipFile => ({
      name: encoder.encode(path),
      modifiedAt,
      bytes: encoder.encode(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`),
    }),
  );
  return writeZip(files);
}

function toCell(value: JsonValue): string {
  if (value === null) return "<c/>";
  if (typeof value === "number") return `<c><v>${value}</v></c>`;
  if (typeof value === "boolean") return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  const text = typeof value === "object" ? JSON.stringify(value) : value;
  const day = toDayNumber(text);
  return day === null ? toTextCell(text) : `<c s="${DATE}"><v>${day}</v></c>`;
}

function toTextCell(text: string, style?: number): string {
  const escaped = text
    .replaceAll(/\r\n?/g, "\n")
    .slice(0, MAX_CELL)
    .replaceAll(/\p{Cs}|[^\t\n\P{Cc}]|[\ufffe\uffff]/gu, "\ufffd")
    // Excel would read these as a character by its number.
    .replaceAll(/_x(?=[\da-f]{4}_)/gi, "_x005F_x")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  const look = style === undefined ? "" : ` s="${style}"`;
  return `<c t="inlineStr"${look}><is><t xml:space="preserve">${escaped}</t></is></c>`;
}

/** Excel's number of a day such as `2026-03-05`; null for any other text, and before March 1900, where Excel is a day off. */
function toDayNumber(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < "1900-03-01") return null;
  const time = Date.parse(`${text}T00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) return null;
  return time / 86_400_000 + 25_569;
}
