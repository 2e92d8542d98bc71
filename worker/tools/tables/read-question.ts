import type { JsonObject } from "../../protocol/json.ts";
import { compareWords, toContentWords } from "../../search/families.ts";
import { readWords } from "../grammar/pattern.ts";
import { fold, sliceTokens, type Tokens, toTokens } from "../grammar/tokens.ts";
import { type Entries, listEntries, listWords, type Words } from "../grammar/word-lists.ts";
import { compareDecimals, formatDecimal, type NumberStyle, readDecimal } from "./decimal.ts";
import { type Column, isEmptyCell, type NumberColumn, readNumber, type Table, type WordColumn } from "./table.ts";

/** Words that people say to a table, and what is answered. */
export interface TableWords {
  /** Words for an operation, `amount` (a sum, if nothing else is said), a sign, a comparison, `by`, a period, a chart, `row`. */
  readonly ask: Entries;
  /** Words that change nothing about the question. */
  readonly small: Words;
  /** Answers; see `tell-table.ts`. */
  readonly say: Entries;
}

/** A language that questions to tables are asked in. */
export interface TableLanguage {
  readonly locales: readonly string[];
  readonly tables: TableWords;
}

const OPERATIONS = ["sum", "average", "median", "count", "min", "max", "rows"] as const;
type Operation = (typeof OPERATIONS)[number];
const CHARTS = ["bar", "line", "pie"] as const;
const PERIODS = ["day", "month", "year"] as const;
const SIGNS = ["<", ">", "<=", ">="] as const;
const MIRRORED = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" } as const;

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

interface Value {
  readonly column: WordColumn;
  readonly words: readonly string[];
  readonly value: string;
}

/** Different texts of a column that are looked for in a question. */
const MAX_VALUES = 5000;
const MIN_BEGINNING = 3;
const MAX_LISTED = 20;

interface Parts {
  readonly meanings: Set<string>;
  readonly values: { readonly column: WordColumn; readonly where: string; readonly said: string }[];
  readonly columns: Column[];
  readonly limits: { readonly sign: keyof typeof MIRRORED; readonly number: string }[];
  readonly unknown: string[];
  groupColumn: Column | null;
  month: number | null;
  year: string | null;
  top: number | null;
}

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

/** The state beside the question while it is read. */
interface Reading {
  readonly tokens: Tokens;
  readonly parts: Parts;
  readonly values: ReadonlyMap<string, readonly Value[]>;
  readonly months: ReadonlyMap<string, number>;
  readonly style: NumberStyle;
  readonly table: Table;
  readonly hasDates: boolean;
  /** The newest word was one that a column of groups follows. */
  by: boolean;
  /** A comparison whose number is still to come. */
  sign: keyof typeof MIRRORED | null;
}

function readParts(tokens: Tokens, table: Table, words: TableWords, locales: readonly string[]): Parts {
  const parts: Parts = {
    ...{ meanings: new Set<string>(), values: [], columns: [], limits: [], unknown: [] },
    ...{ groupColumn: null, month: null, year: null, top: null },
  };
  const hasDates = table.columns.some(({ type }) => type === "date");
  const reading: Reading = {
    ...{ tokens, parts, table, hasDates, by: false, sign: null },
    ...{ values: listValues(table), months: listMonths(locales), style: toStyle(locales) },
  };
  const readMeaning = readWords(listEntries(words.ask));
  const small = readWords([["", listWords(words.small)]]);
  for (let at = 0; at < tokens.list.length; ) {
    const [meaning] = readMeaning(tokens, at);
    const [skipped] = small(tokens, at);
    const longest = Math.max(meaning?.end ?? 0, skipped?.end ?? 0);
    const exact = findValues(tokens, at, reading.values, "whole");
    const column = findNamed(table.columns, tokens.list[at]?.text ?? "");
    const isPeriod = hasDates && PERIODS.some((period) => period === meaning?.value);
    if (exact.length > 0 && endOf(exact, at) >= longest) {
      addValues(parts, exact, sliceTokens(tokens, at, at + 1));
      reading.by = false;
      at = endOf(exact, at);
    } else if (column !== null && longest <= at + 1 && !isPeriod) {
      if (reading.by) parts.groupColumn ??= column;
      else if (!parts.columns.includes(column)) parts.columns.push(column);
      reading.by = false;
      at += 1;
    } else if (meaning !== undefined && meaning.end >= longest) {
      addMeaning(reading, meaning.value);
      at = meaning.end;
    } else at = skipped?.end ?? takeOther(reading, at);
  }
  // A comparison with nothing to compare with.
  if (reading.sign !== null) parts.unknown.push(reading.sign);
  return parts;
}

function addMeaning(reading: Reading, meaning: string): void {
  const sign = SIGNS.find((each) => each === meaning);
  if (sign !== undefined) reading.sign = sign;
  else if (meaning === "by") reading.by = true;
  else reading.parts.meanings.add(meaning);
}

/** Takes a number, a date, the beginning or a form of a value, or what nobody knows; gives the place behind it. */
function takeOther(reading: Reading, at: number): number {
  const { tokens, parts, values, months, hasDates, sign } = reading;
  const word = tokens.list[at]?.text ?? "";
  const said = sliceTokens(tokens, at, at + 1);
  const number = readDecimal(said, reading.style);
  if (number !== null && sign !== null) {
    parts.limits.push({ sign, number: formatDecimal(number) });
    reading.sign = null;
  } else if (hasDates && parts.year === null && /^(?:19|20)\d\d$/u.test(word)) parts.year = word;
  else if (hasDates && parts.month === null && months.has(word) && (word.length > 3 || said !== word)) {
    parts.month = months.get(word) ?? null;
  } else if (parts.top === null && /^[1-9]\d?$/u.test(word)) parts.top = Number(word);
  else {
    const near = findValues(tokens, at, values, "beginning");
    const found = near.length > 0 ? near : findForms(word, values);
    const end = Math.max(at + 1, endOf(near, at));
    if (found.length > 0) addValues(parts, found, sliceTokens(tokens, at, end));
    else if (/[\p{L}\p{N}%]/u.test(word)) parts.unknown.push(said);
    return end;
  }
  return at + 1;
}

interface FoundValue extends Value {
  readonly end: number;
  readonly isWhole: boolean;
}

function endOf(found: readonly FoundValue[], at: number): number {
  return Math.max(at, ...found.map(({ end }) => end));
}

/** The values that stand there as a whole, the longest, or that begin with the most words from there on. */
function findValues(
  { list }: Tokens,
  at: number,
  values: ReadonlyMap<string, readonly Value[]>,
  kind: "whole" | "beginning",
): readonly FoundValue[] {
  const first = list[at]?.text ?? "";
  if (kind === "beginning" && (first.length < MIN_BEGINNING || !/\p{L}/u.test(first))) return [];
  const found = (values.get(first) ?? []).flatMap((each): readonly FoundValue[] => {
    let shared = 1;
    while (shared < each.words.length && list[at + shared]?.text === each.words[shared]) shared += 1;
    const isWhole = shared === each.words.length;
    return kind === "whole" && !isWhole ? [] : [{ ...each, end: at + shared, isWhole }];
  });
  const end = endOf(found, at);
  return found.filter((each) => each.end === end);
}

/** The values of one word that a word is a form of. */
function findForms(word: string, values: ReadonlyMap<string, readonly Value[]>): readonly FoundValue[] {
  if (word.length <= MIN_BEGINNING || !/^\p{L}+$/u.test(word)) return [];
  return [...values].flatMap(([first, all]) =>
    compareWords(first, word) < 1
      ? []
      : all.flatMap((each) => (each.words.length === 1 ? [{ ...each, end: 0, isWhole: true }] : [])),
  );
}

/** Adds a condition; values of several columns, or of which only the beginning is shared by different words, are unclear. */
function addValues(parts: Parts, found: readonly FoundValue[], said: string): void {
  const [first] = found;
  const isOne = first !== undefined && found.every(({ column }) => column === first.column);
  const isTaken = parts.values.some(({ column }) => column === first?.column);
  const isPlain = found.every(({ value }) => !/\s+and\s+|^["'`]/iu.test(value));
  if (!isOne || isTaken || !isPlain || !isPlainName(first.column.name)) {
    parts.unknown.push(said);
  } else if (found.length === 1) {
    const { column, value } = first;
    parts.values.push({ column, where: `${column.name} = ${value}`, said: `${column.name}: ${value}` });
  } else {
    const { column } = first;
    const alike = column.words.filter((word) => word.toLowerCase().includes(said.toLowerCase()));
    // The table's own comparison finds the text anywhere.
    if (alike.length !== found.length) parts.unknown.push(said);
    else parts.values.push({ column, where: `${column.name} contains ${said}`, said: `${column.name}: ${said} …` });
  }
}

/** A name that a condition can be written with. */
function isPlainName(name: string): boolean {
  return !/[<>=!]|\b(?:and|is|contains)\b/iu.test(name);
}

function listValues({ columns }: Table): ReadonlyMap<string, readonly Value[]> {
  const values = new Map<string, Value[]>();
  for (const column of columns) {
    if (column.type !== "text" || column.words.length > MAX_VALUES) continue;
    for (const value of column.words) {
      const words = isEmptyCell(value) ? [] : toTokens(value).list.map(({ text }) => text);
      const [first] = words;
      if (first === undefined || !/\p{L}/u.test(value)) continue;
      values.set(first, [...(values.get(first) ?? []), { column, words, value }]);
    }
  }
  return values;
}

/** The only column that a word names. */
function findNamed(columns: readonly Column[], word: string): Column | null {
  const named = columns.filter(({ name }) => {
    const telling = toContentWords(name);
    return (telling.length === 0 ? [fold(name)] : telling).some((part) => compareWords(part, word) === 1);
  });
  return named.length === 1 && word.length >= MIN_BEGINNING ? (named[0] ?? null) : null;
}

function listMonths(locales: readonly string[]): ReadonlyMap<string, number> {
  const formats = locales.map((locale) => new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" }));
  const all = Array.from({ length: 12 }, (_, month) =>
    formats.map((format): [string, number] => [fold(format.format(Date.UTC(2023, month))), month + 1]),
  );
  return new Map(all.flat());
}

function toStyle(locales: readonly string[]): NumberStyle {
  const mark = new Intl.NumberFormat([...locales]).formatToParts(1.5).find(({ type }) => type === "decimal")?.value;
  return mark === "," ? "comma" : "point";
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
