import type { ResponderNote } from "../../agent/ports/responder.ts";
import type { CallRecord } from "../../protocol/message.ts";
import { type Language, listWords } from "../language.ts";
import type { Reader } from "../pattern.ts";
import { matchQuestion, type Plan, type Skill, toCounted } from "../skill.ts";
import { fold, sliceTokens, toTokens } from "../tokens.ts";

const WRITE_TOOL = "memory_write";
const DELETE_TOOL = "memory_delete";
const MIN_WORDS = 3;
/** Marks of a second sentence, a list or a question; between digits they belong to a number or a time. */
const MORE = /[\n?;()"„“”«»{}[\]`]|(?<!\d)[,:]|[,:](?!\d)|[.!…]\s+\S/u;

/** "Remember that …" where the message is nothing else. */
export const remember: Skill = {
  name: "remember",
  read: ({ text }, language) => {
    const { keep, saved, notSaved } = language.notes;
    if (/[?¿]/u.test(text)) return null;
    for (const bindings of matchQuestion(text, keep, { text: readRest }, language)) {
      const fact = bindings.get("text")?.value ?? "";
      if (!isFact(fact, language)) continue;
      return {
        calls: [{ name: WRITE_TOOL, input: { text: fact } }],
        tell: (records) => (countSuccesses(records) > 0 ? saved : notSaved),
      };
    }
    return null;
  },
};

/** "Forget …" where the recalled notes hold every word of the rest; the tool asks before it deletes. */
export const forget: Skill = {
  name: "forget",
  read: ({ text, notes }, language) => {
    if (/[?¿]/u.test(text)) return null;
    for (const bindings of matchQuestion(text, language.notes.forget, { text: readRest }, language)) {
      const subject = bindings.get("text")?.value ?? "";
      const meant = MORE.test(subject) ? [] : findNotes(subject, notes, language);
      if (meant.length > 0) return planDeletion(meant, language);
    }
    return null;
  },
};

/** Reads everything to the end, or less of it. */
const readRest: Reader = function* (tokens, from) {
  for (let end = tokens.list.length; end > from; end -= 1) yield { end, value: sliceTokens(tokens, from, end) };
};

/** True for one statement with nothing asked beside it. */
function isFact(text: string, { notes: { noFacts, joints, requests } }: Language): boolean {
  const words = toTokens(text).list.map((token) => token.text);
  const asks = new Set(listWords(requests).map(fold));
  const begins = new Set([...listWords(noFacts).map(fold), ...asks]);
  const isJoint = new Set(listWords(joints).map(fold));
  const asksMore = words.some((word, index) => isJoint.has(words[index - 1] ?? "") && asks.has(word));
  return words.length >= MIN_WORDS && !MORE.test(text) && !asksMore && !begins.has(words[0] ?? "");
}

/** The notes that hold every telling word of a text; none if it has no such word. */
function findNotes(
  text: string,
  notes: readonly ResponderNote[],
  { notes: { small } }: Language,
): readonly ResponderNote[] {
  const skipped = new Set(listWords(small).map(fold));
  const words = toTokens(text).list.flatMap((token) => (skipped.has(token.text) ? [] : [token.text]));
  if (words.length === 0) return [];
  return notes.filter((note) => {
    const held = toTokens(note.text).list.map((token) => token.text);
    return words.every((word) => held.some((each) => isSameWord(word, each)));
  });
}

const MIN_STEM = 4;
const MAX_ENDING = 2;

/** True for two forms of one word: equal, but for a short ending. */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= MIN_STEM && long.startsWith(short) && long.length - short.length <= MAX_ENDING;
}

function planDeletion(notes: readonly ResponderNote[], { notes: words, locale }: Language): Plan {
  return {
    calls: notes.map(({ id }) => ({ name: DELETE_TOOL, input: { note: id } })),
    tell: (records) => {
      const deleted = countSuccesses(records);
      return deleted === 0 ? words.notDeleted : toCounted(deleted, words.deleted, locale);
    },
  };
}

function countSuccesses(records: readonly CallRecord[]): number {
  return records.filter(({ outcome }) => outcome?.type === "success").length;
}
