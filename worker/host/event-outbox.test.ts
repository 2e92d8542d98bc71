import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../protocol/api/agent-event.ts";
import type { RunEvent } from "../protocol/run-event.ts";
import { createEventOutbox } from "./event-outbox.ts";

function toRunEvent(event: RunEvent, runId = "run-1"): AgentEvent {
  return { type: "run", runId, conversationId: "c", messageId: "m", event };
}

const delta = (text: string, turn = 1): RunEvent => ({ type: "text-delta", at: 0, turn, text });

/** An outbox whose time passes when the test says so. */
function createTestOutbox() {
  const batches: (readonly AgentEvent[])[] = [];
  let release: () => void = () => undefined;
  let waits = 0;
  const outbox = createEventOutbox(() => {
    waits += 1;
    return new Promise((resolve) => {
      release = resolve;
    });
  });
  outbox.subscribe((batch) => batches.push(batch));
  const tick = async (): Promise<void> => {
    release();
    await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { outbox, batches, tick, waits: () => waits };
}

describe("the outbox", () => {
  it("delivers what comes within a moment together, in order", async () => {
    const { outbox, batches, tick, waits } = createTestOutbox();
    outbox.push({ type: "memories-changed" });
    outbox.push(toRunEvent({ type: "turn-start", at: 0, turn: 1 }));
    expect(batches).toEqual([]);
    await tick();
    expect(batches.map((batch) => batch.map(({ type }) => type))).toEqual([["memories-changed", "run"]]);
    expect(waits()).toBe(1);
  });

  it("joins neighbouring deltas of one turn, and no others", async () => {
    const { outbox, batches, tick } = createTestOutbox();
    for (const event of [delta("a"), delta("b"), delta("c", 2)]) outbox.push(toRunEvent(event));
    outbox.push(toRunEvent(delta("d", 2), "run-2"));
    outbox.push(toRunEvent({ type: "reasoning-delta", at: 0, turn: 2, text: "x" }, "run-2"));
    outbox.push(toRunEvent({ type: "reasoning-delta", at: 0, turn: 2, text: "y" }, "run-2"));
    await tick();
    const texts = batches[0]?.map((event) => (event.type === "run" && "text" in event.event ? event.event.text : ""));
    expect(texts).toEqual(["ab", "c", "d", "xy"]);
  });

  it("keeps the newest of several progress marks", async () => {
    const { outbox, batches, tick } = createTestOutbox();
    for (const done of [1, 2, 3]) {
      outbox.push(toRunEvent({ type: "prefill-progress", at: 0, turn: 1, done, total: 3 }));
    }
    await tick();
    expect(batches[0]).toMatchObject([{ event: { done: 3 } }]);
  });

  it("goes on when the page's handler throws or is gone", async () => {
    const { outbox, batches, tick } = createTestOutbox();
    outbox.subscribe(() => {
      throw new Error("the page is gone");
    });
    outbox.push({ type: "memories-changed" });
    await tick();
    outbox.subscribe((batch) => batches.push(batch));
    outbox.push({ type: "memories-changed" });
    await tick();
    expect(batches).toHaveLength(1);
  });
});
