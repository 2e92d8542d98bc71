import { describe, expect, test } from "vitest";
import { createModel, ofType, toyAgent, toyTool, writeCall } from "../agent/run/run-agent.fixture.ts";
import { ask, startTestHost, type TestHost } from "./agent-host.fixture.ts";

/** As many as a run may take. */
const TURNS = 8;

/** A host whose model calls a tool in each turn of a question but the last. */
function startHost(questions: number): Promise<TestHost> {
  const outputs = Array.from({ length: questions }, () => [
    ...Array.from({ length: TURNS - 1 }, (_, turn) => writeCall("look", { place: `pier ${turn}` })),
    "At eight.",
  ]);
  return startTestHost({
    agent: toyAgent([toyTool("look", () => "07:40")]),
    model: createModel(outputs.flat()),
  });
}

describe("what a model reads", () => {
  test("is only what is new, in every turn and in the next question, however much came before", async () => {
    const host = await startHost(2);
    const first = await ask(host, "When does the ferry leave?");
    const second = await ask(host, "And the next?", { conversationId: first.conversationId });
    const [begin, ...later] = ofType([...first.events, ...second.events], "prompt-sent");
    expect(begin?.appended).toBe(false);
    expect(later).toHaveLength(2 * TURNS - 1);
    expect(later.every(({ appended }) => appended)).toBe(true);
    // A result or a question, and the marks of its turn.
    const longest = Math.max(...later.map(({ prompt }) => prompt.length));
    expect(longest).toBeLessThan(140);
    const usage = ofType([...first.events, ...second.events], "turn-end").map((event) => event.usage);
    for (const [index, { promptTokens }] of usage.slice(1).entries()) {
      // A script's tokens are four characters each, rounded for the whole prompt.
      expect(Math.abs(promptTokens - (later[index]?.prompt.length ?? 0) / 4)).toBeLessThanOrEqual(1);
    }
  });

  test("is told of in as many events for the last turn as for the first", async () => {
    const host = await startHost(1);
    const { events } = await ask(host, "When does the ferry leave?");
    const ofTurn = (turn: number): number => events.filter((event) => "turn" in event && event.turn === turn).length;
    expect(ofTurn(TURNS - 1)).toBe(ofTurn(1));
  });
});
