import { describe, expect, it } from "vitest";
import type { AssistantMessage, UserMessage } from "../protocol/message.ts";
import { planRemoval } from "./plan-removal.ts";

const facts = { conversationId: "c", createdAt: 1 };

function question(id: string, parentId: string | null, sequence: number): UserMessage {
  return { ...facts, role: "user", id, parentId, sequence, text: id };
}

function answer(id: string, parentId: string, sequence: number): AssistantMessage {
  return { ...facts, role: "assistant", id, parentId, sequence, runId: `run-${id}`, state: "complete", turns: [] };
}

describe("removing a question", () => {
  const messages = [
    question("q1", null, 0),
    answer("a1", "q1", 1),
    question("q2", "a1", 2),
    answer("a2", "q2", 3),
    answer("a2b", "q2", 4),
    question("q3", "a2", 5),
    answer("a3", "q3", 6),
  ];

  it("takes all its answers and their runs along, and what followed moves up", () => {
    expect(planRemoval(messages, "q2")).toEqual({
      remove: ["q2", "a2", "a2b"],
      runs: ["run-a2", "run-a2b"],
      change: [question("q3", "a1", 5)],
      parentId: "a1",
    });
    expect(planRemoval(messages, "q1")).toMatchObject({ change: [{ id: "q2", parentId: null }], parentId: null });
  });

  it("takes back summaries that were made of it, and leaves others", () => {
    const summary = { ...answer("s", "a3", 7), summary: { through: "a2", messages: 4 } };
    expect(planRemoval([...messages, summary], "q2")?.change).toContainEqual({
      ...summary,
      summary: { through: "a2", messages: 4, undone: true },
    });
    expect(planRemoval([...messages, summary], "q3")?.remove).toEqual(["q3", "a3", "s"]);
  });

  it("marks the answers that stay where they may repeat what was read from outside", () => {
    const attachments = [{ name: "a.txt", mediaType: "text/plain", text: "x" }];
    const [first, ...rest] = messages;
    const withFile = [{ ...first, attachments } as UserMessage, ...rest];
    const marked = planRemoval(withFile, "q1")?.change.filter((message) => message.foreign === true);
    expect(marked?.map(({ id }) => id)).toEqual(["a2", "a2b", "a3"]);
    expect(planRemoval(withFile, "q2")?.change).toEqual([question("q3", "a1", 5)]);
  });

  it("is refused for what is no question", () => {
    expect(planRemoval(messages, "a1")).toBeNull();
    expect(planRemoval(messages, "gone")).toBeNull();
  });
});
