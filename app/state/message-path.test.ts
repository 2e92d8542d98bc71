import { describe, expect, it } from "vitest";
import type { Message } from "../../worker/protocol/message.ts";
import { toBranchHead, toMessagePath } from "./message-path.ts";

function message(id: string, parentId: string | null, sequence: number): Message {
  return { role: "user", id, conversationId: "c", parentId, createdAt: 0, sequence, text: id };
}

/** root → a → a1; and root → b, which came later. */
const TREE = [message("root", null, 0), message("a", "root", 1), message("a1", "a", 2), message("b", "root", 3)];

const ids = (headId: string | null, messages = TREE) =>
  toMessagePath(messages, headId).map(({ message: { id } }) => id);

describe("the shown branch", () => {
  it("leads from the first message to the head", () => {
    expect(ids("a1")).toEqual(["root", "a", "a1"]);
    expect(ids("b")).toEqual(["root", "b"]);
  });

  it("goes on to the newest message below an inner head", () => {
    expect(ids("a")).toEqual(["root", "a", "a1"]);
  });

  it("is the newest message's when the head is unknown", () => {
    expect(ids(null)).toEqual(["root", "b"]);
    expect(ids("gone")).toEqual(["root", "b"]);
  });

  it("knows every message's other versions", () => {
    expect(toMessagePath(TREE, "a1").map(({ siblings }) => siblings)).toEqual([["root"], ["a", "b"], ["a1"]]);
  });

  it("finds the end of a branch that is picked", () => {
    expect(toBranchHead(TREE, "a")).toBe("a1");
    expect(toBranchHead(TREE, "b")).toBe("b");
  });

  it("comes to an end in damaged data that runs in a circle", () => {
    expect(ids("x", [message("x", "y", 0), message("y", "x", 1)]).length).toBeLessThanOrEqual(2);
  });

  it("is empty for a conversation without messages", () => {
    expect(ids(null, [])).toEqual([]);
  });

  it("looks at each message a few times, however many there are", () => {
    const countReads = (count: number): number => {
      let reads = 0;
      const long = Array.from({ length: count }, (_, at) => {
        const parentId = at === 0 ? null : `m${at - 1}`;
        return Object.defineProperty(message(`m${at}`, parentId, at), "parentId", {
          get: () => {
            reads += 1;
            return parentId;
          },
        });
      });
      expect(toMessagePath(long, `m${count - 1}`)).toHaveLength(count);
      return reads;
    };
    for (const count of [20, 20_000]) expect(countReads(count)).toBeLessThan(count * 6);
  });
});
