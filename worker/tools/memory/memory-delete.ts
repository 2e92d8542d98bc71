import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { OutsideError, toToolOutput } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import type { CallId, MemoryId } from "../../protocol/ids.ts";
import type { MemoryHit, MemoryRecord } from "../../protocol/memory.ts";
import { cutText } from "../../protocol/shorten.ts";
import { readCover } from "../../search/cover.ts";
import { toContentWords } from "../../search/families.ts";
import examples from "./examples.json" with { type: "json" };
import { toMemoryFacts } from "./read-notes.ts";

/** Calls that may wait for the user's word at the same time. */
const MAX_SHOWN = 64;

export function createMemoryDelete(memory: MemoryPort) {
  /** The note that the user was shown for a call: no other is deleted by it, even if the words fit another by then. */
  const shown = new Map<CallId, { readonly note: string; readonly id: MemoryId }>();
  const keepShown = (callId: CallId, asked: { readonly note: string; readonly id: MemoryId }): void => {
    shown.set(callId, asked);
    const [oldest] = shown.keys();
    if (shown.size > MAX_SHOWN && oldest !== undefined) shown.delete(oldest);
  };
  return defineTool({
    name: "memory_delete",
    description:
      "Deletes one saved note, once the user has agreed. Use it when the user asks to forget something or no longer to " +
      "keep it.",
    when: "forget something, no longer keep it",
    seldom: true,
    effect: "writes",
    asks: true,
    input: z.object({ note: z.string().check(z.describe("Its id, or words of it")) }),
    examples: examples.memory_delete,
    preview: async ({ note }, { callId }) => {
      const found = await findNote(memory, note).catch(() => null);
      if (found !== null) keepShown(callId, { note, id: found.id });
      return { title: "Delete a note", deletes: { notes: 1 }, before: found?.text ?? null, after: null };
    },
    run: async ({ note }, context) => {
      const asked = shown.get(context.callId);
      shown.delete(context.callId);
      const { id } = asked?.note === note ? asked : await findNote(memory, note);
      const deleted = await memory.delete(id);
      if (deleted === null) throw new Error("The note is no longer there.");
      context.noteEdit({ before: deleted, after: null });
      const { memoryIds: _, ...facts } = toMemoryFacts([deleted]);
      return toToolOutput([{ type: "json", value: { deleted: true, text: deleted.text } }], facts);
    },
  });
}

const MAX_HITS = 50;
const MAX_LISTED = 5;
const MAX_TEXT = 80;
/** Below a note that has one of the words. */
const BY_MEANING = 0.5;

/**
 * The note of this id, or else the one that has more of these words than every other. Throws an error for the model where
 * there is none, or where several have as many.
 */
export async function findNote(memory: MemoryPort, idOrWords: string): Promise<MemoryRecord> {
  const wanted = idOrWords.trim();
  const named = await memory.read(wanted);
  if (named !== null) return named;
  const hits = await memory.search({ text: wanted, limit: MAX_HITS });
  const words = toContentWords(wanted);
  const ranked = hits.map((hit) => ({ record: hit.record, rank: rankHit(hit, words) })).filter(({ rank }) => rank > 0);
  const best = Math.max(0, ...ranked.map(({ rank }) => rank));
  const found = ranked.filter(({ rank }) => rank === best).map(({ record }) => record);
  const same = found.filter(({ text }) => text.trim().toLowerCase() === wanted.toLowerCase());
  const [first, ...others] = same.length === 1 ? same : found;
  if (first === undefined) throw new Error("No saved note has these words. memory_search finds them.");
  if (others.length > 0) throw toSeveral(found);
  return first;
}

/** How many of the words a note has, in one form or another. */
function rankHit({ record: { text, tags }, byMeaning }: MemoryHit, words: readonly string[]): number {
  const { matched } = readCover(words, `${text} ${tags.join(" ")}`);
  return matched === 0 && byMeaning === true ? BY_MEANING : matched;
}

function toSeveral(found: readonly MemoryRecord[]): Error {
  const listed = found.slice(0, MAX_LISTED);
  const notes = listed.map(({ id, text }) => `'${cutText(text, MAX_TEXT)}' (id ${id})`);
  const message = `Several saved notes have these words: ${notes.join(", ")}. Give the id of the one that is meant.`;
  return listed.some(({ untrusted }) => untrusted === true) ? new OutsideError(message) : new Error(message);
}
