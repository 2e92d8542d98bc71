import initSqlite, { type Database } from "@sqlite.org/sqlite-wasm";
import { escape as asRow, type ColumnTable, desc, fromCSV, op } from "arquero";
import { queryRows } from "../../worker/tools/tables/query-rows.ts";
import { readTable } from "../../worker/tools/tables/read-table.ts";
import { defineExactFunctions } from "../../worker/tools/tables/sql/define-exact-functions.ts";
import { importTable } from "../../worker/tools/tables/sql/import-table.ts";
import { toSqlTables } from "../../worker/tools/tables/sql/to-sql-table.ts";
import type { Table } from "../../worker/tools/tables/table.ts";
import { createRandom } from "./memory-corpus.ts";

export type TableContestant = "alcove" | "sql" | "arquero" | "plain";
export type TableQuestion = "group" | "filter" | "average" | "sort";

/** What the page asks of a worker, in this order. */
export type TablesTask =
  | { readonly type: "import"; readonly contestant: TableContestant; readonly rows: number }
  | { readonly type: "ask"; readonly question: TableQuestion };

/** A number to compare the contestants by, and how long it took. */
export interface TableAnswer {
  readonly ms: number;
  readonly value: number;
}

const SEED = 7;
const CITIES = ["Graz", "Linz", "Wien", "Oslo", "Porto", "Lyon", "Bari", "Gent", "Riga", "Cork"];

/** The sum of the amounts of one city, the count above a bound, the average, the largest amount. */
interface TableReader {
  read(csv: string): void | Promise<void>;
  ask(question: TableQuestion): number;
}

class Alcove implements TableReader {
  #table: Table | null = null;

  read(csv: string): void {
    this.#table = readTable("sales.csv", csv);
  }

  ask(question: TableQuestion): number {
    if (this.#table === null) throw new Error("no table");
    const result = queryRows(this.#table, QUERIES[question]);
    if ("value" in result) return Number(result.value);
    const row = question === "sort" ? result.rows[0] : result.rows.find(([city]) => city === "Linz");
    return Number(row?.[question === "sort" ? 3 : 1]);
  }
}

/** SQLite, with our import and our exact sums; each question is a query like a model's. */
class Sql implements TableReader {
  #database: Database | null = null;

  async read(csv: string): Promise<void> {
    const sqlite = await initSqlite();
    const table = readTable("sales.csv", csv);
    const [sales] = table === null ? [] : toSqlTables([{ table }]);
    if (sales === undefined) throw new Error("no table");
    this.#database = new sqlite.oo1.DB(":memory:", "c");
    defineExactFunctions(sqlite, this.#database, () => undefined);
    importTable(sqlite, this.#database, sales);
  }

  ask(question: TableQuestion): number {
    return Number(this.#database?.selectValue(SQL[question]));
  }
}

const SQL = {
  group: "SELECT s FROM (SELECT city, sum(amount) AS s FROM sales GROUP BY city) WHERE city = 'Linz'",
  filter: "SELECT count(*) FROM sales WHERE amount > 900 AND city = 'Graz'",
  average: "SELECT avg(amount) FROM sales",
  sort: "SELECT amount FROM sales ORDER BY amount DESC LIMIT 10",
} as const;

const QUERIES = {
  group: { operation: "sum", column: "amount", group_by: "city", limit: 20 },
  filter: { operation: "count", where: "amount > 900 and city = Graz", limit: 20 },
  average: { operation: "average", column: "amount", limit: 20 },
  sort: { operation: "rows", sort: "amount descending", limit: 10 },
} as const;

/** The best library for tables in a browser: typed columns, binary floating numbers. */
class Arquero implements TableReader {
  #table: ColumnTable | null = null;

  read(csv: string): void {
    this.#table = fromCSV(csv);
  }

  ask(question: TableQuestion): number {
    const table = this.#table;
    if (table === null) throw new Error("no table");
    switch (question) {
      case "group":
        return Number(
          table
            .groupby("city")
            .rollup({ sum: op.sum("amount") })
            .objects()
            .map((row) => new Map(Object.entries(row)))
            .find((row) => row.get("city") === "Linz")
            ?.get("sum"),
        );
      case "filter":
        return table
          .filter(asRow((row: { amount: number; city: string }) => row.amount > 900 && row.city === "Graz"))
          .numRows();
      case "average":
        return Number(table.rollup({ mean: op.mean("amount") }).get("mean", 0));
      default:
        return Number(table.orderby(desc("amount")).get("amount", 0));
    }
  }
}

/** The naive way: lines cut at commas, and loops. It does not know quotes, dates or other numbers. */
class Plain implements TableReader {
  #rows: string[][] = [];

  read(csv: string): void {
    this.#rows = csv
      .split("\n")
      .slice(1)
      .map((line) => line.split(","));
  }

  ask(question: TableQuestion): number {
    const rows = this.#rows;
    switch (question) {
      case "group": {
        const sums = new Map<string, number>();
        for (const [, city = "", , amount] of rows) sums.set(city, (sums.get(city) ?? 0) + Number(amount));
        return sums.get("Linz") ?? Number.NaN;
      }
      case "filter":
        return rows.filter(([, city, , amount]) => Number(amount) > 900 && city === "Graz").length;
      case "average":
        return rows.reduce((sum, [, , , amount]) => sum + Number(amount), 0) / rows.length;
      default:
        return Number(rows.toSorted((one, other) => Number(other[3]) - Number(one[3]))[0]?.[3]);
    }
  }
}

/** A table of sales: a date, a city, a name that is mostly another, an amount of cents. */
function writeTable(rows: number): string {
  const random = createRandom(SEED);
  const lines = ["date,city,customer,amount"];
  for (let row = 0; row < rows; row += 1) {
    const day = `2026-${two(1 + Math.floor(random() * 12))}-${two(1 + Math.floor(random() * 28))}`;
    const city = CITIES[Math.floor(random() * CITIES.length)] ?? "";
    lines.push(`${day},${city},customer ${Math.floor(random() * 50_000)},${(random() * 1000).toFixed(2)}`);
  }
  return lines.join("\n");
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

const readers = { alcove: Alcove, sql: Sql, arquero: Arquero, plain: Plain } as const;
let reader: TableReader | null = null;

async function run(task: TablesTask): Promise<TableAnswer> {
  if (task.type === "import") {
    const csv = writeTable(task.rows);
    reader = new readers[task.contestant]();
    const start = performance.now();
    await reader.read(csv);
    return { ms: performance.now() - start, value: csv.length };
  }
  if (reader === null) throw new Error("nothing imported");
  const start = performance.now();
  const value = reader.ask(task.question);
  return { ms: performance.now() - start, value };
}

self.onmessage = async (event: MessageEvent<TablesTask>) => {
  try {
    self.postMessage({ value: await run(event.data) });
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) });
  }
};
