import type { ThreadMessage } from "../../formats/format.ts";
import { toNoteLines } from "../../protocol/message.ts";
import { withoutRecalled } from "./recall-memories.ts";
import { toContentWords } from "./word-families.ts";

/** The tool whose call and result the recalled notes are written as. */
const SEARCH_TOOL = "memory_search";
/** What is told to be kept or forgotten is no question about what was kept. */
const QUESTION = /[?？؟]|^\s*¿/u;

/**
 * The thread for a model that was trained on bare questions and on tools' results: notes recalled for a question stand
 * as a search that has been made already, instead of following the question. Where the user asks nothing they are left
 * out. Depends on the thread alone, so that the prompts of a conversation share their beginning.
 */
export function toRecallAsSearch(thread: readonly ThreadMessage[]): readonly ThreadMessage[] {
  return thread.flatMap((message, index) => {
    if (message.role !== "user" || message.recalled === undefined) return [message];
    const { recalled, text, asked = text } = message;
    const question = { role: "user", text: withoutRecalled(text, recalled), asked } as const;
    if (!QUESTION.test(asked)) return [question];
    const callId = `recall-${index}`;
    const notes = toNoteLines(recalled).map((note) => ({ text: note }));
    const query = toContentWords(asked).join(" ");
    return [
      question,
      {
        role: "assistant",
        raw: "",
        text: "",
        calls: [{ call: { id: callId, name: SEARCH_TOOL, arguments: { query } } }],
      },
      { role: "tool", results: [{ callId, name: SEARCH_TOOL, text: JSON.stringify(notes) }] },
    ];
  });
}
