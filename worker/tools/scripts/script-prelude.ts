/**
 * Runs `input.code` in the sandbox with its files and what it shows results with. Gives the results, or the error with its
 * line. What it returns is as foreign as the code: the code may have changed every function that is used here.
 */
export const SCRIPT_PRELUDE = `
const MAX_ROWS = 1000;
const results = [], lines = [], files = {}, tables = {};
for (const { name, text, table } of input.files) {
  files[name] = text;
  if (table) tables[name] = table.rows.map((row) => Object.fromEntries(table.columns.map((column, at) => [column, row[at]])));
}
const toCell = (value) => {
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (value instanceof Date) return isNaN(value) ? null : value.toISOString().slice(0, 10);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};
const toText = (value) => {
  if (typeof value === "string") return value;
  const text = typeof value === "object" && value !== null ? JSON.stringify(value, null, 2) : undefined;
  return text === undefined ? String(value) : text;
};
const toTable = (rows) => {
  const list = Array.isArray(rows) ? rows
    : rows instanceof Map ? [...rows]
    : typeof rows === "object" && rows !== null ? Object.entries(rows)
    : [rows];
  const head = list.slice(0, MAX_ROWS);
  if (list.length > 0 && list.every(Array.isArray)) {
    const width = Math.max(...head.map((row) => row.length));
    const columns = Array.from({ length: width }, (_, at) => String(at + 1));
    return { columns, rows: head.map((row) => columns.map((_, at) => toCell(row[at]))), total: list.length };
  }
  if (list.length > 0 && list.every((row) => typeof row === "object" && row !== null)) {
    const columns = [...new Set(head.flatMap((row) => Object.keys(row)))];
    return { columns, rows: head.map((row) => columns.map((name) => toCell(row[name]))), total: list.length };
  }
  return { columns: ["#", "value"], rows: head.map((value, at) => [at + 1, toCell(value)]), total: list.length };
};
const toCsvCell = (value) => {
  const text = value === undefined || value === null ? "" : String(toCell(value));
  const safe = typeof value !== "number" && /^[=@\\t\\r]|^[+-](?![\\d.,]+$)/.test(text) ? "'" + text : text;
  return /[",\\r\\n]/.test(safe) ? '"' + safe.replaceAll('"', '""') + '"' : safe;
};
const toCsv = (rows) => {
  const names = [...new Set(rows.flatMap((row) => Array.isArray(row) ? [] : Object.keys(row)))];
  const lists = rows.map((row) => Array.isArray(row) ? row : names.map((name) => row[name]));
  return (names.length > 0 ? [names, ...lists] : lists).map((row) => row.map(toCsvCell).join(",") + "\\r\\n").join("");
};
const toFile = (content) => Array.isArray(content) && content.every((row) => typeof row === "object" && row !== null)
  ? toCsv(content) : toText(content);
const titled = (title) => title === undefined ? {} : { title: String(title) };
const show = {
  text: (text) => { results.push({ type: "text", text: toText(text) }); },
  table: (rows, title) => { results.push({ type: "table", ...titled(title), ...toTable(rows) }); },
  chart: (kind, rows, title) => { results.push({ type: "chart", kind: String(kind), ...titled(title), ...toTable(rows) }); },
  file: (name, content) => { results.push({ type: "file", name: String(name), text: toFile(content) }); },
  html: (html, title) => { results.push({ type: "html", ...titled(title), text: String(html) }); },
};
const log = (...values) => { lines.push(values.map(toText).join(" ")); };
const console = { log, info: log, warn: log, error: log };
try {
  const returned = new Function("files", "tables", "show", "console", input.code)(files, tables, show, console);
  if (lines.length > 0) show.text(lines.join("\\n"));
  if (Array.isArray(returned) && returned.length > 0) show.table(returned);
  else if (returned !== undefined) show.text(returned);
  return { results };
} catch (error) {
  const place = /<input>:(\\d+)/.exec(String(error && error.stack));
  const line = place ? Number(place[1]) - 2 : 0;
  const said = error instanceof Error ? error.name + ": " + error.message : toText(error);
  return { error: line > 0 ? said + " (line " + line + ")" : said };
}
`;
