import { expect, test, vi } from "vitest";
import { createModel } from "../agent/run/run-agent.fixture.ts";
import { ask, startTestHost } from "./agent-host.fixture.ts";

const HOUR = 3_600_000;

test("a clock that is set back between two questions changes no order, of conversations or of runs, after a restart too", async () => {
  const host = await startTestHost({ model: createModel(["One.", "Two."]) });
  const start = host.clock.wallNow();
  const first = await ask(host, "First");
  const wall = vi.spyOn(host.clock, "wallNow").mockReturnValue(start - 6 * HOUR);
  const second = await ask(host, "Second");
  expect((await host.api.listRuns()).map(({ id }) => id)).toEqual([second.runId, first.runId]);
  expect((await host.api.listConversations()).map(({ id }) => id)).toEqual([
    second.conversationId,
    first.conversationId,
  ]);

  const again = await startTestHost({ model: createModel(["Three."]), stores: host.stores, idsFrom: 1000 });
  vi.spyOn(again.clock, "wallNow").mockReturnValue(start - 7 * HOUR);
  const third = await ask(again, "Third");
  expect((await again.api.listConversations()).map(({ title }) => title)).toEqual(["Third", "Second", "First"]);
  expect((await again.api.listRuns())[0]?.id).toBe(third.runId);
  wall.mockRestore();
});
