import { describe, expect, it } from "vitest";
import { createRunRegistry, type RunHandle } from "./run-registry.ts";

/** A run that ends when it is stopped, or when the test says so. */
function createRun(): RunHandle & { end(): void; readonly wasStopped: () => boolean } {
  let end: () => void = () => undefined;
  let stopped = false;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    done,
    end: () => end(),
    wasStopped: () => stopped,
    decide: () => undefined,
    stop: () => {
      stopped = true;
      end();
    },
  };
}

describe("the runs under way", () => {
  it("refuse a second one while the first has the model", async () => {
    const runs = createRunRegistry();
    const run = createRun();
    runs.add("r", "c", run);
    expect(await runs.begin(async () => ({ ok: true, value: 1 }))).toEqual({
      ok: false,
      failure: { code: "engine-busy" },
    });
    run.end();
    await run.done;
    expect(await runs.begin(async () => ({ ok: true, value: 1 }))).toEqual({ ok: true, value: 1 });
  });

  it("refuse a second one while the first is just beginning", async () => {
    const runs = createRunRegistry();
    const first = runs.begin(async () => ({ ok: true, value: 1 }));
    expect(await runs.begin(async () => ({ ok: true, value: 2 }))).toMatchObject({ ok: false });
    expect(await first).toEqual({ ok: true, value: 1 });
  });

  it("let the next begin once the one before is ending, and not before that is stored", async () => {
    const runs = createRunRegistry();
    const run = createRun();
    runs.add("r", "c", run);
    runs.markEnding("r");
    const order: string[] = [];
    const next = runs.begin(async () => {
      order.push("next");
      return { ok: true, value: null };
    });
    order.push("stored");
    run.end();
    await next;
    expect(order).toEqual(["stored", "next"]);
  });

  it("are free again after what began one has failed", async () => {
    const runs = createRunRegistry();
    const failed = await runs.begin(async () => {
      throw new Error("no library");
    });
    expect(failed).toEqual({ ok: false, failure: { code: "internal", detail: "no library" } });
    expect(runs.refuseIfBusy()).toBeNull();
  });

  it("stop by conversation, and all", async () => {
    const runs = createRunRegistry();
    const [one, two] = [createRun(), createRun()];
    runs.add("1", "a", one);
    runs.add("2", "b", two);
    await runs.stopAll("a");
    expect([one.wasStopped(), two.wasStopped()]).toEqual([true, false]);
    await runs.stopAll();
    expect(two.wasStopped()).toBe(true);
    expect(runs.has("2")).toBe(false);
  });
});
