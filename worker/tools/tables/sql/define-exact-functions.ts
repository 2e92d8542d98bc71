import type { Database, Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import type { Decimal } from "../decimal.ts";
import { ExactSum, findMedian, type SqlNumber, toDouble } from "./exact-numbers.ts";

const MAX_INTEGER = 2n ** 63n;

/**
 * `sum`, `total`, `avg` and `median` with exact decimals, in place of SQLite's own, which add binary fractions.
 *
 * @param noteRounding Called when a result has more digits than a number keeps.
 */
export function defineExactFunctions(sqlite: Sqlite3Static, database: Database, noteRounding: () => void): void {
  const toValue = (decimal: Decimal, isWhole: boolean): number | bigint => {
    if (isWhole && decimal.scale === 0 && decimal.digits < MAX_INTEGER && decimal.digits >= -MAX_INTEGER) {
      return decimal.digits;
    }
    const { value, isRounded } = toDouble(decimal);
    if (isRounded) noteRounding();
    return value;
  };
  const results: Readonly<Record<string, (sum: ExactSum) => number | bigint | null>> = {
    sum: (sum) => (sum.count === 0 ? null : toValue(sum.read(), sum.isWhole)),
    total: (sum) => toValue(sum.read(), false),
    // A quotient is rounded by its nature.
    avg: (sum) => (sum.count === 0 ? null : toDouble(sum.average()).value),
  };
  for (const [name, toResult] of Object.entries(results)) {
    defineAggregate(sqlite, database, name, {
      create: () => new ExactSum(),
      add: (sum, value, isWhole) => sum.change(value, 1, isWhole),
      remove: (sum, value, isWhole) => sum.change(value, -1, isWhole),
      read: toResult,
    });
  }
  defineAggregate(sqlite, database, "median", {
    create: (): SqlNumber[] => [],
    add: (values, value) => {
      values.push(value);
    },
    read: (values) => {
      const median = findMedian(values);
      return median === null ? null : toValue(median, false);
    },
  });
}

/** An aggregate's treatment of its values; NULL is none. */
interface Aggregate<State> {
  create(): State;
  add(state: State, value: SqlNumber, isWhole: boolean): void;
  /** A value leaves the window; only where the aggregate can be used over one. */
  remove?(state: State, value: SqlNumber, isWhole: boolean): void;
  /** A REAL as a number, an INTEGER as a big one. */
  read(state: State): number | bigint | null;
}

/** Values are read one by one, without the list that the package makes of them for every row. */
function defineAggregate<State>(
  { capi, wasm }: Sqlite3Static,
  database: Database,
  name: string,
  { create, add, remove, read }: Aggregate<State>,
): void {
  const { sqlite3_value_type: typeOf, sqlite3_value_double: toNumber, sqlite3_value_int64: toInteger } = wasm.exports;
  const states = new Map<number, State>();
  const open = (context: number): State => {
    const key = Number(capi.sqlite3_aggregate_context(context, 8));
    const known = states.get(key) ?? create();
    states.set(key, known);
    return known;
  };
  const attempt = (context: number, work: () => void): void => {
    try {
      work();
    } catch (error) {
      capi.sqlite3_result_error_js(context, error instanceof Error ? error : new Error(String(error)));
    }
  };
  const give = (context: number, result: number | bigint | null): void => {
    if (typeof result === "number") capi.sqlite3_result_double(context, result);
    else capi.sqlite3_result_js(context, result);
  };
  const change = (context: number, values: number, apply: Aggregate<State>["add"]): void =>
    attempt(context, () => {
      const value = Number(wasm.peekPtr(values));
      switch (typeOf(value)) {
        case capi.SQLITE_INTEGER: {
          const near: number = toNumber(value);
          return apply(open(context), Number.isSafeInteger(near) ? near : toInteger(value), true);
        }
        case capi.SQLITE_FLOAT:
          return apply(open(context), toNumber(value), false);
        case capi.SQLITE_TEXT:
          return apply(open(context), capi.sqlite3_value_text(value), false);
        default:
          open(context);
      }
    });
  const step = (context: number, _: number, values: number) => change(context, values, add);
  const finish = (context: number) =>
    attempt(context, () => {
      const key = Number(capi.sqlite3_aggregate_context(context, 0));
      const state = states.get(key) ?? create();
      states.delete(key);
      give(context, read(state));
    });
  const ofRow = (work: (context: number, count: number, values: number) => void) =>
    wasm.installFunction("v(pip)", work);
  const ofGroup = (work: (context: number) => void) => wasm.installFunction("v(p)", work);
  if (remove === undefined) {
    capi.sqlite3_create_function_v2(database, name, 1, capi.SQLITE_UTF8, 0, 0, ofRow(step), ofGroup(finish), 0);
    return;
  }
  const show = (context: number) => attempt(context, () => give(context, read(open(context))));
  const inverse = (context: number, _: number, values: number) => change(context, values, remove);
  capi.sqlite3_create_window_function(
    database,
    name,
    1,
    capi.SQLITE_UTF8,
    0,
    ofRow(step),
    ofGroup(finish),
    ofGroup(show),
    ofRow(inverse),
    0,
  );
}
