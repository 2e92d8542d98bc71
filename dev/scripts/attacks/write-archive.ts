/** A conversation as a file that somebody else made. */
export function writeArchive(parts: {
  readonly question?: string;
  readonly answer?: string;
  readonly note?: string;
}): string {
  const base = { conversationId: "theirs", createdAt: 1 };
  const answer = {
    ...base,
    role: "assistant",
    id: "a",
    parentId: "q",
    sequence: 1,
    runId: "r",
    state: "complete",
    turns: [{ raw: parts.answer ?? "", text: parts.answer ?? "", reasoning: "", calls: [], broken: [] }],
  };
  const question = { ...base, role: "user", id: "q", parentId: null, sequence: 0, text: parts.question ?? "Hello" };
  const note = {
    id: "n",
    namespace: "notes",
    text: parts.note,
    tags: [],
    source: { type: "user" },
    createdAt: 1,
    updatedAt: 1,
  };
  return JSON.stringify({
    format: "alcove-export",
    version: 1,
    settings: null,
    conversations: [{ id: "theirs", title: "Theirs", createdAt: 1, updatedAt: 1, headId: "a" }],
    messages: [question, answer],
    runs: [],
    memories: parts.note === undefined ? [] : [note],
  });
}
