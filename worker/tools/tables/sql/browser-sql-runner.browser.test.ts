import { describe, expect, it } from "vitest";
import { readTable } from "../read-table.ts";
import { createBrowserSqlRunner } from "./browser-sql-runner.ts";
import { toSqlTables } from "./to-sql-table.ts";

const run = createBrowserSqlRunner();
const never = () => new AbortController().signal;

function toJob(sql: string, text = "city,amount\nGraz,0.1\nLinz,0.2\n") {
  const table = readTable("sales.csv", text);
  return { sql, tables: toSqlTables(table === null ? [] : [{ table }]), limit: 10, timeoutMs: 500 };
}

describe("SQLite in its thread", () => {
  it("answers, and knows nothing of the query before", async () => {
    expect(await run(toJob("SELECT sum(amount) FROM sales"), never())).toMatchObject({ ok: true, rows: [[0.3]] });
    expect(await run(toJob("SELECT count(*) FROM sales", "a,b\n1,2\n"), never())).toMatchObject({ rows: [[1]] });
  });

  it("ends a query that is late, and is ended by a stop", async () => {
    const endless = "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT count(*) FROM x";
    expect(await run(toJob(endless), never())).toEqual({ ok: false, message: "The query ran longer than 0.5 s." });
    const controller = new AbortController();
    const stopped = run({ ...toJob(endless), timeoutMs: 60_000 }, controller.signal);
    setTimeout(() => controller.abort(), 200);
    await expect(stopped).rejects.toThrow("The query was stopped.");
  });

  it("asks a hundred thousand rows within seconds", async () => {
    const text = `city,amount\n${"Graz,0.10\nLinz,1.25\n".repeat(50_000)}`;
    const answer = await run(
      { ...toJob("SELECT city, sum(amount) FROM sales GROUP BY city", text), timeoutMs: 5000 },
      never(),
    );
    expect(answer).toMatchObject({
      rows: [
        ["Graz", 5000],
        ["Linz", 62_500],
      ],
    });
  });
});
