import type { JsonObject } from "../../protocol/json.ts";
import { fold, sliceTokens, toTokens } from "../grammar/tokens.ts";
import { listEntries } from "../grammar/word-lists.ts";
import { compareDecimals } from "./decimal.ts";
import { isPlainName, MIRRORED, type Parts, PERIODS, readParts, type TableLanguage } from "./read-parts.ts";
import { type Column, type NumberColumn, readNumber, type Table, type WordColumn } from "./table.ts";

const OPERATIONS = ["sum", "average", "median", "count", "min", "max", "rows"] as const;
type Operation = (typeof OPERATIONS)[number];
const CHARTS = ["bar", "line", "pie"] as const;

/** A question that was understood to its last word: the call that answers it, and how its parts are named. */
export interface TableQuestion {
  readonly type: "query";
  readonly tool: "query_table" | "draw_chart";
  readonly input: JsonObject;
  readonly operation: Operation;
  readonly column: NumberColumn | null;
  readonly by: string | null;
  /** Of the rows, as the answer names them. */
  readonly conditions: readonly string[];
}

/** A question with words that are neither an operation nor a column nor a value, of which nothing is computed. */
export interface UnclearQuestion {
  readonly type: "unclear";
  readonly words: readonly string[];
  /** How many words are known in no part; 0 where the words make no question together. */
  readonly unknown: number;
}

const MAX_LISTED = 20;

/**
 * Reads a question to a table in one language. Each word has to be an operation, a column, a value, a date, a number in its
 * place, or one that says nothing; null for a question in which nothing is of the table.
 */
export function readTableQuestion(
  text: string,
  table: Table,
  { tables: words, locales }: TableLanguage,
  languages: readonly TableLanguage[],
): TableQuestion | UnclearQuestion | null {
  const tokens = toTokens(text);
  const parts = readParts(tokens, table, words, locales);
  const isOfTable = parts.meanings.size + parts.values.length + parts.columns.length > 0;
  if (!isOfTable) return null;
  if (parts.unknown.length > 0) return { type: "unclear", words: parts.unknown, unknown: parts.unknown.length };
  return toQuestion(parts, table, languages, sliceTokens(tokens, 0, tokens.list.length));
}

const unclear = (text: string): UnclearQuestion => ({ type: "unclear", words: [text], unknown: 0 });

function toQuestion(
  parts: Parts,
  table: Table,
  languages: readonly TableLanguage[],
  text: string,
): TableQuestion | UnclearQuestion | null {
  const { meanings, groupColumn, limits, values } = parts;
  const chart = CHARTS.find((each) => meanings.has(each));
  const period = PERIODS.find((each) => meanings.has(each));
  const money = (["-", "+"] as const).filter((each) => meanings.has(each));
  const named = parts.columns.filter((column) => column.type === "number");
  const numbers = table.columns.filter((column) => column.type === "number");
  const column = findMeasured(named, numbers, money.length > 0);
  const date = findDate(parts, table);
  const dates = table.columns.find(({ type }) => type === "date") ?? null;
  const by = groupColumn ?? (period === undefined ? null : dates);
  const isLimited = values.length + limits.length + money.length > 0 || date !== null;
  const operation = findOperation(meanings, isLimited || by !== null || named.length > 0, by !== null);
  if (operation === null) return meanings.size > 0 ? unclear(text) : null;
  const others = parts.columns.filter((each) => each.type !== "number" && each !== date?.column);
  const isOdd =
    named.length > 1 ||
    others.length > 0 ||
    money.length > 1 ||
    (column === null && (limits.length > 0 || !["count", "rows"].includes(operation))) ||
    (operation === "count" && !meanings.has("row") && (!isLimited || named.length > 0)) ||
    (parts.top !== null && !["min", "max", "rows"].includes(operation)) ||
    (date === null && (parts.month !== null || parts.year !== null)) ||
    ![column, by].every((each) => each === null || isPlainName(each.name));
  const signed = money[0] === undefined ? [] : toSigned(money[0], column, table, languages);
  const isNegative = signed?.some(({ where }) => where.endsWith("< 0")) === true;
  const input = toInput({ operation, isNegative, by, period, chart, column, top: parts.top });
  if (isOdd || signed === null || input === null) return unclear(text);
  const conditions = [
    ...values,
    ...(date === null ? [] : [date]),
    ...signed,
    ...limits.map((limit) => toLimit(limit, column, isNegative)),
  ];
  const where = conditions.map((each) => each.where).join(" and ");
  return {
    type: "query",
    tool: chart === undefined ? "query_table" : "draw_chart",
    input: { ...input, ...(where === "" ? {} : { where }), table: table.name },
    ...{ operation, column, by: by?.name ?? null },
    conditions: conditions.map((each) => each.said),
  };
}

/** The operation that is named, or a sum where something says of what; null where none is, or several are. */
function findOperation(meanings: ReadonlySet<string>, isSaid: boolean, isGrouped: boolean): Operation | null {
  const all = OPERATIONS.filter((each) => meanings.has(each));
  // "Show the largest" asks for the largest.
  const operations = all.length > 1 ? all.filter((each) => each !== "rows") : all;
  if (operations.length > 0) return operations.length === 1 ? (operations[0] ?? null) : null;
  return isSaid && (isGrouped || ["amount", "-", "+"].some((each) => meanings.has(each))) ? "sum" : null;
}

/** A bound as its column writes numbers; of what was spent the amount counts, not the sign. */
function toLimit({ sign, number }: Parts["limits"][number], column: NumberColumn | null, isNegative: boolean) {
  const bound = isNegative ? `${MIRRORED[sign]} -${number}` : `${sign} ${number}`;
  const where = `${column?.name} ${column?.style === "comma" ? bound.replace(".", ",") : bound}`;
  return { where, said: where };
}

interface Wanted {
  readonly operation: Operation;
  readonly isNegative: boolean;
  readonly by: Column | null;
  readonly period: (typeof PERIODS)[number] | undefined;
  readonly chart: (typeof CHARTS)[number] | undefined;
  readonly column: Column | null;
  readonly top: number | null;
}

/** The arguments of the call without its conditions; null for what the tools do not compute. */
function toInput({ operation, isNegative, by, period, chart, column, top }: Wanted): JsonObject | null {
  const measured: JsonObject = column === null || operation === "count" ? {} : { column: column.name };
  const part: JsonObject = period === undefined || by?.type !== "date" ? {} : { period };
  if (chart !== undefined) {
    return by === null || operation === "rows" ? null : { type: chart, operation, by: by.name, ...measured, ...part };
  }
  if (by !== null) return operation === "rows" ? null : { operation, group_by: by.name, ...measured, ...part };
  if (operation === "rows") return top === null ? { operation, limit: MAX_LISTED } : { operation, limit: top };
  if (operation !== "min" && operation !== "max") return { operation, ...measured };
  const isFalling = (operation === "max") !== isNegative;
  return { operation: "rows", sort: `${column?.name}${isFalling ? " descending" : ""}`, limit: top ?? 1 };
}

/** The column of numbers that is named, or the only one; where money is spoken of, the only one with both signs. */
function findMeasured(
  named: readonly NumberColumn[],
  numbers: readonly NumberColumn[],
  isMoney: boolean,
): NumberColumn | null {
  if (named.length > 0 || numbers.length === 1) return named[0] ?? numbers[0] ?? null;
  const both = isMoney ? numbers.filter((column) => holdsSign(column, -1) && holdsSign(column, 1)) : [];
  return both.length === 1 ? (both[0] ?? null) : null;
}

function holdsSign(column: NumberColumn, sign: number): boolean {
  const count = "scaled" in column ? column.scaled.length : column.decimals.length;
  for (let row = 0; row < count; row += 1) {
    const number = readNumber(column, row);
    if (number !== null && Math.sign(compareDecimals(number, { digits: 0n, scale: 0 })) === sign) return true;
  }
  return false;
}

/** The condition that money was spent or earned; none where the whole table says so itself, null where nobody knows. */
function toSigned(
  sign: "-" | "+",
  column: NumberColumn | null,
  table: Table,
  languages: readonly TableLanguage[],
): readonly { readonly where: string; readonly said: string }[] | null {
  if (column === null) return null;
  if (holdsSign(column, -1)) {
    const where = `${column.name} ${sign === "-" ? "<" : ">"} 0`;
    return [{ where, said: where }];
  }
  const { list } = toTokens(`${column.name} ${table.name.replaceAll(/[_.-]/gu, " ")}`);
  const entries = languages.flatMap(({ tables: { ask } }) => listEntries(ask));
  const said = entries.flatMap(([key, all]) => (key === sign ? all.map(fold) : []));
  return list.some(({ text }) => said.includes(text)) ? [] : null;
}

/** The month or year in the only column of dates, or its first; null where the year is not told by the table either. */
function findDate({ month, year, columns }: Parts, table: Table) {
  const dates = table.columns.filter((each): each is WordColumn => each.type === "date");
  const column = dates.find((each) => columns.includes(each)) ?? dates[0];
  if (column === undefined || (month === null && year === null) || !isPlainName(column.name)) return null;
  const number = month === null ? "" : `-${String(month).padStart(2, "0")}`;
  const years = new Set(column.words.flatMap((word) => (word.slice(4, 7) === number ? [word.slice(0, 4)] : [])));
  const [only] = years;
  const found = year ?? (years.size === 1 ? only : undefined);
  if (found === undefined) return null;
  return { column, where: `${column.name} = ${found}${number}`, said: `${column.name}: ${found}${number}` };
}
