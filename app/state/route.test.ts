import { describe, expect, it } from "vitest";
import { type Place, type Route, toHash, toRoute } from "./route.ts";

const CHATS: readonly Extract<Route, { type: "new-chat" | "chat" }>[] = [
  { type: "new-chat", question: "" },
  { type: "new-chat", question: "1 + 1 = ? & more #" },
  { type: "chat", conversationId: "a/b c" },
];

const VIEWS: readonly (readonly [Place, Partial<Route>])[] = [
  [{ type: "memory" }, { name: "memory", rest: "" }],
  [
    { type: "memory", memoryId: "m/1" },
    { name: "memory", rest: "m/1" },
  ],
  [
    { type: "files", file: "Home/a b.md", find: "x & y" },
    { name: "files", rest: "Home/a b.md", find: "x & y" },
  ],
  [
    { type: "run", runId: "r%20" },
    { name: "runs", rest: "r%20" },
  ],
];

describe("addresses", () => {
  it.each(CHATS)("lead back to the chat they were made of: %o", (route) => {
    expect(toRoute(toHash(route))).toEqual(route);
  });

  it.each(VIEWS)("of %o name the view and what to show in it", (place, route) => {
    expect(toRoute(toHash(place))).toEqual({ type: "view", find: "", ...route });
  });

  it("take a question from the query before the hash", () => {
    expect(toRoute("", "?q=hello")).toEqual({ type: "new-chat", question: "hello" });
  });

  it("start a new chat where they name nothing known", () => {
    for (const hash of ["", "#", "#/nonsense", "#/chat/", "#/%E0%A4%A"]) {
      expect(toRoute(hash, "", (name) => name === "memory")).toEqual({ type: "new-chat", question: "" });
    }
  });
});
