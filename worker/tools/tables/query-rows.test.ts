import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../protocol/json.ts";
import { addDecimals, compareDecimals, type Decimal, divideDecimal, readDecimal, toJsonNumber } from "./decimal.ts";
import { queryRows, type TableQuery } from "./query-rows.ts";
import { readTable } from "./read-table.ts";
import type { Table } from "./table.ts";

/** Cells as people write them: few places, many places, beyond what a double holds, and none. */
const cell = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -99_999, max: 99_999 }).map((cents) => toCents(cents)) },
  { weight: 3, arbitrary: fc.integer({ min: -1000, max: 1000 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom("", "-", "n/a", "1,234.50", "€ 7", "+3", "-0", "0.000001") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "9007199254740993",
      "-90071992547409.91",
      "12345678901234567890.123",
      "0.1234567890123456789",
    ),
  },
);
const rows = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), cell), { minLength: 1, maxLength: 40 });

function toCents(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function toTable(cells: readonly (readonly [string, string])[]): Table {
  const table = readTable(
    "t.csv",
    `key;amount\n${cells.map(([key, amount]) => `${key};"${amount}"`).join("\n")}\nz;0.5`,
  );
  if (table === null) throw new Error("no table");
  return table;
}

/** Computed one after the other, with decimals of any length. */
function compute(numbers: readonly Decimal[], operation: TableQuery["operation"]): JsonValue {
  if (operation === "count") return numbers.length;
  const [first] = numbers;
  if (first === undefined) return null;
  const sum = numbers.reduce(addDecimals);
  const sorted = numbers.toSorted(compareDecimals);
  const middle = Math.floor((sorted.length - 1) / 2);
  const at = (place: number) => sorted[place] ?? first;
  switch (operation) {
    case "sum":
      return toJsonNumber(sum);
    case "average":
      return toJsonNumber(divideDecimal(sum, numbers.length));
    case "min":
      return toJsonNumber(at(0));
    case "max":
      return toJsonNumber(at(sorted.length - 1));
    default:
      return toJsonNumber(
        sorted.length % 2 === 1 ? at(middle) : divideDecimal(addDecimals(at(middle), at(middle + 1)), 2),
      );
  }
}

const OPERATIONS = ["count", "sum", "average", "min", "max", "median"] as const;

function toNumbers(cells: readonly (readonly [string, string])[], key?: string): readonly Decimal[] {
  return [...cells, ["z", "0.5"] as const]
    .filter(([each]) => key === undefined || each === key)
    .flatMap(([, amount]) => readDecimal(amount.trim(), "point") ?? []);
}

describe("columns of whole multiples", () => {
  it("give what decimals of any length give, for all rows and for each group", async () => {
    await fc.assert(
      fc.property(rows, fc.constantFrom(...OPERATIONS), (cells, operation) => {
        const table = toTable(cells);
        const query = { operation, column: "amount", limit: 200 };
        expect(queryRows(table, query)).toMatchObject({ value: compute(toNumbers(cells), operation) });
        const keys = [...new Set([...cells.map(([key]) => key), "z"])].sort();
        expect(queryRows(table, { ...query, group_by: "key" })).toMatchObject({
          rows: keys.map((key) => [key, compute(toNumbers(cells, key), operation)]),
        });
      }),
      { numRuns: 400 },
    );
  });

  it("compare exactly with any number, and not with empty cells", async () => {
    const signs = { ">": 1, ">=": 1, "<": -1, "<=": -1, "=": 0, "!=": 0 } as const;
    await fc.assert(
      fc.property(rows, cell, fc.constantFrom(...(Object.keys(signs) as (keyof typeof signs)[])), (cells, to, sign) => {
        const wanted = readDecimal(to, "point");
        fc.pre(wanted !== null);
        if (wanted === null) return;
        const found = [...cells, ["z", "0.5"] as const].filter(([, amount]) => {
          const number = readDecimal(amount, "point");
          if (number === null) return sign === "!=";
          const difference = compareDecimals(number, wanted);
          if (sign === "!=") return difference !== 0;
          return difference === signs[sign] || (sign.includes("=") && difference === 0);
        });
        const query = { operation: "count", where: `amount ${sign} ${to}`, limit: 1 } as const;
        expect(queryRows(toTable(cells), query)).toMatchObject({ value: found.length });
      }),
      { numRuns: 400 },
    );
  });

  it("are put in order exactly, equal ones as they stand, empty cells last, whatever the limit", async () => {
    await fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 30 }), fc.boolean(), (cells, limit, isDescending) => {
        const table = toTable(cells);
        const all = [...cells, ["z", "0.5"] as const].map(([key, amount]) => ({
          key,
          number: readDecimal(amount, "point"),
        }));
        const filled = all.flatMap(({ key, number }) => (number === null ? [] : [{ key, number }]));
        const sign = isDescending ? -1 : 1;
        const sorted = filled.toSorted((one, other) => sign * compareDecimals(one.number, other.number));
        const expected = [
          ...sorted.map(({ key, number }): readonly JsonValue[] => [key, toJsonNumber(number)]),
          ...all.filter(({ number }) => number === null).map(({ key }) => [key, null]),
        ];
        const sort = `amount${isDescending ? " descending" : ""}`;
        expect(queryRows(table, { operation: "rows", sort, limit })).toMatchObject({ rows: expected.slice(0, limit) });
      }),
      { numRuns: 400 },
    );
  });

  it("add up beyond what a double counts exactly", () => {
    const big = 9_007_199_254_740_881n;
    const table = readTable("t.csv", `a,b\n${`${big},x\n`.repeat(1001)}`);
    if (table === null) throw new Error("no table");
    expect(queryRows(table, { operation: "sum", column: "a", limit: 1 })).toMatchObject({ value: String(big * 1001n) });
  });

  it("are of one kind, however late a cell shows which", () => {
    const late = (rows: string) => readTable("t.csv", `a,b\n${"1.5,x\n".repeat(5000)}${rows}`)?.columns[0];
    expect(late("2,x\n")).toMatchObject({ type: "number", scale: 1 });
    expect(late("n/a,x\n")).toMatchObject({ type: "number" });
    expect(late("about 3,x\n")).toMatchObject({ type: "text", words: ["1.5", "about 3"] });
    expect(readTable("t.csv", `a,b\n${"1.234,x\n".repeat(5000)}"7,5",x\n`)?.columns[0]).toMatchObject({
      type: "number",
      scale: 1,
      largest: 12340,
    });
  });
});
