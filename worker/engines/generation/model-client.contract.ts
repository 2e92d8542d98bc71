import { describe, expect, test } from "vitest";
import type { GenerateRequest, ModelClient, ModelEvent } from "../../agent/ports/model-client.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";

/** What a kind of client needs to be put to the test. One client serves all tests, one after the other. */
export interface ModelClientFixture {
  /** The client under test; called once per test, may give the same client every time. */
  client(): Promise<ModelClient>;
  /** A prompt whose answer is at least eight tokens long. */
  readonly prompt: string;
  /** A prompt whose prefill takes well over a second, or as long as the kind of client allows. */
  readonly longPrompt: string;
  /** What may follow the answer to `prompt`, as a next turn. */
  readonly nextTurn: string;
  /** Two constraints to tell apart: the output must match `pattern` under them. Absent if the engine cannot constrain its output. */
  readonly constraints?: {
    readonly forced: { readonly constraint: OutputConstraint; readonly pattern: RegExp };
    readonly free: { readonly constraint: OutputConstraint; readonly prompt: string; readonly pattern: RegExp };
  };
  /** True where the engine does not tell how much of a prompt it held already. */
  readonly hidesCache?: boolean;
  /** A stop string that the answer to `prompt` holds somewhere after its first tokens, if one is known beforehand. */
  readonly stop?: string;
}

const ABORT_LIMIT_MS = 1000;

/** The promises of `ModelClient`, the same for every engine. */
export function testModelClient(name: string, fixture: ModelClientFixture): void {
  describe(`${name} as a model client`, () => {
    test("streams its text and ends exactly once, with the deltas making up the raw output", async () => {
      const client = await fixture.client();
      const events = await collect(client.generate(toRequest(fixture.prompt)));
      const ends = events.filter((event) => event.type === "end" || event.type === "failure");
      expect(ends).toHaveLength(1);
      const end = events.at(-1);
      if (end?.type !== "end") throw new Error(`it ended in ${JSON.stringify(end)}`);
      const deltas = events.filter((event) => event.type === "text-delta");
      expect(deltas.length).toBeGreaterThan(1);
      expect(deltas.map((event) => event.text).join("")).toBe(end.raw);
      expect(end.finishReason).not.toBe("aborted");
      expect(end.usage.promptTokens).toBeGreaterThan(0);
      expect(end.usage.completionTokens).toBeGreaterThan(0);
      expect(end.usage.prefillMs).toBeGreaterThanOrEqual(0);
    });

    test("ends with `length` at the token limit", async () => {
      const client = await fixture.client();
      const events = await collect(client.generate(toRequest(fixture.prompt, { maxTokens: 3 })));
      expect(events.at(-1)).toMatchObject({ type: "end", finishReason: "length", usage: { completionTokens: 3 } });
    });

    const cacheTest = fixture.hidesCache === true ? test.skip : test;
    cacheTest("computes only what is new when the prompt goes on from what it holds", async () => {
      const client = await fixture.client();
      const first = await finish(client.generate(toRequest(fixture.prompt)));
      const prompt = `${fixture.prompt}${first.raw}${fixture.nextTurn}`;
      const second = await finish(client.generate(toRequest(prompt, { maxTokens: 4 })));
      expect(second.usage.cachedTokens).toBeGreaterThan(first.usage.promptTokens + first.usage.cachedTokens);
    });

    test("gives the same output for the same prompt at temperature 0, with and without what it holds", async () => {
      const client = await fixture.client();
      const first = await finish(client.generate(toRequest(fixture.prompt)));
      const again = await finish(client.generate(toRequest(fixture.prompt)));
      expect(again.raw).toBe(first.raw);
    });

    test("stops within a second while it writes, keeps what was written, and is usable again", async () => {
      const client = await fixture.client();
      const cancel = new AbortController();
      let abortedAt = 0;
      let text = "";
      let end: ModelEvent | undefined;
      for await (const event of client.generate(toRequest(fixture.prompt, { signal: cancel.signal }))) {
        if (event.type === "text-delta") {
          text += event.text;
          if (abortedAt === 0) {
            abortedAt = performance.now();
            cancel.abort();
          }
        }
        end = event;
      }
      expect(performance.now() - abortedAt).toBeLessThan(ABORT_LIMIT_MS);
      expect(end).toMatchObject({ type: "end", finishReason: "aborted", raw: text });
      expect((await finish(client.generate(toRequest(fixture.prompt)))).raw).not.toBe("");
    });

    test("stops within a second while it reads the prompt, and is usable again", async () => {
      const client = await fixture.client();
      const cancel = new AbortController();
      let abortedAt = 0;
      setTimeout(() => {
        abortedAt = performance.now();
        cancel.abort();
      }, 100);
      const events = await collect(client.generate(toRequest(fixture.longPrompt, { signal: cancel.signal })));
      expect(abortedAt).toBeGreaterThan(0);
      expect(performance.now() - abortedAt).toBeLessThan(ABORT_LIMIT_MS);
      expect(events.at(-1)).toMatchObject({ type: "end", finishReason: "aborted", raw: "" });
      expect((await finish(client.generate(toRequest(fixture.prompt)))).raw).not.toBe("");
    });

    test("a signal that fired before the start ends it at once", async () => {
      const client = await fixture.client();
      const events = await collect(client.generate(toRequest(fixture.prompt, { signal: AbortSignal.abort() })));
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({ type: "end", finishReason: "aborted", raw: "" });
    });

    test("a consumer that walks away leaves it usable", async () => {
      const client = await fixture.client();
      for await (const event of client.generate(toRequest(fixture.prompt))) {
        if (event.type === "text-delta") break;
      }
      expect((await finish(client.generate(toRequest(fixture.prompt)))).raw).not.toBe("");
    });

    test("a prompt larger than the context is a failure that says so, and nothing breaks", async () => {
      const client = await fixture.client();
      const prompt = fixture.prompt + " word".repeat(client.info.contextTokens + 100);
      const events = await collect(client.generate(toRequest(prompt)));
      expect(events.at(-1)).toMatchObject({ type: "failure", failure: { code: "context-full" } });
      expect((await finish(client.generate(toRequest(fixture.prompt)))).raw).not.toBe("");
    });

    test.skipIf(fixture.stop === undefined)("a stop string ends the output and is not part of it", async () => {
      const client = await fixture.client();
      const stop = fixture.stop ?? "";
      const end = await finish(client.generate(toRequest(fixture.prompt, { stop: [stop] })));
      const whole = await finish(client.generate(toRequest(fixture.prompt)));
      expect(end.finishReason).toBe("stop");
      expect(end.raw).toBe(whole.raw.slice(0, whole.raw.indexOf(stop)));
    });

    test("a token count is a number that grows with the text, or null", async () => {
      const client = await fixture.client();
      const short = await client.countTokens("one");
      const long = await client.countTokens("one two three four five six seven");
      if (short === null || long === null) expect([short, long]).toEqual([null, null]);
      else expect(long).toBeGreaterThan(short);
    });

    const { constraints } = fixture;
    if (constraints !== undefined) {
      test("a forced constraint leaves nothing but a call", async () => {
        const client = await fixture.client();
        const request = toRequest(fixture.prompt, { constraint: constraints.forced.constraint, maxTokens: 96 });
        const end = await finish(client.generate(request));
        expect(end.notice).toBeUndefined();
        expect(end.finishReason).toBe("stop");
        expect(end.raw).toMatch(constraints.forced.pattern);
      });

      test("a free constraint leaves text alone and takes hold where a call begins", async () => {
        const client = await fixture.client();
        const request = { constraint: constraints.free.constraint, maxTokens: 96 };
        const end = await finish(client.generate(toRequest(constraints.free.prompt, request)));
        expect(end.notice).toBeUndefined();
        expect(end.raw).toMatch(constraints.free.pattern);
      });

      test("a constraint that cannot be read is reported, and the text comes all the same", async () => {
        const client = await fixture.client();
        const constraint: OutputConstraint = {
          mode: "forced",
          gbnf: { grammar: "root ::= (((", triggers: [] },
          structuralTag: { type: "no-such-tag" },
        };
        const end = await finish(client.generate(toRequest(fixture.prompt, { constraint })));
        expect(end.notice).toBeTypeOf("string");
        expect(end.raw).not.toBe("");
      });
    }
  });
}

/** A request with the values that the contract does not care about. */
export function toRequest(prompt: string, changes: Partial<GenerateRequest> = {}): GenerateRequest {
  return {
    prompt,
    constraint: null,
    stop: [],
    maxTokens: 24,
    temperature: 0,
    signal: new AbortController().signal,
    ...changes,
  };
}

export async function collect(stream: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** The end of a generation that is not meant to fail. */
export async function finish(stream: AsyncIterable<ModelEvent>): Promise<Extract<ModelEvent, { type: "end" }>> {
  const last = (await collect(stream)).at(-1);
  if (last?.type !== "end") throw new Error(`the generation ended in ${JSON.stringify(last)}`);
  return last;
}
