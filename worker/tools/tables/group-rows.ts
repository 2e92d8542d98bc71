import type { JsonValue } from "../../protocol/json.ts";
import type { Grouping } from "./add-up.ts";
import type { Rows } from "./select-rows.ts";
import { type Column, readText, readValue, type WordColumn } from "./table.ts";

/** The part of a date that counts. */
export type Period = "day" | "month" | "year";

/** Rows in groups, with what each has in common. */
export interface KeyedGrouping extends Grouping {
  readonly keys: readonly JsonValue[];
}

/** Characters of `YYYY-MM-DD`. */
const LENGTHS = { day: 10, month: 7, year: 4 } as const;

/** Puts rows with the same cell together, or with dates of the same period. */
export function groupRows(column: Column, rows: Rows, period: Period | undefined): KeyedGrouping {
  return column.type === "number" ? groupNumbers(column, rows) : groupWords(column, rows, period);
}

function groupWords(column: WordColumn, rows: Rows, period: Period | undefined): KeyedGrouping {
  const length = column.type === "date" && period !== undefined ? LENGTHS[period] : Number.POSITIVE_INFINITY;
  const wordKeys = new Map<string, number>();
  const keyOfWord = Uint32Array.from(column.words, (word) => {
    const key = word.slice(0, length);
    const place = wordKeys.get(key) ?? wordKeys.size;
    wordKeys.set(key, place);
    return place;
  });
  // Only those that these rows have become groups, in the order in which they first occur.
  const groupOfKey = new Int32Array(wordKeys.size).fill(-1);
  const names = [...wordKeys.keys()];
  const keys: string[] = [];
  const groups = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const key = keyOfWord[column.codes[rows[at] ?? 0] ?? 0] ?? 0;
    let group = groupOfKey[key] ?? 0;
    if (group < 0) {
      group = keys.length;
      groupOfKey[key] = group;
      keys.push(names[key] ?? "");
    }
    groups[at] = group;
  }
  return { rows, groups, count: keys.length, keys };
}

function groupNumbers(column: Column, rows: Rows): KeyedGrouping {
  const places = new Map<number | string, number>();
  const keys: JsonValue[] = [];
  const toKey = "scaled" in column ? (row: number) => column.scaled[row] ?? 0 : (row: number) => readText(column, row);
  const groups = rows.map((row) => {
    const key = toKey(row);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, keys.length);
    keys.push(readValue(column, row));
    return keys.length - 1;
  });
  return { rows, groups, count: keys.length, keys };
}
