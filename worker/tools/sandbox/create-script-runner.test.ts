import { describe, expect, it, vi } from "vitest";
import { createScriptRunner } from "./create-script-runner.ts";
import type { JobThread } from "./run-in-thread.ts";
import type { SandboxJob } from "./run-sandboxed.ts";

/** A thread that answers, or does not, as the test says. */
function createThread(answer?: unknown) {
  const listeners: ((event: { readonly data: unknown }) => void)[] = [];
  const thread: JobThread<SandboxJob> & { terminated: number; jobs: unknown[] } = {
    terminated: 0,
    jobs: [],
    postMessage(job) {
      thread.jobs.push(job);
      if (answer === undefined) return;
      queueMicrotask(() => {
        for (const listener of listeners) listener({ data: answer });
      });
    },
    addEventListener(type: string, listener: (event: { readonly data: unknown }) => void) {
      if (type === "message") listeners.push(listener);
    },
    terminate() {
      thread.terminated += 1;
    },
  };
  return thread;
}

const signal = () => new AbortController().signal;

describe("running a script in a thread of its own", () => {
  it("sends text in, reads JSON out, and ends the thread", async () => {
    const thread = createThread({ ok: true, output: '{"sum":3}' });
    const run = createScriptRunner(() => thread);
    expect(await run("return 3", { a: 1 }, { timeoutMs: 500, signal: signal() })).toEqual({ sum: 3 });
    expect(thread.jobs).toEqual([{ source: "return 3", input: '{"a":1}', timeoutMs: 500 }]);
    expect(thread.terminated).toBe(1);
  });

  it.each([
    [{ ok: false, message: "The script failed: Error: x" }, "The script failed: Error: x"],
    [{ ok: true, output: "not json" }, "not JSON"],
    [{ ok: true, output: `${"[".repeat(200)}${"]".repeat(200)}` }, "nested deeper"],
    [{ ok: true, output: '{"__proto__":{}}' }, "__proto__"],
    [{ ok: "yes" }, "no readable answer"],
    ["hello", "no readable answer"],
    [null, "no readable answer"],
  ])("reads the answer %j like anything foreign", async (answer, part) => {
    const thread = createThread(answer);
    const run = createScriptRunner(() => thread);
    await expect(run("", {}, { timeoutMs: 500, signal: signal() })).rejects.toThrow(part);
    expect(thread.terminated).toBe(1);
  });

  it("kills a thread that is late", async () => {
    vi.useFakeTimers();
    try {
      const thread = createThread();
      const run = createScriptRunner(() => thread);
      const result = expect(run("", {}, { timeoutMs: 99_000, signal: signal() })).rejects.toThrow(
        "longer than 10000 ms",
      );
      await vi.advanceTimersByTimeAsync(13_000);
      await result;
      expect(thread.terminated).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it("kills the thread when the run is stopped, and starts none when it was stopped before", async () => {
    const controller = new AbortController();
    const thread = createThread();
    let started = 0;
    const run = createScriptRunner(() => {
      started += 1;
      return thread;
    });
    const result = run("", {}, { timeoutMs: 500, signal: controller.signal });
    controller.abort();
    await expect(result).rejects.toThrow("stopped");
    expect(thread.terminated).toBe(1);
    await expect(run("", {}, { timeoutMs: 500, signal: controller.signal })).rejects.toThrow("stopped");
    expect(started).toBe(1);
  });
});
