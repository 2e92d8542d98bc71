import { describe, expect, it } from "vitest";
import { type Message, toBranch } from "./message.ts";

function toUser(id: string, parentId: string | null): Message {
  return { role: "user", id, conversationId: "c", parentId, createdAt: 0, sequence: 0, text: id };
}

describe("a branch", () => {
  const tree = [toUser("1", null), toUser("2", "1"), toUser("3", "1"), toUser("4", "3")];

  it("is the way from the first message to its head", () => {
    expect(toBranch(tree, "4").map(({ id }) => id)).toEqual(["1", "3", "4"]);
    expect(toBranch(tree, "2").map(({ id }) => id)).toEqual(["1", "2"]);
    expect(toBranch(tree, null)).toEqual([]);
  });

  it("ends where a message is missing, and never goes round", () => {
    expect(toBranch([toUser("b", "gone")], "b").map(({ id }) => id)).toEqual(["b"]);
    expect(toBranch([toUser("x", "y"), toUser("y", "x")], "x")).toHaveLength(2);
  });
});
