import { describe, expect, it } from "vitest";
import { OutsideError, type ToolContext } from "../../agent/define/tool.ts";
import type { FilesPort } from "../../agent/ports/files-port.ts";
import { isJsonObject, type JsonValue } from "../../protocol/json.ts";
import { createScriptRunner, type RunScript } from "../sandbox/create-script-runner.ts";
import { runSandboxed } from "../sandbox/run-sandboxed.ts";
import { runCode } from "./run-code.ts";

/** The sandbox itself, in this thread. */
const runHere = createScriptRunner(() => {
  let answer = (_: { readonly data: unknown }): void => undefined;
  return {
    postMessage: (job) => void runSandboxed(job, () => performance.now()).then((data) => answer({ data })),
    addEventListener: (type: string, listener: typeof answer) => {
      if (type === "message") answer = listener;
    },
    terminate: () => undefined,
  };
});

const PRICES = "item,price,day\nbread,3.50,2026-03-05\nmilk,1.20,2026-03-06\ncheese,12,\n";
const FILES: FilesPort = {
  list: async () => [{ name: "notes.txt", mediaType: "text/plain", text: "buy milk" }],
  open: async (path) => {
    if (!path.endsWith("prices.csv")) throw new Error(`There is no file '${path}'.`);
    return { path: `shop/${path}`, text: PRICES };
  },
};

const context: ToolContext = {
  runId: "run",
  callId: "call",
  conversationId: "conversation",
  messageId: "message",
  skill: "code",
  signal: new AbortController().signal,
  now: () => 0,
  timeZone: "UTC",
  tainted: false,
  noteEdit: () => undefined,
  awaitUser: (answer) => answer,
};

const run = (code: string, files?: readonly string[], port = FILES) => runCode(port, runHere, { code, files }, context);

async function readResults(code: string, files?: readonly string[]): Promise<JsonValue | undefined> {
  const [block] = (await run(code, files)).content;
  return block?.type === "json" && isJsonObject(block.value) ? block.value.results : undefined;
}

describe("a script on chosen files", () => {
  it("that cannot be read is said to be with its line and its author, and counts as nothing from outside", async () => {
    const unreadable = "const a = 1;\nconst b = ;\nreturn a";
    const told = run(unreadable, ["prices.csv"]);
    await expect(told).rejects.toThrow(/^The model's script has a syntax error in line 2: .+\. Nothing of it ran\.$/);
    await expect(told).rejects.not.toBeInstanceOf(OutsideError);
    const own = runCode(FILES, runHere, { code: "await 1" }, { ...context, runId: "by-hand" });
    await expect(own).rejects.toThrow("Your script has a syntax error in line 1: expecting ';'");
  });

  it("that throws a syntax error of its own, or after it has read, is heard as from outside", async () => {
    for (const code of ["throw new SyntaxError('1: x')", "return new Function(files['prices.csv'])()"])
      await expect(run(code, ["prices.csv"])).rejects.toBeInstanceOf(OutsideError);
  });

  it("gets a table's rows with numbers, days and empty cells, and a text as it is", async () => {
    expect(await readResults("return tables['prices.csv']", ["prices.csv"])).toEqual([
      {
        type: "table",
        columns: ["item", "price", "day"],
        rows: [
          ["bread", 3.5, "2026-03-05"],
          ["milk", 1.2, "2026-03-06"],
          ["cheese", 12, null],
        ],
        total: 3,
      },
    ]);
    expect(await readResults("return files['notes.txt'].toUpperCase()", ["notes.txt"])).toEqual([
      { type: "text", text: "BUY MILK" },
    ]);
  });

  it("shows texts, tables, charts, files and pages", async () => {
    const code = `
      const rows = tables["prices.csv"];
      show.text("**" + rows.length + "** rows");
      show.table(rows.toSorted((a, b) => a.price - b.price).map(({ item, price }) => ({ item, price })), "Sorted");
      show.chart("bar", { a: 1, b: 2 }, "Two");
      show.chart("histogram", [1, 2, 2, 3, 9]);
      show.file("sorted.csv", [{ item: "=1+1", price: -2 }, { item: 'a "b", c', price: null }]);
      show.html("<h1>Hello</h1>", "Page");
      console.log("done", { ok: true });`;
    expect(await readResults(code, ["prices.csv"])).toMatchObject([
      { type: "text", text: "**3** rows" },
      {
        type: "table",
        title: "Sorted",
        columns: ["item", "price"],
        rows: [
          ["milk", 1.2],
          ["bread", 3.5],
          ["cheese", 12],
        ],
      },
      {
        type: "chart",
        kind: "bar",
        title: "Two",
        rows: [
          ["a", 1],
          ["b", 2],
        ],
      },
      { type: "chart", kind: "histogram", columns: ["value", "count"] },
      { type: "file", name: "sorted.csv", text: `item,price\r\n'=1+1,-2\r\n"a ""b"", c",\r\n` },
      { type: "html", title: "Page", text: "<h1>Hello</h1>" },
      { type: "text", text: `done {\n  "ok": true\n}` },
    ]);
  });

  it("counts its results as text from outside if it was given a file, and only then", async () => {
    expect((await run("return 1")).untrusted).toBe(false);
    expect((await run("return 1", ["notes.txt"])).untrusted).toBe(true);
    await expect(run("throw new Error(files['notes.txt'])", ["notes.txt"])).rejects.toBeInstanceOf(OutsideError);
  });

  it.each([
    ["const a = 1;\nreturn missing;", "The script failed: ReferenceError: 'missing' is not defined (line 2)"],
    ["const a = 1;\n\nreturn (;", "line 3"],
    ["throw 'a text'", "The script failed: a text"],
    ["show.chart('radar', [1, 2])", "There is no chart 'radar'"],
    ["show.text('x'.repeat(70000))", "too large"],
    ["for (let i = 0; i < 30; i++) show.text('x')", "more than 20 results"],
    ["while (true) {}", "ran longer than"],
  ])("says what is wrong with %j", async (code, part) => {
    const quick: RunScript = (source, input, limits) => runHere(source, input, { ...limits, timeoutMs: 300 });
    await expect(runCode(FILES, quick, { code }, context)).rejects.toThrow(part);
  });

  it("says which file is not there, and which is too large", async () => {
    await expect(run("return 1", ["gone.csv"])).rejects.toThrow("There is no file 'gone.csv'.");
    await expect(run("return 1", ["gone.csv"], { list: async () => [] })).rejects.toThrow("in this conversation");
    const large: FilesPort = { list: async () => [], open: async (path) => ({ path, text: "x".repeat(2_000_001) }) };
    await expect(run("return 1", ["large.txt"], large)).rejects.toThrow("too large for a script");
  });

  it("works on a table of 2 million characters within the sandbox's memory", async () => {
    const text = `a,b,c\n${"12.5,7,some words\n".repeat(110_000)}`;
    const files: FilesPort = { list: async () => [], open: async (path) => ({ path, text }) };
    const { content } = await run("return tables['t.csv'].reduce((sum, { b }) => sum + b, 0)", ["t.csv"], files);
    expect(content).toEqual([{ type: "json", value: { results: [{ type: "text", text: "770000" }] } }]);
  });

  it("checks results that the script made itself", async () => {
    const forge = async (results: JsonValue) => {
      const { content } = await runCode(FILES, async () => ({ results }), { code: "" }, context);
      return content;
    };
    const toContent = (results: JsonValue) => [{ type: "json", value: { results } }];
    const narrow = { type: "table", columns: ["a", "a"], rows: [[1]] };
    expect(await forge([narrow, { type: "script", text: "x" }, 7])).toEqual(toContent([]));
    expect(await forge([{ type: "file", name: "../../a<b\u0000.txt", text: 5 }])).toEqual(
      toContent([{ type: "file", name: "a b .txt", text: "5" }]),
    );
    expect(await forge([{ type: "table", columns: ["a", "a"], rows: [[{ b: 1 }, 2]], total: "x" }])).toEqual(
      toContent([{ type: "table", columns: ["a", "a 2"], rows: [['{"b":1}', 2]], total: 1 }]),
    );
    await expect(runCode(FILES, async () => "x", { code: "" }, context)).rejects.toThrow("no readable results");
  });
});
