import { OutsideError } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import type { MemoryHit, MemoryRecord } from "../../protocol/memory.ts";
import { cutText } from "../../protocol/shorten.ts";
import { readCover } from "../../search/cover.ts";
import { toContentWords } from "../../search/families.ts";

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
