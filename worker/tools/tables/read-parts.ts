import { compareWords, toContentWords } from "../../search/families.ts";
import { readWords } from "../grammar/pattern.ts";
import { fold, sliceTokens, type Tokens, toTokens } from "../grammar/tokens.ts";
import { type Entries, listEntries, listWords, type Words } from "../grammar/word-lists.ts";
import { formatDecimal, type NumberStyle, readDecimal } from "./decimal.ts";
import { type Column, isEmptyCell, type Table, type WordColumn } from "./table.ts";

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

/** Parts of a date that rows are grouped by. */
export const PERIODS = ["day", "month", "year"] as const;
const SIGNS = ["<", ">", "<=", ">="] as const;
/** Comparisons, and those that hold with both sides below zero. */
export const MIRRORED = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" } as const;

interface Value {
  readonly column: WordColumn;
  readonly words: readonly string[];
  readonly value: string;
}

/** Different texts of a column that are looked for in a question. */
const MAX_VALUES = 5000;
const MIN_BEGINNING = 3;
/** Parts of a question, by the words that stand for them. Words of no part are `unknown`. */
export interface Parts {
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

/** The state beside the question while it is read. */
interface Reading {
  readonly tokens: Tokens;
  readonly parts: Parts;
  readonly values: ReadonlyMap<string, readonly Value[]>;
  readonly months: ReadonlyMap<string, number>;
  readonly style: NumberStyle;
  readonly hasDates: boolean;
  /** The newest word was one that a column of groups follows. */
  by: boolean;
  /** A comparison whose number is still to come. */
  sign: keyof typeof MIRRORED | null;
}

/** Reads the words of a question to a table, each as what it is there. */
export function readParts(tokens: Tokens, table: Table, words: TableWords, locales: readonly string[]): Parts {
  const parts: Parts = {
    ...{ meanings: new Set<string>(), values: [], columns: [], limits: [], unknown: [] },
    ...{ groupColumn: null, month: null, year: null, top: null },
  };
  const hasDates = table.columns.some(({ type }) => type === "date");
  const reading: Reading = {
    ...{ tokens, parts, hasDates, by: false, sign: null },
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
    return kind === "whole" && !isWhole ? [] : [{ ...each, end: at + shared }];
  });
  const end = endOf(found, at);
  return found.filter((each) => each.end === end);
}

/** The values of one word that a word is a form of. */
function findForms(word: string, values: ReadonlyMap<string, readonly Value[]>): readonly FoundValue[] {
  if (word.length <= MIN_BEGINNING || !/^\p{L}+$/u.test(word)) return [];
  return [...values].flatMap(([first, all]) =>
    compareWords(first, word) < 1 ? [] : all.flatMap((each) => (each.words.length === 1 ? [{ ...each, end: 0 }] : [])),
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
export function isPlainName(name: string): boolean {
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
