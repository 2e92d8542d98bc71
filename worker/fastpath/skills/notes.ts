import type { ResponderNote } from "../../agent/ports/responder.ts";
import { defined } from "../../protocol/defined.ts";
import { isJsonArray, isJsonObject } from "../../protocol/json.ts";
import type { CallRecord } from "../../protocol/message.ts";
import type { ContentBlock } from "../../protocol/tool.ts";
import { fillTemplate, type Reader } from "../../tools/grammar/pattern.ts";
import { fold, sliceTokens, toTokens } from "../../tools/grammar/tokens.ts";
import { type Lines, listWords } from "../../tools/grammar/word-lists.ts";
import type { Language } from "../language.ts";
import { findPlan, type Skill } from "../skill.ts";

const MIN_WORDS = 3;
const MAX_LISTED = 20;
/** Marks of a second sentence, a list or a question; between digits they belong to a number or a time. */
const MORE = /[\n?;()"„“”«»{}[\]`]|(?<!\d)[,:]|[,:](?!\d)|[.!…]\s+\S/u;
const QUOTED = /^["“„«](.*)["“”»]$/u;

/** "Remember that …" where the message is nothing else. */
export const remember: Skill = {
  name: "remember",
  read: ({ text, memory }, language) => {
    const { keep, saved, notSaved, off } = language.notes;
    if (/[?¿]/u.test(text)) return null;
    return findPlan(text, keep, { text: readRest, quoted: readQuoted, place: readPlace }, language, (bindings) => {
      const namespace = bindings.get("place")?.value;
      const fact = (bindings.get("text")?.value ?? "").replace(QUOTED, "$1");
      if (!isFact(fact, language)) return null;
      return {
        calls: [{ name: "memory_write", input: { text: fact, ...defined({ namespace }) } }],
        tell: (records) => (countSuccesses(records) > 0 ? saved : notSaved),
        off: memory ? undefined : off,
      };
    });
  },
};

/** "Forget …" where the recalled notes hold every word of the rest; the tool asks before it deletes. */
export const forget: Skill = {
  name: "forget",
  read: ({ text, notes }, language) => {
    const { forget: patterns, deleted } = language.notes;
    if (/[?¿]/u.test(text)) return null;
    return findPlan(text, patterns, { text: readRest }, language, (bindings) => {
      const subject = bindings.get("text")?.value ?? "";
      const meant = MORE.test(subject) ? [] : findNotes(subject, notes, language);
      if (meant.length === 0) return null;
      return {
        calls: meant.map(({ id }) => ({ name: "memory_delete", input: { note: id } })),
        tell: (records) => fillTemplate(deleted, { n: String(countSuccesses(records)) }),
      };
    });
  },
};

/** "What is in project:metal?": the notes that are kept at a place. */
export const listPlace: Skill = {
  name: "place",
  read: ({ text, memory }, language) => {
    const { list, none, off } = language.notes;
    return findPlan(text, list, { place: readPlace }, language, (bindings) => {
      const input = { query: "", namespace: bindings.get("place")?.value ?? "", limit: MAX_LISTED };
      return {
        calls: [{ name: "memory_search", input }],
        off: memory ? undefined : off,
        tell: ([record]) => (record?.outcome?.type === "success" ? listNotes(record.outcome.content) || none : null),
      };
    });
  },
};

/** The texts of found notes, a line each; empty where the tool says in words that there are none. */
function listNotes(content: readonly ContentBlock[]): string {
  const notes = content.flatMap((block) => (block.type === "json" && isJsonArray(block.value) ? block.value : []));
  return notes.flatMap((note) => (isJsonObject(note) ? [`- ${note.text}`] : [])).join("\n");
}

/** Reads everything to the end, or less of it. */
const readRest: Reader = function* (tokens, from) {
  for (let end = tokens.list.length; end > from; end -= 1) yield { end, value: sliceTokens(tokens, from, end) };
};

const readQuoted: Reader = function* (tokens, from) {
  for (const rest of readRest(tokens, from)) if (QUOTED.test(rest.value)) yield rest;
};

/** Reads where notes are kept: two words joined by a colon, such as `project:metal`. */
const readPlace: Reader = function* (tokens, from) {
  const value = sliceTokens(tokens, from, from + 3);
  if (/^\p{L}+:\p{L}+$/u.test(value)) yield { end: from + 3, value };
};

/** True for one statement with nothing asked beside it. */
function isFact(text: string, language: Language): boolean {
  const { noFacts, about, requests, small } = language.notes;
  const words = toWords(text);
  const [first = "", second = ""] = words;
  const isOfAnswer = isIn(small, first) && isIn(about, second);
  const isOne = words.length >= MIN_WORDS && isOneThing(text, language);
  return isOne && !isOfAnswer && !isIn(noFacts, first) && !isIn(requests, first);
}

/** True for a text with no second sentence, list or request in it. */
export function isOneThing(text: string, { notes: { joints, requests } }: Language): boolean {
  const words = toWords(text);
  const asksMore = words.some((word, index) => isIn(joints, words[index - 1] ?? "") && isIn(requests, word));
  return !MORE.test(text) && !asksMore;
}

function isIn(list: Lines, word: string): boolean {
  return listWords(list).some((each) => fold(each) === word);
}

function toWords(text: string): readonly string[] {
  return toTokens(text).list.map((token) => token.text);
}

/** The notes that hold every telling word of a text; none if it has no such word. */
function findNotes(text: string, notes: readonly ResponderNote[], language: Language): readonly ResponderNote[] {
  const skipped = new Set(listWords(language.notes.small).map(fold));
  const words = toWords(text).filter((word) => !skipped.has(word));
  if (words.length === 0) return [];
  return notes.filter((note) => {
    const held = toWords(note.text);
    return words.every((word) => held.some((each) => each === word || isForm(word, each) || isForm(each, word)));
  });
}

/** True for a word with a short ending more. */
function isForm(word: string, longer: string): boolean {
  return word.length > 3 && longer.startsWith(word) && longer.length - word.length <= 2;
}

function countSuccesses(records: readonly CallRecord[]): number {
  return records.filter(({ outcome }) => outcome?.type === "success").length;
}
