import initSqlite from "@sqlite.org/sqlite-wasm";
import { describe, expect, it } from "vitest";
import { OutsideError } from "../../../agent/define/tool.ts";
import type { FilesPort } from "../../../agent/ports/files-port.ts";
import type { JsonObject } from "../../../protocol/json.ts";
import { describeToolContract, runTool } from "../../tool.contract.ts";
import type { RunSql } from "./run-query.ts";
import { createRunSql } from "./run-sql.ts";
import { askSql } from "./sql-database.ts";

const loadSql = async (): Promise<RunSql> => {
  const sqlite = await initSqlite();
  return async (job) => askSql(sqlite, job, () => performance.now());
};

const SALES = "city,amount\nGraz,1000.10\nLinz,900.20\nGraz,0.20\n";
const TEXTS: Readonly<Record<string, string>> = {
  "bank/rents.csv": "city,rent\nGraz,700\nLinz,650\n",
  "rents.xlsx": "Rents\ncity\trent\nGraz\t100\nLinz\t300\n\nNotes\nnothing",
  "notes.md": "no table",
};
const files: FilesPort = {
  list: async () => [
    { name: "sales.csv", mediaType: "text/csv", text: SALES },
    { name: "sales.csv", mediaType: "text/csv", text: "older,one\n1,2\n3,4\n" },
    { name: "notes.txt", mediaType: "text/plain", text: "no table" },
  ],
  open: async (path) => {
    const text = TEXTS[path];
    if (text === undefined) throw new Error(`no such file: ${path}`);
    return { path, text };
  },
};

const ask = (args: JsonObject, load = loadSql) => runTool(createRunSql(files, load), args);

describe("the tool for SQL", () => {
  describeToolContract(createRunSql(files, loadSql));

  it("asks the newest table of each name that is attached", async () => {
    expect(await ask({ sql: "SELECT city, sum(amount) FROM sales GROUP BY 1 ORDER BY 2" })).toEqual({
      type: "tool-output",
      untrusted: true,
      content: [
        {
          type: "json",
          value: {
            files: ["sales.csv"],
            columns: ["city", "sum(amount)"],
            rows: [
              ["Linz", 900.2],
              ["Graz", 1000.3],
            ],
            total: 2,
          },
        },
      ],
    });
  });

  it("joins it with files of the user's folders, named beside the query or in it", async () => {
    const join = (from: string) =>
      `SELECT rent FROM sales JOIN ${from} AS r ON r.city = sales.city WHERE amount > 1000`;
    for (const [args, rent] of [
      [{ sql: join("rents"), tables: ["bank/rents.csv"] }, 700],
      [{ sql: join('"bank/rents.csv"') }, 700],
      [{ sql: join('"rents.xlsx"') }, 100],
      [{ sql: join("rents_2"), tables: ["bank/rents.csv", "rents.xlsx", "sales.csv"] }, 100],
    ] as const) {
      expect(await ask(args as JsonObject)).toMatchObject({ content: [{ value: { rows: [[rent]] } }] });
    }
  });

  it("says what is wrong with a name or a query as text from outside", async () => {
    await expect(ask({ sql: "SELECT 1", tables: ["other.csv"] })).rejects.toThrow("no such file: other.csv");
    await expect(ask({ sql: "SELECT 1", tables: ["notes.md"] })).rejects.toThrow("'notes.md' is no table");
    await expect(ask({ sql: "SELECT price FROM sales" })).rejects.toBeInstanceOf(OutsideError);
    await expect(ask({ sql: "SELECT price FROM sales" })).rejects.toThrow("no such column: price. The tables");
  });

  it.each<[string, unknown, string]>([
    ["no object", "hello", "no readable answer"],
    ["no rows", { ok: true, columns: [], total: 0 }, "no readable answer"],
    ["a message", { ok: false, message: "late" }, "late"],
    ["nothing to say", { ok: false }, "The query failed."],
    ["too much", { ok: true, columns: ["a"], rows: [["x".repeat(70_000)]], total: 1 }, "too much to show"],
  ])("refuses an answer of its thread with %s", async (_title, answer, message) => {
    await expect(ask({ sql: "SELECT 1" }, async () => async () => answer)).rejects.toThrow(message);
  });

  it("says that a result is rounded", async () => {
    const answer = { ok: true, columns: ["a"], rows: [[1]], total: 1, isRounded: true };
    expect(await ask({ sql: "SELECT 1" }, async () => async () => answer)).toMatchObject({
      content: [{ value: { note: "Numbers with more than 15 digits are rounded to 15." } }],
    });
  });
});
