import sqliteInit from "@sqlite.org/sqlite-wasm";
import { beforeAll, describe, expect, it } from "vitest";
import type { JsonValue } from "../../../protocol/json.ts";
import { readTable } from "../read-table.ts";
import { askSql, type SqlAnswer } from "./sql-database.ts";
import { toSqlTables } from "./to-sql-table.ts";

const SALES = `date,city,amount,quantity,note
2026-01-03,Graz,0.10,3,"bread, milk"
2026-01-20,Linz,0.20,1,
2026-02-01,Graz,100.00,2,O'Hara
2026-02-11,Wien,,4,refunded
2026-03-05,Linz,7.30,10,`;
const WIDE = "id;value\n9007199254740993;0,1234567890123456789\n12;2,5\n9;-10,25\n";

let sqlite: Awaited<ReturnType<typeof sqliteInit>>;
beforeAll(async () => {
  sqlite = await sqliteInit();
});

function ask(
  sql: string,
  options: { limit?: number; timeoutMs?: number; files?: Record<string, string> } = {},
): SqlAnswer {
  const { limit = 100, timeoutMs = 5000, files = { "sales.csv": SALES, "bank/wide list.csv": WIDE } } = options;
  const tables = Object.entries(files).flatMap(([name, text]) => {
    const table = readTable(name, text);
    return table === null ? [] : [{ table }];
  });
  return askSql(sqlite, { sql, tables: toSqlTables(tables), limit, timeoutMs }, () => performance.now());
}

function rowsOf(sql: string): readonly (readonly JsonValue[])[] {
  const answer = ask(sql);
  if (!answer.ok) throw new Error(answer.message);
  return answer.rows;
}

function refusal(sql: string, options?: Parameters<typeof ask>[1]): string {
  const answer = ask(sql, options);
  return answer.ok ? `it gave ${JSON.stringify(answer.rows)}` : answer.message;
}

describe("a query", () => {
  it.each<[string, JsonValue[][]]>([
    [
      "SELECT city, amount FROM sales WHERE amount > 0.1 ORDER BY amount DESC LIMIT 2",
      [
        ["Graz", 100],
        ["Linz", 7.3],
      ],
    ],
    ["SELECT sum(amount) FROM sales", [[107.6]]],
    [
      "SELECT city, sum(amount), count(amount), count(*) FROM sales GROUP BY city ORDER BY city",
      [
        ["Graz", 100.1, 2, 2],
        ["Linz", 7.5, 2, 2],
        ["Wien", null, 0, 1],
      ],
    ],
    [
      "SELECT avg(amount), median(amount), min(amount), max(amount), total(amount) FROM sales",
      [[26.9, 3.75, 0.1, 100, 107.6]],
    ],
    ["SELECT sum(quantity), avg(quantity), sum(quantity) / 3 FROM sales", [[20, 4, 6]]],
    ["SELECT sum(amount) / 8 FROM sales WHERE amount = 100", [[12.5]]],
    ["SELECT 0.1 + 0.2, 3 * amount FROM sales WHERE amount = 0.1", [[0.3, 0.3]]],
    ["SELECT sum(amount * quantity) FROM sales", [[273.5]]],
    [
      "SELECT strftime('%Y-%m', date) AS month, sum(amount) FROM sales GROUP BY month ORDER BY month LIMIT 2",
      [
        ["2026-01", 0.3],
        ["2026-02", 100],
      ],
    ],
    ["SELECT count(*) FROM sales WHERE date >= '2026-02-01'", [[3]]],
    ["SELECT note FROM sales WHERE note LIKE '%''%'", [["O'Hara"]]],
    ["SELECT count(*) FROM sales WHERE note IS NULL", [[2]]],
    ["WITH big AS (SELECT * FROM sales WHERE amount > 1) SELECT count(*) FROM big", [[2]]],
    [
      "SELECT date, sum(amount) OVER (ORDER BY date ROWS 1 PRECEDING) FROM sales ORDER BY date LIMIT 3",
      [
        ["2026-01-03", 0.1],
        ["2026-01-20", 0.3],
        ["2026-02-01", 100.2],
      ],
    ],
    ["SELECT a.city, b.city FROM sales a JOIN sales b ON a.amount * 2 = b.amount", [["Graz", "Linz"]]],
    ['SELECT count(*) FROM "sales.csv"', [[5]]],
    ['SELECT count(*) FROM "bank/wide list.csv"', [[3]]],
    ["-- of all\nSELECT 1;\n-- done\n ;", [[1]]],
    ["VALUES (1), (2)", [[1], [2]]],
  ])("%s", (sql, rows) => {
    expect(rowsOf(sql)).toEqual(rows);
  });

  it("adds a tenth a thousand times to a hundred", () => {
    const answer = ask("SELECT sum(x), avg(x), total(x) FROM t", {
      files: { "t.csv": `x,y\n${"0.1,a\n".repeat(1000)}` },
    });
    expect(answer).toMatchObject({ rows: [[100, 0.1, 100]], isRounded: false });
  });

  it("keeps numbers that no double holds, compares and sorts them exactly, and says where a sum is rounded", () => {
    expect(rowsOf("SELECT id, value FROM wide_list ORDER BY value")).toEqual([
      ["9", "-10.25"],
      ["9007199254740993", "0.1234567890123456789"],
      ["12", "2.5"],
    ]);
    expect(rowsOf("SELECT max(id) FROM wide_list WHERE id > 9 AND id < 9007199254740994")).toEqual([
      ["9007199254740993"],
    ]);
    expect(ask("SELECT sum(value) FROM wide_list")).toMatchObject({ rows: [[-7.62654321098765]], isRounded: true });
  });

  it("gives the first rows and says how many there are", () => {
    expect(ask("SELECT city FROM sales", { limit: 2 })).toMatchObject({ rows: [["Graz"], ["Linz"]], total: 5 });
    expect(ask("SELECT city FROM sales", { limit: 5 })).toMatchObject({ total: 5 });
  });

  it("gives columns of the same name different ones, and bytes no text", () => {
    expect(ask("SELECT 1 AS a, 2 AS a, x'00ff' AS b")).toMatchObject({
      columns: ["a", "a 2", "b"],
      rows: [[1, 2, "(bytes)"]],
    });
  });
});

describe("a query that fails", () => {
  it("says which tables and columns there are", () => {
    const names =
      'The tables and their columns are "sales" ("date", "city", "amount", "quantity", "note"), "wide_list" ("id", "value").';
    expect(refusal("SELECT price FROM sales")).toBe(`no such column: price. ${names}`);
    expect(refusal("SELECT * FROM orders")).toBe(`no such table: orders. ${names}`);
    expect(refusal("SELEC 1")).toContain('near "SELEC": syntax error');
    expect(refusal("SELECT 1 FROM a", { files: {} })).toContain("There is no table");
    expect(refusal("")).toBe("The query is empty.");
    expect(refusal("-- nothing")).toBe("The query is empty.");
    expect(refusal("SELECT sum(city) FROM sales")).toContain("'Graz' is no number.");
  });

  it.each([
    "DELETE FROM sales",
    "UPDATE sales SET amount = 0",
    "INSERT INTO sales VALUES (1, 2, 3, 4, 5)",
    "REPLACE INTO sales VALUES (1, 2, 3, 4, 5)",
    "DROP TABLE sales",
    "CREATE TABLE x (y)",
    "CREATE TEMP TABLE x AS SELECT 1",
    "CREATE VIRTUAL TABLE x USING fts5(y)",
    "CREATE TRIGGER x AFTER INSERT ON sales BEGIN SELECT 1; END",
    "ALTER TABLE sales RENAME TO x",
    "ATTACH 'file:x?vfs=opfs' AS x",
    "ATTACH ':memory:' AS x",
    "DETACH main",
    "VACUUM INTO 'x'",
    "PRAGMA query_only = OFF",
    "PRAGMA table_info(sales)",
    "SELECT * FROM pragma_table_info('sales')",
    "SELECT * FROM sqlite_master",
    "SELECT * FROM sqlite_schema",
    "SELECT * FROM sqlite_dbpage",
    "SELECT * FROM dbstat",
    "SELECT * FROM sqlite_stmt",
    "SELECT * FROM bytecode('SELECT 1')",
    "BEGIN",
    "COMMIT",
    "SAVEPOINT x",
    "REINDEX",
    "ANALYZE",
    "WITH x AS (SELECT 1) DELETE FROM sales",
    "DELETE FROM sales RETURNING *",
    "EXPLAIN DELETE FROM sales",
  ])("is one that does more than read: %s", (sql) => {
    expect(refusal(sql)).toMatch(/^Only a query that reads|^no such table|prohibited|not authorized|syntax error/);
    expect(rowsOf("SELECT count(*) FROM sales")).toEqual([[5]]);
  });

  it("is one that has another behind it", () => {
    expect(refusal("SELECT 1; DROP TABLE sales")).toBe("Give one query at a time.");
    expect(refusal("SELECT 1; SELECT 2")).toBe("Give one query at a time.");
  });

  it("never ends, or fills the memory", () => {
    const endless = "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT";
    expect(refusal(`${endless} count(*) FROM x`, { timeoutMs: 200 })).toBe("The query ran longer than 0.2 s.");
    expect(refusal(`${endless} n FROM x`, { timeoutMs: 200 })).toBe("The query ran longer than 0.2 s.");
    expect(refusal("SELECT randomblob(1000000000)")).toContain("too");
    expect(refusal("SELECT replace(hex(zeroblob(1000000)), '0', 'abcdefghijklmnop')")).toContain("too");
    expect(refusal(`SELECT ${"(".repeat(5000)}1${")".repeat(5000)}`)).toContain("Recursion limit");
    expect(refusal("x".repeat(30_000))).toContain("longer than 20000 characters");
  });
});

describe("names that a query has for a file", () => {
  it("are words, once each", () => {
    const table = readTable("a.csv", SALES);
    if (table === null) throw new Error("no table");
    const files = ["a/Über sicht-2026.csv", "b/über_sicht_2026.tsv", "2026.csv", "sqlite_x.csv", "---.csv"];
    const named = toSqlTables(files.map((name) => ({ table: { ...table, name } })));
    expect(named.map(({ name }) => name)).toEqual([
      "Über_sicht_2026",
      "über_sicht_2026_2",
      "t_2026",
      "t_sqlite_x",
      "t_",
    ]);
  });

  it("may hold quotes, and so may columns", () => {
    const files = { 'a"; DROP TABLE x; --.csv': 'na"me,b\n1,2\n3,4\n' };
    expect(ask('SELECT sum("na""me") FROM a_DROP_TABLE_x', { files })).toMatchObject({ rows: [[4]] });
  });
});
