import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ModelClient } from "../agent/ports/model-client.ts";
import { ofType, toEnd, toOutcomes, toyAgent, toyTool, writeCall } from "../agent/run/run-agent.fixture.ts";
import { loadClient, planTiny } from "../engines/webllm/webllm.fixture.ts";
import type { WebllmClient } from "../engines/webllm/webllm.ts";
import { toGbnfLiteral } from "../formats/grammar/json-schema-to-gbnf.ts";
import type { OutputConstraint } from "../formats/output-constraint.ts";
import { platformClock } from "../platform/clock.ts";
import { ask, startTestHost } from "./agent-host.fixture.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const ADD = toyTool("add", () => "4");
const FIND = toyTool("find", () => {
  throw new Error("no such city");
});
const KEEP = toyTool("keep", () => "kept", { effect: "writes", asks: true });
const LEFT = toyTool("left", () => "1");
const RIGHT = toyTool("right", () => "2");

let client: WebllmClient;

beforeAll(async () => {
  client = await loadClient(await planTiny("tiny-run", 4096));
});

afterAll(() => client.dispose());

test("a run of five tools, with an error, an approval, two calls at once and a next question, reads its new words alone", async () => {
  const model = dictate(client, [
    writeCall("add", { a: 2 }),
    writeCall("find", { city: "Atlantis" }),
    writeCall("keep", { text: "$& and $$" }),
    `${writeCall("left")}\n${writeCall("right")}`,
    "All done.",
    writeCall("add", { a: 3 }),
    "It is 4 again.",
  ]);
  const host = await startTestHost({
    model,
    agent: toyAgent([ADD, FIND, KEEP, LEFT, RIGHT]),
    clock: { ...platformClock, advance: () => undefined },
  });
  void host
    .waitFor((event) => event.type === "run" && event.event.type === "approval-requested")
    .then((asked) => {
      if (asked.type !== "run" || asked.event.type !== "approval-requested") return;
      void host.api.decideApproval(asked.runId, asked.event.request.call.id, { type: "allow-once" });
    });
  const first = await ask(host, "What is $& and $$?");
  expect(toOutcomes(first.events).map(({ type }) => type)).toEqual([
    "success",
    "failed",
    "success",
    "success",
    "success",
  ]);
  expect(toEnd(first.events)).toMatchObject({ reason: "answered", text: "All done." });
  const second = await ask(host, "And once more?", { conversationId: first.conversationId });
  expect(toEnd(second.events)).toMatchObject({ reason: "answered", text: "It is 4 again." });

  const events = [...first.events, ...second.events];
  const sent = ofType(events, "prompt-sent");
  const ends = ofType(events, "turn-end");
  expect(sent.map(({ appended }) => appended)).toEqual([false, true, true, true, true, true, true]);
  let held = 0;
  for (const [index, { usage, raw }] of ends.entries()) {
    const newTokens = await client.countTokens(sent[index]?.prompt ?? "");
    expect({ index, raw, ...usage }).toMatchObject({ promptTokens: newTokens, cachedTokens: held });
    // The token that ends an output is not kept.
    held += usage.promptTokens + usage.completionTokens - 1;
  }
});

/** Has the model itself write these outputs, token by token: each is the only one that its constraint allows. */
function dictate(client: ModelClient, outputs: readonly string[]): ModelClient {
  const left = [...outputs];
  return {
    info: client.info,
    generate: (request) => client.generate({ ...request, constraint: toWords(left.shift() ?? "") }),
    countTokens: (text) => client.countTokens(text),
    dispose: async () => undefined,
  };
}

function toWords(text: string): OutputConstraint {
  const grammar = `root ::= ${toGbnfLiteral(text)}\n`;
  return {
    mode: "forced",
    gbnf: { grammar, triggers: [] },
    structuralTag: { type: "structural_tag", format: { type: "grammar", grammar } },
  };
}
