import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import { splitName } from "./split-name.ts";
import { compareWords, toContentWords } from "./word-families.ts";

/** A column as `describe_table` tells of it. */
export interface DescribedColumn {
  readonly name: string;
  readonly type: string;
  /** Values that stand in it: all of them, or a few. */
  readonly values: readonly string[];
}

/** What a question plainly asks of a table. */
export interface TableWish {
  /** The arguments of `query_table`; null where the columns themselves are asked for. */
  readonly query: JsonObject | null;
  /** What the result is, in the words of the question and the table. */
  readonly label: string;
}

interface Operation {
  readonly name: string;
  /** In English, German and Spanish: how it is asked for, and what its result is called. */
  readonly words: readonly (readonly [asked: RegExp, label: string])[];
}

/** What can be computed; the first whose words stand in a question counts. */
const OPERATIONS: readonly Operation[] = [
  {
    name: "median",
    words: [
      [/\bmedian\b/iu, "median"],
      [/\bmediana\b/iu, "mediana"],
    ],
  },
  {
    name: "average",
    words: [
      [/\b(?:average|mean)\b/iu, "average"],
      [/\b(?:durchschnitt\p{L}*|mittelwert)(?!\p{L})/iu, "Durchschnitt"],
      [/\b(?:promedio|media)(?!\p{L})/iu, "promedio"],
    ],
  },
  {
    name: "max",
    words: [
      [/\b(?:highest|largest|biggest|greatest|maximum|max|most expensive)\b/iu, "highest"],
      [/\b(?:höchste|größte|maximal|teuerste)\p{L}*/iu, "höchster Wert"],
      [/\b(?:máxim[oa]|mayor|más (?:alt|grande|car)[oa]?)(?!\p{L})/iu, "máximo"],
    ],
  },
  {
    name: "min",
    words: [
      [/\b(?:lowest|smallest|least|minimum|min|cheapest)\b/iu, "lowest"],
      [/\b(?:niedrigste|kleinste|minimal|billigste|günstigste)\p{L}*/iu, "niedrigster Wert"],
      [/\b(?:mínim[oa]|menor|más (?:baj|barat|pequeñ)[oa])(?!\p{L})/iu, "mínimo"],
    ],
  },
  {
    name: "count",
    words: [
      [/\b(?:how many|number of|count)\b/iu, "count"],
      [/\b(?:wie viele|anzahl)(?!\p{L})/iu, "Anzahl"],
      [/\b(?:cuánt[oa]s|número de)(?!\p{L})/iu, "número"],
    ],
  },
  {
    name: "sum",
    words: [
      [/\b(?:sum|total|altogether)\b/iu, "sum"],
      [/\b(?:summe|gesamt\p{L}*|insgesamt)(?!\p{L})/iu, "Summe"],
      [/\bsuma(?!\p{L})/iu, "suma"],
    ],
  },
];
/** Asks for a sum only where it says of what: all that was earned and spent together answers nobody. */
const HOW_MUCH: Operation = {
  name: "sum",
  words: [
    [/\bhow much\b/iu, "sum"],
    [/\bwie viel\b/iu, "Summe"],
    [/\bcuánto(?!\p{L})/iu, "suma"],
  ],
};
const COLUMNS = /\b(?:columns?|spalten?|columnas?)(?!\p{L})/iu;
const WHICH = /^\W*(?:which|what|who|welche[rsnm]?|was|wer|qué|cuál|quién)(?!\p{L})/iu;
const GROUP = /\b(?:by|per|for each|for every|in each|each|nach|pro|je|jede[rsnm]?|por|cada)\s+(\p{L}+)/iu;
const MAX_HEADER = 2000;
const NUMBERS = /\p{N}+/gu;

/** True for a question that may be a wish to a table, whatever its columns are. */
export function mayBeTableWish(asked: string): boolean {
  return COLUMNS.test(asked) || findOperation(asked) !== null;
}

/**
 * What a question plainly asks of a table with these columns, or null where it is not plain: a column that is not told,
 * a number of the question's own, a value that nobody knows. For models too small to fill in a query.
 */
export function toTableWish(asked: string, columns: readonly DescribedColumn[]): TableWish | null {
  const asking = findOperation(asked);
  const known = new Set(
    columns
      .flatMap(({ name, values }) => [name, ...values])
      .join(" ")
      .match(NUMBERS),
  );
  if ((asked.match(NUMBERS) ?? []).some((number) => !known.has(number))) return null;
  if (asking === null) {
    return COLUMNS.test(asked) ? { query: null, label: columns.map(({ name }) => name).join(", ") } : null;
  }
  const { operation, said, label } = asking;
  const group = findNamed([GROUP.exec(asked)?.[1] ?? ""], columns);
  const conditions = findConditions(asked, columns);
  const where = conditions.map(({ name, value }) => `${name} = ${value}`).join(" and ");
  const subject = toContentWords(withoutValues(asked, conditions).replace(said, " "));
  const measured = findMeasured(subject, columns);
  const rest = { ...(where === "" ? {} : { where }), ...(group === null ? {} : { group_by: group.name }) };
  const told = (column: string): string => [label, column, where].filter((part) => part !== "").join(", ");
  if (asking.needsCondition && where === "") return null;
  if (operation === "count") {
    return where === "" && group === null && !ROWS.test(asked)
      ? null
      : { query: { operation, ...rest }, label: told("") };
  }
  if (measured === null) return null;
  const column = measured.name;
  const isRow = (operation === "max" || operation === "min") && group === null && WHICH.test(asked);
  const names = columns.filter(({ type }) => type !== "number");
  if (isRow && findNamed(subject, names) !== null) {
    const sort = operation === "max" ? `${column} descending` : column;
    return { query: { operation: "rows", sort, limit: 1, ...rest }, label: told(column) };
  }
  return { query: { operation, column, ...rest }, label: told(column) };
}

/** True if a question names a column of a table's text, or asks for its columns or rows. */
export function namesColumn(asked: string, text: string): boolean {
  const [header = ""] = text.split("\n", 1);
  const columns = header.slice(0, MAX_HEADER).split(/[,;\t|"{}:[\]]/u);
  const words = toContentWords(asked);
  return COLUMNS.test(asked) || ROWS.test(asked) || columns.some((column) => isNamed(column, words));
}

interface Asking {
  readonly operation: string;
  /** The words of the question for it. */
  readonly said: string;
  readonly label: string;
  readonly needsCondition: boolean;
}

function findOperation(asked: string): Asking | null {
  for (const operation of [...OPERATIONS, HOW_MUCH]) {
    for (const [words, label] of operation.words) {
      const said = words.exec(asked)?.[0];
      if (said !== undefined) {
        return { operation: operation.name, said, label, needsCondition: operation === HOW_MUCH };
      }
    }
  }
  return null;
}

const ROWS =
  /\b(?:rows?|lines?|entries|records?|zeilen?|einträge|datensätze|filas?|líneas|registros|entradas)(?!\p{L})/iu;

/** The column of numbers that is named, or the only one there is. */
function findMeasured(subject: readonly string[], columns: readonly DescribedColumn[]): DescribedColumn | null {
  const measured = columns.filter(({ type }) => type === "number");
  const named = findNamed(subject, measured);
  return named ?? (measured.length === 1 ? (measured[0] ?? null) : null);
}

/** The first column that one of these words is a name of. */
function findNamed(words: readonly string[], columns: readonly DescribedColumn[]): DescribedColumn | null {
  const forms = words.flatMap(toContentWords);
  return columns.find(({ name }) => isNamed(name, forms)) ?? null;
}

/** True if one of these words is of the family of a word of the name. */
function isNamed(name: string, words: readonly string[]): boolean {
  return toContentWords(splitName(name)).some((part) => words.some((word) => compareWords(word, part) === 1));
}

interface Condition {
  readonly name: string;
  readonly value: string;
}

/** Values of text columns that stand in the question as they are, one a column. */
function findConditions(asked: string, columns: readonly DescribedColumn[]): readonly Condition[] {
  return columns.flatMap(({ name, type, values }): readonly Condition[] => {
    if (type !== "text" || /\s+and\s+/i.test(name)) return [];
    const value = values
      .filter((each) => each.trim().length > 1 && !/\s+and\s+/i.test(each) && holdsWords(asked, each))
      .sort((one, other) => other.length - one.length)[0];
    return value === undefined ? [] : [{ name, value }];
  });
}

function holdsWords(text: string, words: string): boolean {
  const escaped = words.trim().replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "iu").test(text);
}

function withoutValues(asked: string, conditions: readonly Condition[]): string {
  return conditions.reduce((text, { value }) => text.toLowerCase().replace(value.toLowerCase(), " "), asked);
}

/** The columns in a result of `describe_table`; empty where it is none. */
export function toDescribedColumns(value: JsonValue): readonly DescribedColumn[] {
  if (!isJsonObject(value) || !isJsonArray(value.columns)) return [];
  return value.columns.flatMap((column) => {
    if (!isJsonObject(column) || typeof column.name !== "string" || typeof column.type !== "string") return [];
    const examples = isJsonArray(column.examples) ? column.examples : [];
    const values = examples.filter((each) => typeof each === "string");
    return [{ name: column.name, type: column.type, values }];
  });
}
