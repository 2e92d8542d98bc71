import { describe, expect, it } from "vitest";
import type { AssistantTurn, Message } from "../../../worker/protocol/message.ts";
import { findPrivate, listPrivateTexts } from "./find-private.ts";

const BASE = { conversationId: "c", createdAt: 0, sequence: 0 };
const MESSAGES: readonly Message[] = [
  {
    ...BASE,
    role: "user",
    id: "q",
    parentId: null,
    text: "Look at this",
    attachments: [{ name: "lease.txt", mediaType: "text/plain", text: "The rent is 940 euros, due on the third." }],
  },
];
const TURN: AssistantTurn = {
  raw: "",
  text: "",
  reasoning: "",
  broken: [],
  calls: [
    {
      call: { id: "1", name: "memory_search", arguments: {} },
      outcome: {
        type: "success",
        memoryIds: ["m"],
        content: [{ type: "json", value: { text: "The door code is 4711" } }],
      },
    },
  ],
};
const TEXTS = listPrivateTexts(MESSAGES, [TURN]);

const find = (value: Parameters<typeof findPrivate>[0]) =>
  findPrivate(value, TEXTS).map(({ type, name }) => `${type} ${name}`);

describe("private data in a call", () => {
  it("is found by the file or the notes it is from", () => {
    expect(find({ body: "FYI: the RENT is  940 euros" })).toEqual(["file lease.txt"]);
    expect(find({ to: ["x", { note: "door code is 4711!" }] })).toEqual(["note "]);
  });

  it("is found in encoded values, in an address and in names", () => {
    expect(find({ data: btoa("The door code is 4711") })).toEqual(["note "]);
    expect(find({ url: "https://x.example/?q=The%20rent%20is%20940%20euros" })).toEqual(["file lease.txt"]);
    expect(find({ "the rent is 940 euros": 1 })).toEqual(["file lease.txt"]);
  });

  it("is not seen in what only shares a word", () => {
    expect(find({ text: "The rent in Vienna", place: "door" })).toEqual([]);
    expect(findPrivate({ text: "x" }, [{ type: "note", name: "", text: "x" }])).toEqual([]);
  });
});
