import { expect, it } from "vitest";
import type { AssistantMessage, AssistantTurn } from "../../../worker/protocol/message.ts";
import { isFromElsewhere } from "./is-from-elsewhere.ts";
import { listSources } from "./list-sources.ts";

const PASSAGE = "The rent is 940 euros a month, due on the third working day.";
const CALL = {
  call: { id: "1", name: "search_files", arguments: { query: "q" } },
  outcome: {
    type: "success",
    content: [{ type: "json", value: [{ source: "[1]", file: "lease.md", text: PASSAGE }] }],
  },
} as const;
const turn = (text: string, raw: string, calls: AssistantTurn["calls"] = []): AssistantTurn => ({
  ...{ text, raw, calls, reasoning: "", broken: [] },
});

function isElsewhere(...turns: readonly AssistantTurn[]): boolean {
  const head = { role: "assistant", id: "a", conversationId: "c", parentId: "q", createdAt: 0, sequence: 1 } as const;
  const message: AssistantMessage = { ...head, runId: "r", state: "complete", turns };
  return isFromElsewhere(message, listSources(message));
}

it("an answer that no passage of the app's own search says is from elsewhere, and claims no source", () => {
  const searched = turn("", "", [CALL]);
  expect(isElsewhere(searched, turn("Leonardo painted it.", "Leonardo painted it."))).toBe(true);
  expect(isElsewhere(searched, turn("The rent is 940 euros a month.", "The rent is 940 euros a month."))).toBe(false);
  // Quoted by the app.
  expect(isElsewhere(searched, turn("> The lease", ""))).toBe(false);
  // The model's own search: what it says of it is to be checked against the passages.
  expect(isElsewhere(turn("", "<tool_call>", [CALL]), turn("Leonardo.", "Leonardo."))).toBe(false);
  expect(isElsewhere(turn("Leonardo.", "Leonardo."))).toBe(false);
});
