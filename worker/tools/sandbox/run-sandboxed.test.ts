import { describe, expect, it } from "vitest";
import { runSandboxed } from "./run-sandboxed.ts";

const run = (source: string, input: unknown = null, timeoutMs = 1_000) =>
  runSandboxed({ source, input: JSON.stringify(input), timeoutMs }, () => performance.now());

const evaluate = async (source: string, input?: unknown): Promise<unknown> => {
  const answer = await run(source, input);
  return answer.ok ? JSON.parse(answer.output) : answer.message;
};

describe("the sandbox", () => {
  it("computes with its input and gives back JSON", async () => {
    expect(await evaluate("return input.words.map((word) => word.length)", { words: ["a", "bcd"] })).toEqual([1, 3]);
    expect(await evaluate("return { big: 2 ** 40, text: 'ü', none: undefined }")).toEqual({ big: 2 ** 40, text: "ü" });
    expect(await evaluate("input;")).toBe(null);
  });

  it("has the language and nothing of the platform", async () => {
    const names = await evaluate("return Object.getOwnPropertyNames(globalThis)");
    for (const name of [
      "fetch",
      "process",
      "require",
      "Worker",
      "indexedDB",
      "self",
      "window",
      "setTimeout",
      "console",
      "WebAssembly",
      "importScripts",
      "std",
      "os",
    ]) {
      expect(names).not.toContain(name);
    }
  });

  it.each([
    [
      "a constructor of a constructor",
      "return input.constructor.constructor('return typeof process + typeof fetch')()",
      "undefinedundefined",
    ],
    ["indirect eval", "return (0, eval)('typeof globalThis.process')", "undefined"],
    ["an import", "return import('node:fs').then === undefined ? 'no' : typeof import('node:fs')", "object"],
    ["the function's caller", "try { return String(arguments.callee.caller) } catch { return 'refused' }", "refused"],
  ])("gives no way to the host through %s", async (_title, source, expected) => {
    expect(await evaluate(source, {})).toBe(expected);
    expect(Object.hasOwn(globalThis, "escaped")).toBe(false);
  });

  it("hands no prototype of the host to what comes out", async () => {
    const answer = await run(`return JSON.parse('{"__proto__": {"polluted": true}}')`);
    expect(answer.ok).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("runs getters, Proxies and toJSON inside, where they see nothing", async () => {
    expect(await evaluate("return { toJSON() { return typeof globalThis.process } }")).toBe("undefined");
    const proxy = "new Proxy({ a: 1 }, { get: () => typeof globalThis.process })";
    expect(await evaluate(`return ${proxy}`)).toEqual({ a: "undefined" });
    expect(await evaluate(`return [${proxy}.a]`)).toEqual(["undefined"]);
  });

  it.each([
    ["a thrown error", "throw new TypeError('no such thing')", "The script failed: TypeError: no such thing"],
    ["a syntax error, with its line", "const a = 1;\nreturn (", "3: unexpected token"],
    ["a function as result", "return () => 1", "is not JSON"],
    ["a circle as result", "const a = {}; a.a = a; return a", "The script failed: TypeError"],
    ["a huge result", "return 'x'.repeat(300000)", "too large"],
  ])("says what is wrong with %s", async (_title, source, part) => {
    const answer = await run(source);
    expect(answer).toMatchObject({ ok: false, message: expect.stringContaining(part) });
  });

  it("interrupts an endless loop", async () => {
    const start = performance.now();
    expect(await run("while (true) {}", null, 200)).toEqual({
      ok: false,
      message: "The script ran longer than 200 ms.",
    });
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it("has no more than 64 MiB of memory", async () => {
    const source = "const parts = []; while (true) parts.push(new Uint8Array(1 << 20).fill(1)); ";
    const answer = await run(source, null, 5_000).catch(() => ({ ok: false, message: "out of memory" }));
    expect(answer.ok).toBe(false);
  });

  it("starts afresh each time", async () => {
    await run("globalThis.left = 1; Object.prototype.left = 1; return 1");
    expect(await evaluate("return typeof left")).toBe("undefined");
  });
});
