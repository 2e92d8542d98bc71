import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../worker/protocol/api/agent-event.ts";
import type { Conversation, Message } from "../../worker/protocol/message.ts";
import { DEFAULT_SETTINGS } from "../../worker/protocol/settings.ts";
import { MAX_ENDED_RUNS } from "./live-run.ts";
import { reduceEvent } from "./reduce-event.ts";
import { EMPTY_VIEW, type View } from "./view.ts";

function fold(events: readonly AgentEvent[], from: View = EMPTY_VIEW): View {
  return events.reduce(reduceEvent, from);
}

function conversation(id: string, updatedAt: number): Conversation {
  return { id, title: id, createdAt: 0, updatedAt, headId: null };
}

function question(id: string, sequence: number, text = id): Message {
  return { role: "user", id, conversationId: "c", parentId: null, createdAt: 0, sequence, text };
}

type RunOfAgent = Extract<AgentEvent, { type: "run" }>;

const runEvent = (event: RunOfAgent["event"]): RunOfAgent => ({
  type: "run",
  runId: "r",
  conversationId: "c",
  messageId: "m",
  event,
});

describe("the fold over the agent's events", () => {
  it("keeps conversations in the order of their newest change, each once", () => {
    const view = fold([
      { type: "conversation-changed", conversation: conversation("old", 1) },
      { type: "conversation-changed", conversation: conversation("new", 2) },
      { type: "conversation-changed", conversation: { ...conversation("old", 3), title: "renamed" } },
    ]);
    expect(view.conversations.map((each) => each.title)).toEqual(["renamed", "new"]);
  });

  it("forgets a deleted conversation together with its messages", () => {
    const view = fold([
      { type: "conversation-changed", conversation: conversation("c", 1) },
      { type: "message-stored", message: question("a", 0) },
      { type: "conversation-deleted", conversationId: "c" },
    ]);
    expect(view.conversations).toEqual([]);
    expect(view.messages).toEqual({});
  });

  it("orders messages by sequence and replaces one that is stored again", () => {
    const view = fold([
      { type: "message-stored", message: question("second", 1) },
      { type: "message-stored", message: question("first", 0) },
      { type: "message-stored", message: question("second", 1, "changed") },
    ]);
    expect(view.messages.c?.map((each) => (each.role === "user" ? each.text : ""))).toEqual(["first", "changed"]);
  });

  it("drops messages that a conversation no longer has", () => {
    const view = fold([
      { type: "message-stored", message: question("first", 0) },
      { type: "message-stored", message: question("second", 1) },
      { type: "messages-listed", conversationId: "c", messageIds: ["second"] },
    ]);
    expect(view.messages.c?.map(({ id }) => id)).toEqual(["second"]);
  });

  it("follows a run of which it missed the start", () => {
    const view = fold([
      runEvent({ type: "turn-start", at: 0, turn: 1 }),
      runEvent({ type: "text-delta", at: 1, turn: 1, text: "Hel" }),
      runEvent({ type: "text-delta", at: 2, turn: 1, text: "lo" }),
    ]);
    expect(view.runs.r?.answer.turns[0]?.text).toBe("Hello");
    expect(view.runs.r?.end).toBeUndefined();
  });

  it("keeps a bounded number of ended runs, the newest, and every run that has not ended", () => {
    const ids = Array.from({ length: MAX_ENDED_RUNS + 5 }, (_, index) => `r${index}`);
    const start = (runId: string): AgentEvent => ({
      ...runEvent({ type: "turn-start", at: 0, turn: 1 }),
      runId,
    });
    const end = (runId: string): AgentEvent => ({
      ...runEvent({ type: "run-end", at: 1, reason: "answered", text: "" }),
      runId,
    });
    const view = fold([start("open"), ...ids.flatMap((id) => [start(id), end(id)])]);
    expect(Object.keys(view.runs)).toEqual(["open", ...ids.slice(-MAX_ENDED_RUNS)]);
  });

  it("takes over the model's state, the settings and a failure", () => {
    const settings = { ...DEFAULT_SETTINGS, theme: "dark" as const };
    const view = fold([
      { type: "model", state: { type: "failed", modelId: "x", failure: { code: "out-of-memory" } } },
      { type: "settings-changed", settings },
      { type: "failure", failure: { code: "storage-full" } },
    ]);
    expect(view.modelState.type).toBe("failed");
    expect(view.settings.theme).toBe("dark");
    expect(view.failure?.code).toBe("storage-full");
  });

  it("keeps a change of the settings that is still being stored", () => {
    const view = fold([{ type: "settings-changed", settings: { ...DEFAULT_SETTINGS, sendKey: "mod-enter" } }], {
      ...EMPTY_VIEW,
      unsavedSettings: [{ theme: "light" }, { theme: "dark" }],
    });
    expect(view.settings).toEqual({ ...DEFAULT_SETTINGS, sendKey: "mod-enter", theme: "dark" });
  });

  it("counts changes of the memories, so that the list is read again", () => {
    expect(fold([{ type: "memories-changed" }, { type: "memories-changed" }]).memoryRevision).toBe(2);
  });

  it("leaves the view passed in as it was", () => {
    const before = fold([{ type: "conversation-changed", conversation: conversation("c", 1) }]);
    const copy = structuredClone(before);
    fold([{ type: "conversation-deleted", conversationId: "c" }], before);
    expect(before).toEqual(copy);
  });
});
