import { describe, expect, it } from "vitest";
import type { ModelEvent } from "../../agent/ports/model-client.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import { NO_USAGE } from "./exclusive-generation.ts";
import { GenerationStream, type StreamEnd } from "./generation-stream.ts";

/** A request without a constraint. */
const toRequest = (signal = new AbortController().signal) => ({ signal, constraint: null });
const CONSTRAINT: OutputConstraint = { mode: "forced", gbnf: { grammar: "root ::=", triggers: [] }, structuralTag: {} };

async function readAll(
  events: AsyncGenerator<ModelEvent, StreamEnd, void>,
): Promise<{ readonly events: readonly ModelEvent[]; readonly end: StreamEnd }> {
  const seen: ModelEvent[] = [];
  for (;;) {
    const { done, value } = await events.next();
    if (done === true) return { events: seen, end: value };
    seen.push(value);
  }
}

describe("the steps of a generation", () => {
  it("are played in the order they were reported in, before the stream began and after", async () => {
    const steps = new GenerationStream(toRequest());
    steps.report({ type: "progress", done: 1, total: 2 });
    steps.report({ type: "text", text: "Hel" });
    const played = readAll(steps.play());
    await new Promise((resolve) => setTimeout(resolve));
    steps.report({ type: "text", text: "lo" });
    steps.report({ type: "done", finishReason: "length", usage: NO_USAGE });
    expect((await played).events).toEqual([
      { type: "prefill-progress", done: 1, total: 2 },
      { type: "text-delta", text: "Hel" },
      { type: "text-delta", text: "lo" },
      { type: "end", finishReason: "length", raw: "Hello", usage: NO_USAGE },
    ]);
  });

  it("end at once with the request's signal, and the engine hears of it", async () => {
    const request = new AbortController();
    const steps = new GenerationStream(toRequest(request.signal));
    const played = readAll(steps.play());
    steps.report({ type: "text", text: "half" });
    request.abort();
    steps.report({ type: "text", text: "too late" });
    expect((await played).events.at(-1)).toMatchObject({ type: "end", finishReason: "aborted", raw: "half" });
    expect(steps.signal.aborted).toBe(true);
  });

  it("tell what was read and written when they are stopped", async () => {
    let now = 100;
    const request = new AbortController();
    const steps = new GenerationStream(toRequest(request.signal), () => now);
    const played = readAll(steps.play());
    steps.report({ type: "progress", done: 12, total: 40 });
    steps.report({ type: "progress", done: 40, total: 40 });
    now = 600;
    for (const text of ["one", " two", " three"]) steps.report({ type: "text", text });
    now = 900;
    request.abort();
    const usage = { promptTokens: 40, cachedTokens: 0, completionTokens: 3, prefillMs: 500, decodeMs: 300 };
    expect((await played).events.at(-1)).toMatchObject({ type: "end", finishReason: "aborted", usage });
  });

  it("leave a constraint that was rejected before any text to the caller, and report every other fault", async () => {
    const fault = { type: "fault", failure: { code: "grammar-rejected" } } as const;
    const refused = new GenerationStream({ ...toRequest(), constraint: CONSTRAINT });
    refused.report(fault);
    expect(await readAll(refused.play())).toEqual({ events: [], end: "constraint-rejected" });
    expect(refused.failed).toBe(true);

    const late = new GenerationStream({ ...toRequest(), constraint: CONSTRAINT });
    late.report({ type: "text", text: "{" });
    late.report(fault);
    expect((await readAll(late.play())).events.at(-1)).toEqual({ ...fault, type: "failure", raw: "{" });
  });

  it("do not hear the request any more once they are closed, and the engine may stop", () => {
    const request = new AbortController();
    const steps = new GenerationStream(toRequest(request.signal));
    steps.close();
    expect(steps.signal.aborted).toBe(true);
  });
});
