import { describe, expect, it } from "vitest";
import { type Route, toHash, toRoute } from "./route.ts";

const ROUTES: readonly Route[] = [
  { type: "new-chat", question: "" },
  { type: "new-chat", question: "1 + 1 = ? & more #" },
  { type: "chat", conversationId: "a/b c" },
  { type: "memory" },
  { type: "memory", memoryId: "m/1" },
  { type: "tasks" },
  { type: "models" },
  { type: "gym" },
  { type: "tools" },
  { type: "runs" },
  { type: "run", runId: "r%20" },
  { type: "settings", section: "answers" },
];

describe("addresses", () => {
  it.each(ROUTES)("lead back to the route they were made of: %o", (route) => {
    expect(toRoute(toHash(route))).toEqual(route);
  });

  it("take a question from the query before the hash", () => {
    expect(toRoute("", "?q=hello")).toEqual({ type: "new-chat", question: "hello" });
  });

  it("start a new chat where they name nothing known", () => {
    for (const hash of ["", "#", "#/nonsense", "#/chat/", "#/%E0%A4%A"]) {
      expect(toRoute(hash)).toEqual({ type: "new-chat", question: "" });
    }
  });

  it("name the first section of the settings where theirs is unknown", () => {
    expect(toRoute("#/settings/constructor")).toEqual({ type: "settings", section: "appearance" });
  });
});
