import { expect, test } from "vitest";
import type { GenerateRequest, ModelClient } from "../../agent/ports/model-client.ts";
import { createModel } from "../../agent/run/run-agent.fixture.ts";
import { defined } from "../../protocol/defined.ts";
import { inPieces } from "./in-pieces.ts";

const NO_USAGE = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, prefillMs: 0, decodeMs: 0 };

function setUp(keepsBeginning: boolean, hasRead?: string) {
  const { info, countTokens, dispose } = createModel([]);
  const requests: GenerateRequest[] = [];
  const client: ModelClient = {
    info: keepsBeginning ? { ...info, keepsBeginning: true, ...defined({ hasRead }) } : info,
    countTokens,
    dispose,
    async *generate(request) {
      requests.push(request);
      const finishReason = request.signal.aborted ? "aborted" : "stop";
      yield { type: "end", finishReason, raw: "x", usage: NO_USAGE };
    },
  };
  let now = 0;
  const model = inPieces(client, () => {
    now += 1000;
    return now;
  });
  const ask = async (prompt: string, signal = new AbortController().signal) => {
    const events = [];
    for await (const event of model.generate({
      ...{ prompt, constraint: null, stop: [], maxTokens: 9, temperature: 0, signal },
    })) {
      events.push(event);
    }
    return events;
  };
  return { ask, requests };
}

const LONG = "All that is said here is said twice. ".repeat(30);

test("what the engine had read when it was loaded is not read in pieces", async () => {
  const { ask, requests } = setUp(true, LONG);
  await ask(`${LONG}One?`);
  expect(requests).toMatchObject([{ prompt: `${LONG}One?`, maxTokens: 9 }]);
});

test("a long prompt is read in growing pieces before it is answered, and what both have in common once", async () => {
  const { ask, requests } = setUp(true);
  expect(await ask(`${LONG}One?`)).toMatchObject([{ type: "end", finishReason: "stop" }]);
  expect(requests.length).toBeGreaterThan(3);
  expect(requests.slice(0, -1).every(({ maxTokens }) => maxTokens === 1)).toBe(true);
  expect(requests.at(-1)).toMatchObject({ prompt: `${LONG}One?`, maxTokens: 9 });
  const { length } = requests;
  await ask(`${LONG}Two?`);
  expect(requests).toHaveLength(length + 1);
});

test("one that is stopped reads no further piece, and its end says so", async () => {
  const { ask, requests } = setUp(true);
  const stopped = new AbortController();
  stopped.abort();
  expect(await ask(LONG, stopped.signal)).toMatchObject([{ finishReason: "aborted" }]);
  expect(requests).toHaveLength(1);
});

test("an engine that reads each prompt whole is asked at once", async () => {
  const { ask, requests } = setUp(false);
  await ask(LONG);
  expect(requests).toHaveLength(1);
});
