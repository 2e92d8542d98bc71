import { describe, expect, it } from "vitest";
import { createBrowserScriptRunner } from "./browser-script-runner.ts";

const run = createBrowserScriptRunner();
const signal = () => new AbortController().signal;

/** The longest time between two frames, in milliseconds, while something goes on. */
async function measureLongestFrame(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let going = true;
  const frame = (at: number): void => {
    longest = Math.max(longest, at - last);
    last = at;
    if (going) requestAnimationFrame(frame);
  };
  requestAnimationFrame((at) => {
    last = at;
    requestAnimationFrame(frame);
  });
  await work();
  going = false;
  return longest;
}

describe("a script in its thread", () => {
  it("computes", async () => {
    expect(await run("return input.a * 2", { a: 21 }, { timeoutMs: 5_000, signal: signal() })).toBe(42);
  });

  it("has no network, storage or page", async () => {
    const source = "return [typeof fetch, typeof WebSocket, typeof indexedDB, typeof postMessage, typeof Worker]";
    expect(await run(source, {}, { timeoutMs: 5_000, signal: signal() })).toEqual(Array(5).fill("undefined"));
  });

  it.each([
    ["loops for ever", "while (true) {}"],
    ["busies the engine where it cannot interrupt itself", "return new Array(1e8).join('x').length"],
    ["eats memory", "const all = []; while (true) all.push(new Uint8Array(1 << 20))"],
    ["recurses for ever", "const f = () => f() + 1; return f()"],
  ])("that %s is ended while the page stays smooth, and the next one works", async (_title, source) => {
    const longest = await measureLongestFrame(() =>
      expect(run(source, {}, { timeoutMs: 300, signal: signal() })).rejects.toThrow("The script"),
    );
    expect(longest).toBeLessThan(100);
    expect(await run("return 1", {}, { timeoutMs: 5_000, signal: signal() })).toBe(1);
  });
});
