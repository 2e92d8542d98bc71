import type { CallMaker, Reply, ResponderQuestion } from "../../agent/ports/responder.ts";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import { toShownPlaces } from "../../protocol/shown-places.ts";
import { toJsonResult } from "../../protocol/tool.ts";
import { fillTemplate } from "../grammar/pattern.ts";
import { listPairs } from "../grammar/word-lists.ts";
import { readFileTable } from "./open-table.ts";
import type { TableLanguage } from "./read-parts.ts";
import { readTableQuestion, type TableQuestion, type UnclearQuestion } from "./read-question.ts";
import type { Table, WordColumn } from "./table.ts";
import { isTableFile } from "./table-endings.ts";

const MAX_NAMED = 12;

/**
 * Answers a question to the newest table of the conversation, where every word of it is understood. A small model, which
 * would guess, is spared a question that is only partly understood: the answer says which word it is.
 */
export async function answerTableQuestion(
  { text, files, model }: ResponderQuestion,
  call: CallMaker,
  languages: readonly TableLanguage[],
): Promise<Reply | null> {
  const tables = files.filter(({ name }) => isTableFile(name));
  const named = tables.find(({ name }) => text.toLowerCase().includes(name.toLowerCase()));
  const asked = without(text, named?.name ?? "");
  const [table] = (named === undefined ? tables : [named]).flatMap((file) => readFileTable(file.name, file.text) ?? []);
  if (table === undefined) return null;
  const readings = languages.flatMap((language) => {
    const read = readTableQuestion(asked, table, language, languages);
    return read === null ? [] : [{ read, language }];
  });
  const queries = readings.flatMap(({ read, language }) => (read.type === "query" ? [{ read, language }] : []));
  const [first] = queries;
  if (first !== undefined) {
    if (new Set(queries.map(({ read }) => JSON.stringify(read.input))).size > 1) return null;
    const record = await call(first.read.tool, first.read.input);
    const result = toJsonResult(record?.outcome);
    return isJsonObject(result) ? { text: tellResult(result, first.read, first.language) } : null;
  }
  const unclear = readings.flatMap(({ read, language }) => (read.type === "unclear" ? [{ read, language }] : []));
  const [least] = unclear.toSorted((one, other) => one.read.unknown - other.read.unknown);
  return model !== "large" && least !== undefined
    ? { text: tellUnclear(least.read, table, least.language), tooSmall: true }
    : null;
}

/** A text without a name in it, whatever the case of its letters. */
function without(text: string, name: string): string {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  return at < 0 || name === "" ? text : `${text.slice(0, at)} ${text.slice(at + name.length)}`;
}

function say({ tables: { say: lines } }: TableLanguage, key: string, values: Readonly<Record<string, string>>): string {
  return fillTemplate(new Map(listPairs(lines, " = ")).get(key) ?? "", values);
}

function tellResult(result: JsonObject, question: TableQuestion, language: TableLanguage): string {
  const { operation, column, by, conditions } = question;
  const format = (value: JsonValue | undefined): string => toNumberText(value, language);
  const rows = isJsonArray(result.rows) ? result.rows : [];
  const isEnd = operation === "min" || operation === "max";
  const count = Number(result.cells ?? (isEnd && by === null ? rows.length : result.total));
  const where = conditions.length === 0 ? "" : ` (${conditions.join(", ")})`;
  const what = say(language, operation, { column: column?.name ?? "" });
  const common = { what, where, n: format(count), by: by ?? "" };
  if (!(count > 0) || result.value === null) return say(language, "none", common);
  if (question.tool === "draw_chart") return say(language, "chart", common);
  if (by !== null) return say(language, "groups", common);
  if (operation === "rows" || rows.length > 1) return say(language, "list", common);
  const [row] = rows;
  if (!isJsonArray(row) || column === null) return say(language, "is", { ...common, value: format(result.value) });
  const names = isJsonArray(result.columns) ? result.columns : [];
  const others = row.filter((cell, index) => names[index] !== column.name && typeof cell === "string" && cell !== "");
  const value = format(row[names.indexOf(column.name)]);
  return `${say(language, "is", { ...common, value })} ${others.join(" · ")}`.trim();
}

/** A number as its language writes it: whole, or with two places or more; a quotient that does not end with two. */
function toNumberText(value: JsonValue | undefined, { locales }: TableLanguage): string {
  const [, places = ""] = /^-?\d+(?:\.(\d+))?$/u.exec(String(value)) ?? [];
  if (!Number.isFinite(Number(value ?? ""))) return String(value);
  const digits = places === "" ? 0 : toShownPlaces(places.length, Number(value));
  const format = new Intl.NumberFormat([...locales], { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return format.format(value as number);
}

function tellUnclear({ words }: UnclearQuestion, table: Table, language: TableLanguage): string {
  const names = table.columns.slice(0, MAX_NAMED).map(({ name }) => name);
  const kinds = table.columns.filter((each): each is WordColumn => each.type === "text");
  const [group] = kinds.toSorted((one, other) => one.words.length - other.words.length);
  const column = table.columns.find(({ type }) => type === "number")?.name ?? "";
  const example = say(language, group === undefined || column === "" ? "row" : "example", {
    column,
    by: group?.name ?? "",
  });
  const values = { words: words.join(", "), file: table.name, columns: names.join(", "), example };
  return say(language, "unclear", values);
}
