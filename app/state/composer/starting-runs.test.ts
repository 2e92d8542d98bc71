import { expect, test } from "vitest";
import type { StateAccess } from "../app-state.ts";
import { type LiveRun, MAX_ENDED_RUNS } from "../live-run.ts";
import { createStartingRuns } from "./starting-runs.ts";

test("runs that are known by their receipt take the oldest ended one's place as well", async () => {
  let runs: Readonly<Record<string, LiveRun>> = {};
  const state = {
    get: () => ({ runs }),
    set: (change: (now: { runs: typeof runs }) => { runs?: typeof runs }) => {
      runs = change({ runs }).runs ?? runs;
    },
  } as unknown as StateAccess;
  const starting = createStartingRuns({ stop: async () => undefined }, state);
  for (let run = 0; run < MAX_ENDED_RUNS + 5; run += 1) {
    const receipt = { conversationId: "c", userMessageId: "u", assistantMessageId: "m", runId: `r${run}` };
    await starting.begin("c", Promise.resolve({ ok: true, value: receipt }));
    const begun = runs[`r${run}`];
    if (begun === undefined) throw new Error("the run is not known");
    runs = { ...runs, [begun.runId]: { ...begun, end: { reason: "answered" } } };
  }
  expect(Object.keys(runs)).toEqual(Array.from({ length: MAX_ENDED_RUNS }, (_, index) => `r${index + 5}`));
});
