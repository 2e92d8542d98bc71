import { describe, expect, test } from "vitest";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import { type EngineGeneration, ExclusiveGeneration, NO_USAGE } from "./exclusive-generation.ts";
import { collect, toRequest } from "./model-client.contract.ts";

const CONSTRAINT: OutputConstraint = { mode: "forced", gbnf: { grammar: "root ::=", triggers: [] }, structuralTag: {} };

function toSteps(changes: Partial<EngineGeneration<string>> = {}): EngineGeneration<string> {
  return {
    prepare: async () => ({ ok: true, value: "engine" }),
    begin: (engine, { constraint }, { report }) => {
      if (constraint !== null) report({ type: "fault", failure: { code: "grammar-rejected" } });
      report({ type: "text", text: engine });
      report({ type: "done", finishReason: "stop", usage: NO_USAGE });
      return () => undefined;
    },
    ...changes,
  };
}

describe("the gate before an engine", () => {
  test("lets one generation in at a time, and the next one once the first was left", async () => {
    const gate = new ExclusiveGeneration();
    const first = gate.generate(toRequest("a"), toSteps());
    await first.next();
    expect(await collect(gate.generate(toRequest("b"), toSteps()))).toMatchObject([
      { type: "failure", failure: { code: "engine-busy" } },
    ]);
    expect(await gate.run(async () => 1)).toBeNull();
    await first.return();
    expect(await gate.run(async () => 1)).toBe(1);
    expect(await collect(gate.generate(toRequest("b"), toSteps()))).toHaveLength(2);
  });

  test("has a generation wait for short work, also for one that fails, and refuses no question for it", async () => {
    const gate = new ExclusiveGeneration();
    let finish: (value: number) => void = () => undefined;
    const counting = gate.run(() => new Promise<number>((resolve) => (finish = resolve)));
    const asked = collect(gate.generate(toRequest("a"), toSteps()));
    expect(await gate.run(async () => 2)).toBeNull();
    finish(1);
    expect(await counting).toBe(1);
    expect((await asked).at(-1)).toMatchObject({ type: "end", raw: "engine" });
    const failing = gate.run(() => Promise.reject(new Error("gone")));
    const next = collect(gate.generate(toRequest("b"), toSteps()));
    await expect(failing).rejects.toThrow("gone");
    expect((await next).at(-1)).toMatchObject({ type: "end", raw: "engine" });
  });

  test("ends at once when the signal has fired or fires while the engine gets ready, and asks nothing of it", async () => {
    const gate = new ExclusiveGeneration();
    const cancel = new AbortController();
    const waiting = toSteps({
      prepare: () => {
        setTimeout(() => cancel.abort(), 5);
        return new Promise(() => undefined);
      },
    });
    const ended = [{ type: "end", finishReason: "aborted", raw: "" }];
    expect(await collect(gate.generate(toRequest("a", { signal: AbortSignal.abort() }), waiting))).toMatchObject(ended);
    expect(await collect(gate.generate(toRequest("a", { signal: cancel.signal }), waiting))).toMatchObject(ended);
  });

  test("an engine that cannot get ready is a failure, and the gate is open again", async () => {
    const gate = new ExclusiveGeneration();
    const broken = toSteps({ prepare: async () => ({ ok: false, failure: { code: "device-lost" } }) });
    expect(await collect(gate.generate(toRequest("a"), broken))).toMatchObject([
      { type: "failure", failure: { code: "device-lost" } },
    ]);
    expect(await collect(gate.generate(toRequest("a"), toSteps()))).toHaveLength(2);
  });

  test("a rejected constraint is retried without it, and the end says so", async () => {
    const events = await collect(
      new ExclusiveGeneration().generate(toRequest("a", { constraint: CONSTRAINT }), toSteps()),
    );
    expect(events.at(-1)).toMatchObject({ type: "end", raw: "engine", notice: expect.stringContaining("not locked") });
  });
});
