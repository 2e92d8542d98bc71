import { describe, expect, it } from "vitest";
import type { WaitingQuestion, WaitingStep } from "../../worker/protocol/waiting.ts";
import { watchWaiting } from "./watch-waiting.ts";

const DAILY: WaitingQuestion = {
  id: "daily",
  text: "What is due?",
  when: { type: "daily", at: "10:00" },
  seenUntil: "2026-03-10T09:00",
};
const AT_START: WaitingQuestion = { ...DAILY, id: "start", when: { type: "start" } };
const FOLDER: WaitingQuestion = { ...DAILY, id: "folder", when: { type: "folder", workspaceId: "w", name: "Bills" } };

/** A page with these questions; the test moves its clock, its model and its runs. */
async function openPage(
  waiting: readonly WaitingQuestion[],
  options: { readonly isFirst?: boolean; readonly wall?: string } = {},
) {
  let wall = options.wall ?? "2026-03-10T09:30";
  let tick = () => {};
  let mark = "1";
  const asked: string[] = [];
  const listeners = new Set<(state: unknown) => void>();
  const state = {
    settings: { waiting },
    modelState: { type: "ready" },
    runs: {} as Record<string, { end?: { reason: string } }>,
    composers: {} as Record<string, { sending: unknown }>,
  };
  const app = {
    api: {
      async stepWaiting(step: WaitingStep) {
        if (step.type === "look") return { ok: true, value: { mark } };
        if (step.type !== "ask") throw new Error(step.type);
        asked.push(step.text);
        const runId = `run-${asked.length}`;
        state.runs[runId] = {};
        return { ok: true, value: { runId, conversationId: "chat" } };
      },
    },
    store: { getState: () => state, subscribe: (listen: (state: unknown) => void) => listeners.add(listen) },
    models: {
      async changeSettings(change: { waiting: readonly WaitingQuestion[] }) {
        state.settings = change;
        return true;
      },
    },
  } as unknown as Parameters<typeof watchWaiting>[0];
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  await watchWaiting(app, {
    readWall: () => wall,
    every: (_, callback) => {
      tick = callback;
    },
    becomeAsker: async () => options.isFirst ?? true,
  });
  const look = async () => {
    tick();
    await settle();
  };
  return {
    state,
    asked,
    look,
    kept: (id: string) => state.settings.waiting.find((each) => each.id === id),
    async moveTo(minute: string) {
      wall = minute;
      await look();
    },
    async end(reason: string) {
      for (const run of Object.values(state.runs)) run.end ??= { reason };
      for (const listen of listeners) listen(state);
      await settle();
    },
    changeFolder: () => {
      mark += "1";
    },
  };
}

describe("a question of each day", () => {
  it("is asked once at its time, and again the next day", async () => {
    const page = await openPage([DAILY]);
    await page.moveTo("2026-03-10T09:59");
    expect(page.asked).toEqual([]);
    await page.moveTo("2026-03-10T10:00");
    await page.end("answered");
    await page.moveTo("2026-03-10T10:01");
    await page.moveTo("2026-03-10T23:59");
    expect(page.asked).toEqual(["What is due?"]);
    expect(page.kept("daily")).toMatchObject({ missed: 0, conversationId: "chat", seenUntil: "2026-03-10T10:00" });
    await page.moveTo("2026-03-11T10:03");
    expect(page.asked).toHaveLength(2);
    expect(page.kept("daily")?.missed).toBe(0);
  });

  it("is asked once for all the times that were missed, and says how many", async () => {
    const page = await openPage([DAILY], { wall: "2026-03-13T11:00" });
    await page.end("answered");
    await page.look();
    expect(page.asked).toHaveLength(1);
    expect(page.kept("daily")?.missed).toBe(4);
  });

  it("is asked on time with the times before it said", async () => {
    const page = await openPage([DAILY], { wall: "2026-03-12T10:05" });
    expect(page.asked).toHaveLength(1);
    expect(page.kept("daily")?.missed).toBe(2);
  });

  it("is not asked where the clock was set back", async () => {
    const page = await openPage([{ ...DAILY, seenUntil: "2026-03-10T12:00" }], { wall: "2026-03-09T12:00" });
    expect(page.asked).toEqual([]);
  });
});

describe("a question of each start", () => {
  it("is asked once, not for a tab beside another one, and not when it was made since", async () => {
    const page = await openPage([AT_START]);
    await page.end("answered");
    await page.look();
    expect(page.asked).toHaveLength(1);
    expect((await openPage([AT_START], { isFirst: false })).asked).toEqual([]);
    const later = await openPage([]);
    later.state.settings = { waiting: [AT_START] };
    await later.look();
    expect(later.asked).toEqual([]);
  });

  it("waits for the model", async () => {
    const page = await openPage([]);
    page.state.modelState.type = "loading";
    page.state.settings = { waiting: [{ ...DAILY, seenUntil: "2026-03-09T09:00" }] };
    await page.look();
    expect(page.asked).toEqual([]);
    page.state.modelState.type = "ready";
    await page.look();
    expect(page.asked).toHaveLength(1);
  });
});

describe("a question of a folder", () => {
  it("is asked when something in it has changed, and not for how it was found", async () => {
    const page = await openPage([FOLDER]);
    await page.look();
    expect(page.asked).toEqual([]);
    page.changeFolder();
    await page.look();
    await page.end("answered");
    await page.look();
    expect(page.asked).toHaveLength(1);
  });
});

describe("beside the user", () => {
  it("asks one question at a time, and none while anything is answered or sent", async () => {
    const page = await openPage([AT_START, { ...AT_START, id: "second" }]);
    expect(page.asked).toHaveLength(1);
    await page.end("answered");
    page.state.composers = { new: { sending: {} } };
    await page.look();
    expect(page.asked).toHaveLength(1);
    page.state.composers = {};
    await page.look();
    expect(page.asked).toHaveLength(2);
  });

  it.each([
    ["asks again what gave way to the user's question", { new: { sending: {} } }, 2],
    ["does not ask again what the user stopped", {}, 1],
  ])("%s", async (_, composers, times) => {
    const page = await openPage([DAILY], { wall: "2026-03-10T10:00" });
    page.state.composers = composers;
    await page.end("cancelled");
    page.state.composers = {};
    await page.look();
    expect(page.asked).toHaveLength(times);
  });
});
