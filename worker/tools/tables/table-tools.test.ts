import { describe, expect, it } from "vitest";
import { OutsideError } from "../../agent/define/tool.ts";
import type { FilesPort } from "../../agent/ports/files-port.ts";
import type { JsonObject, JsonValue } from "../../protocol/json.ts";
import { describeToolContract, runTool } from "../tool.contract.ts";
import { readTable } from "./read-table.ts";
import { readText, type Table } from "./table.ts";
import { createDescribeTable, createDrawChart, createQueryTable } from "./table-tools.ts";

const EXPENSES = `date,category,amount,note
2026-01-03,food,12.10,"bread, milk"
2026-01-20,travel,100.20,
2026-02-01,food,0.20,"a ""small"" one"
2026-02-11,travel,,refunded
2026-03-05,Home,1000,`;
const GERMAN = `Datum;Betrag;Ort\r\n31.12.2025;1.234,56 €;Graz\r\n01.02.2026;-0,10 €;Wien\r\n02.02.2026;7 €;Graz\r\n`;

function toFiles(...files: readonly (readonly [name: string, text: string])[]): FilesPort {
  return { list: async () => files.map(([name, text]) => ({ name, mediaType: "text/csv", text })) };
}

/** The first cell as it is compared. */
function readFirst(table: Table | null): string | undefined {
  const [column] = table?.columns ?? [];
  return column === undefined ? undefined : readText(column, 0);
}

async function query(text: string, args: JsonObject): Promise<JsonValue> {
  const output = await runTool(createQueryTable(toFiles(["a.csv", text])), args);
  expect(output).toMatchObject({ untrusted: true });
  return (output as { content: readonly { value: JsonValue }[] }).content[0]?.value ?? null;
}

describe("the tools for tables", () => {
  const files = toFiles(["notes.txt", "no table"], ["a.csv", "city,price,amount,category\nGraz,1,2,x\nWien,3,4,y"]);
  describeToolContract(createQueryTable(files));
  const sales = toFiles(["sales.csv", EXPENSES]);
  describeToolContract(createDescribeTable(sales));
  describeToolContract(createDrawChart(sales));

  it("say which columns there are, with type and range", async () => {
    expect(await runTool(createDescribeTable(sales), {})).toMatchObject({
      untrusted: true,
      content: [
        {
          value: {
            file: "sales.csv",
            rows: 5,
            columns: [
              { name: "date", type: "date", from: "2026-01-03", to: "2026-03-05" },
              { name: "category", type: "text", examples: ["food", "travel", "Home"] },
              { name: "amount", type: "number", empty: 1, from: 0.2, to: 1000 },
              { name: "note", type: "text", empty: 2 },
            ],
          },
        },
      ],
    });
  });

  it.each<[JsonObject, JsonValue]>([
    [{ operation: "sum", column: "amount" }, 1112.5],
    [{ operation: "average", column: "amount" }, 278.125],
    [{ operation: "average", column: "Amount", where: "category = food" }, 6.15],
    [{ operation: "median", column: "amount" }, 56.15],
    [{ operation: "min", column: "amount" }, 0.2],
    [{ operation: "max", column: "date" }, "2026-03-05"],
    [{ operation: "count" }, 5],
    [{ operation: "count", column: "amount" }, 4],
    [{ operation: "count", where: "amount > 12.1 and date < 2026-03" }, 1],
    [{ operation: "count", where: "date = 2026-02" }, 2],
    [{ operation: "count", where: "note contains SMALL" }, 1],
    [{ operation: "count", where: "category != food" }, 3],
    [{ operation: "sum", column: "amount", where: "category = 'nothing'" }, null],
  ])("compute %j to %j", async (args, value) => {
    expect(await query(EXPENSES, args)).toMatchObject({ file: "a.csv", value });
  });

  it("add decimals exactly, however many there are", async () => {
    const tenths = `x\n${"0.1\n".repeat(1000)}`.replaceAll("\n", ",y\n");
    expect(await query(tenths, { operation: "sum", column: "x" })).toMatchObject({ value: 100 });
    const big = "x,y\n9007199254740993,1\n0.5,1\n";
    expect(await query(big, { operation: "sum", column: "x" })).toMatchObject({ value: "9007199254740993.5" });
    expect(await query("x,y\n1,1\n1,1\n0,1\n", { operation: "average", column: "x" })).toMatchObject({
      value: 0.6666666667,
    });
  });

  it("group by a column, or by the month of a date", async () => {
    expect(await query(EXPENSES, { operation: "sum", column: "amount", group_by: "category" })).toMatchObject({
      columns: ["category", "sum of amount"],
      rows: [
        ["Home", 1000],
        ["food", 12.3],
        ["travel", 100.2],
      ],
      total: 3,
    });
    expect(await query(EXPENSES, { operation: "count", group_by: "date", period: "month" })).toMatchObject({
      rows: [
        ["2026-01", 2],
        ["2026-02", 2],
        ["2026-03", 1],
      ],
    });
    expect(
      await query(EXPENSES, { operation: "sum", column: "amount", group_by: "category", sort: "descending", limit: 1 }),
    ).toMatchObject({ rows: [["Home", 1000]], total: 3 });
  });

  it("list rows in order, empty cells last, and say how many there are", async () => {
    expect(
      await query(EXPENSES, { operation: "rows", columns: ["category", "amount"], sort: "amount", limit: 2 }),
    ).toMatchObject({
      columns: ["category", "amount"],
      rows: [
        ["food", 0.2],
        ["food", 12.1],
      ],
      total: 5,
    });
    expect(await query(EXPENSES, { operation: "rows", sort: "date descending", limit: 1 })).toMatchObject({
      rows: [["2026-03-05", "Home", 1000, ""]],
    });
  });

  it("read German numbers and dates", async () => {
    expect(await query(GERMAN, { operation: "sum", column: "Betrag" })).toMatchObject({ value: 1241.46 });
    expect(await query(GERMAN, { operation: "count", where: "Datum >= 2026-01-01" })).toMatchObject({ value: 2 });
    expect(await query(GERMAN, { operation: "count", where: "Datum = 01.02.2026" })).toMatchObject({ value: 1 });
  });

  it("read JSON, TSV and tables without a header", async () => {
    const json = JSON.stringify({ items: [{ a: 1, b: "x" }, { a: 2.5 }] });
    expect(await query(json, { operation: "sum", column: "a" })).toMatchObject({ value: 3.5 });
    expect(await query("a\tb\n1\t2\n3\t4\n", { operation: "sum", column: "b" })).toMatchObject({ value: 6 });
    expect(await query("1,2\n3,4\n", { operation: "sum", column: "column 1" })).toMatchObject({ value: 4 });
  });

  it("find a table in the user's folders by its path, a workbook's first sheet too", async () => {
    const texts: Readonly<Record<string, string>> = {
      "bank/june.csv": "city,rent\nGraz,700\nLinz,650",
      "rents.xlsx": "Rents\ncity\trent\nGraz\t100\nLinz\t300\n\nNotes\nnothing",
    };
    const folders: FilesPort = {
      list: async () => [],
      open: async (path) => {
        const text = texts[path];
        if (text === undefined) throw new Error(`no such file: ${path}`);
        return { path, text };
      },
    };
    const average = { operation: "average", column: "rent" };
    for (const [table, value] of [
      ["bank/june.csv", 675],
      ["rents.xlsx", 200],
    ] as const) {
      const output = await runTool(createQueryTable(folders), { ...average, table });
      expect(output).toMatchObject({ content: [{ value: { file: table, value } }], untrusted: true });
    }
    const query = createQueryTable(folders);
    await expect(async () => runTool(query, { ...average, table: "x.csv" })).rejects.toBeInstanceOf(OutsideError);
    await expect(async () => runTool(query, average)).rejects.toThrow("Name a CSV");
  });

  it("say what is not understood instead of guessing", async () => {
    await expect(query(EXPENSES, { operation: "sum", column: "price" })).rejects.toThrow(
      "There is no column 'price'. The columns are 'date', 'category', 'amount', 'note'.",
    );
    await expect(query(EXPENSES, { operation: "sum", column: "category" })).rejects.toThrow("holds text");
    await expect(query(EXPENSES, { operation: "count", where: "cheap" })).rejects.toThrow("'cheap' is no condition");
    await expect(async () => runTool(createQueryTable(toFiles()), { operation: "count" })).rejects.toThrow("no table");
  });

  it("take no day for a month where a file does not say which is which", () => {
    const readDate = (rows: string) => readFirst(readTable("a", `when,x\n${rows}`));
    const [column] = readTable("a", "when,x\n03/04/2026,1\n05/06/2026,2\n")?.columns ?? [];
    expect(column?.type).toBe("text");
    expect(readDate("03/04/2026,1\n25/06/2026,2\n")).toBe("2026-04-03");
    expect(readDate("03/04/2026,1\n05/26/2026,2\n")).toBe("2026-03-04");
  });

  it("survive what is no table", () => {
    for (const text of ["", "\n", "one line", "{", "[]", "[1, 2]", '"', "a,b", "\ufeff", "{}", '{"a": 1}', "\u0000"]) {
      expect(readTable("a", text)).toBeNull();
    }
    expect(readTable("a", 'a,b\n"open,1\n2,3')).toBeDefined();
    expect(readTable("a", '[{"__proto__": 1, "constructor": 2}]')?.columns).toMatchObject([
      { name: "__proto__" },
      { name: "constructor" },
    ]);
  });
});

describe("a chart", () => {
  async function draw(args: JsonObject): Promise<JsonValue> {
    const output = await runTool(createDrawChart(toFiles(["a.csv", EXPENSES])), args);
    return (output as { content: readonly { value: JsonValue }[] }).content[0]?.value ?? null;
  }

  it("of a table has its groups, the greatest first, or its dates in order", async () => {
    expect(await draw({ type: "bar", title: "Costs", column: "amount", by: "category" })).toMatchObject({
      chart: { type: "bar", title: "Costs" },
      columns: ["category", "sum of amount"],
      rows: [
        ["Home", 1000],
        ["travel", 100.2],
        ["food", 12.3],
      ],
    });
    expect(await draw({ type: "line", column: "amount", by: "date", period: "month" })).toMatchObject({
      rows: [
        ["2026-01", 112.3],
        ["2026-02", 0.2],
        ["2026-03", 1000],
      ],
    });
    expect(await draw({ type: "pie", by: "category" })).toMatchObject({ columns: ["category", "count"] });
  });

  it("counts the numbers of a histogram between round borders", async () => {
    const values = [1, 2, 2, 3, 9, 10, 24];
    expect(await draw({ type: "histogram", values })).toMatchObject({
      columns: ["value", "count"],
      rows: [
        ["0 – 2", 1],
        ["2 – 4", 3],
        ["4 – 6", 0],
        ["6 – 8", 0],
        ["8 – 10", 1],
        ["10 – 12", 1],
        ["12 – 14", 0],
        ["14 – 16", 0],
        ["16 – 18", 0],
        ["18 – 20", 0],
        ["20 – 22", 0],
        ["22 – 24", 0],
        ["24 – 26", 1],
      ],
    });
    expect(await draw({ type: "histogram", column: "amount" })).toMatchObject({ columns: ["amount", "count"] });
  });

  it("of numbers alone needs no table, and comes from no file", async () => {
    const tool = createDrawChart(toFiles());
    const output = await runTool(tool, { type: "pie", labels: ["apples"], values: [3, 5] });
    expect(output).toEqual(expect.not.objectContaining({ untrusted: true }));
    expect(output).toMatchObject({
      content: [
        {
          value: {
            rows: [
              ["apples", 3],
              ["2", 5],
            ],
          },
        },
      ],
    });
  });

  it("says what is missing", async () => {
    await expect(draw({ type: "scatter", by: "date" })).rejects.toThrow("Name the column with the numbers.");
    await expect(draw({ type: "bar" })).rejects.toThrow("Name the column with the numbers.");
    await expect(draw({ type: "bar", column: "price" })).rejects.toThrow(/no column 'price'/);
  });
});

describe("a table made to take long", () => {
  it.each([
    ["a.csv", `a,b\n1,2\n${"3,4\n".repeat(6_000)}${'x"'.repeat(400_000)}`],
    ["a.json", JSON.stringify(Array.from({ length: 10_000 }, (_, index) => ({ [`k${index}`]: index })))],
  ])("is read, or refused, at once: %s", (name, text) => {
    const started = performance.now();
    readTable(name, text);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
