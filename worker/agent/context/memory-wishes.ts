import { compareWords, toContentWords } from "./word-families.ts";

/** The languages in which wishes are understood. */
export type WishLanguage = "en" | "de" | "es";

/** The tool that deletes a note. */
export const DELETE_TOOL = "memory_delete";
/** The tool that saves a note. */
export const WRITE_TOOL = "memory_write";

const MAX_WISHES = 5;
const MAX_QUESTION = 1000;
const MIN_WORDS = 3;
/** A note holds a wish if it has this share of its words. */
const MIN_HELD = 0.6;

const POLITE =
  /^(?:(?:please|can you|could you|would you|ok|bitte|kannst du|könntest du|por favor|puedes|podrías)[, ]+)+/iu;

/** Each begins a sentence that asks to keep what follows. */
const KEEP: readonly RegExp[] = [
  /^(?:remember|save|note|keep in mind|don['’]t forget|do not forget|make a note|write down)(?: for me)?(?: that |: ?| (?=(?:my|our|i|i['’]m|we)\b))/iu,
  /^(?:merke?|notiere?|speichere?)(?: dir)?(?: bitte)?(?:,? dass |: ?)/iu,
  /^(?:denke? daran|vergiss nicht|erinnere dich(?: daran)?),? dass /iu,
  /^(?:recuerda|apunta|anota|guarda|ten en cuenta|no olvides|toma nota de)(?: por favor)?(?: que |: ?)/iu,
];

/** Between two wishes of one sentence. */
const EXPLICIT =
  /[,;]? (?:and|und|y) (?:also |auch |también )?(?:(?:remember|note|save|merke? dir|recuerda),? )?(?:that|dass|que) /iu;
/** The same without "that": only where what stands before it is a sentence. */
const IMPLICIT =
  /[,;]? (?:and|und|y) (?=(?:my|our|i|i['’]m|we|mein|meine|unser|unsere|ich|wir|mi|mis|yo|nuestr[oa])\b)/iu;
const ENGLISH_VERB =
  /\b(?:is|are|am|was|were|has|have|had|likes?|loves?|hates?|lives?|works?|needs?|wants?|prefers?|leaves?|starts?|opens?|takes?|drinks?|eats?|plays?|speaks?|\w+ed)\b|['’](?:s|m|re)\b/iu;
/** What asks for something else than keeping. */
const OTHER_WISH =
  /^(?:tell|give|show|say|write|make|what|how|which|then|explain|list|sag|zeig|nenn|was|wie|schreib|erklär|dime|di|muestra|qué|cuál|cómo|explica)(?!\p{L})/iu;

/** What a message asks to keep, one fact each; empty where it asks for nothing of the kind. English, German, Spanish. */
export function toKeepWishes(asked: string): readonly string[] {
  const sentence = toSentence(asked);
  const opening = KEEP.map((pattern) => pattern.exec(sentence)?.[0]).find((match) => match !== undefined);
  if (opening === undefined) return [];
  const parts = sentence.slice(opening.length).split(EXPLICIT).flatMap(splitImplicit);
  return parts
    .map((part) => part.replace(/[\s,;.!?…]+$/u, "").trim())
    .filter((part) => part !== "" && !OTHER_WISH.test(part))
    .slice(0, MAX_WISHES);
}

/** The wishes that none of these notes holds. */
export function findMissing(wishes: readonly string[], notes: readonly string[]): readonly string[] {
  const saved = notes.map(toContentWords);
  return wishes.filter((wish) => {
    const words = toContentWords(wish);
    return !saved.some((note) => {
      const held = words.filter((word) => note.some((each) => compareWords(word, each) > 0));
      return held.length >= MIN_HELD * words.length;
    });
  });
}

/** A wish to forget: what about, and the language it is said in. */
export interface ForgetWish {
  readonly subject: string;
  readonly language: WishLanguage;
}

const SAID =
  "(?:said|told|mentioned|wrote|gesagt|erzählt|erwähnt|geschrieben|gemerkt|dije|dicho|conté|contado|escribí)";
const NOTES = "(?:notes?|memor(?:y|ies)|notiz(?:en)?|erinnerung(?:en)?|notas?|recuerdos?)";
const FORGET: readonly (readonly [WishLanguage, RegExp])[] = [
  ["en", /^forget (?!to\b|it\b|that[.!]?$)/iu],
  ["en", new RegExp(`^(?:delete|remove|erase) (?=.*\\b(?:${SAID}|${NOTES})\\b)`, "iu")],
  ["de", /^(?:vergiss|vergesse|vergessen)(?! nicht),? /iu],
  ["de", new RegExp(`^(?:lösche?|entferne?) (?=.*(?<!\\p{L})(?:${SAID}|${NOTES})(?!\\p{L}))`, "iu")],
  ["es", /^(?:olvida|olvídate de|olvidar) /iu],
  ["es", new RegExp(`^(?:borra|elimina) (?=.*(?<!\\p{L})(?:${SAID}|${NOTES})(?!\\p{L}))`, "iu")],
];
const NOT_THE_SUBJECT = new RegExp(
  `(?<!\\p{L})(?:everything|anything|alles|todo|${SAID}|${NOTES}|asked you|habe|hatte|he|había)(?!\\p{L})`,
  "giu",
);

/** What a message asks to forget; null where it asks for nothing of the kind. */
export function toForgetWish(asked: string): ForgetWish | null {
  const sentence = toSentence(asked);
  for (const [language, pattern] of FORGET) {
    const opening = pattern.exec(sentence)?.[0];
    if (opening === undefined) continue;
    const subject = sentence.slice(opening.length).replace(NOT_THE_SUBJECT, " ").replace(/\s+/gu, " ").trim();
    return { subject, language };
  }
  return null;
}

/** The first sentence of a message, without what is only polite. */
function toSentence(asked: string): string {
  const [line = ""] = asked.slice(0, MAX_QUESTION).trim().split("\n");
  // A short word before the dot may be a title: "Mr. Smith".
  return line.replace(/(?<=\p{L}{3})[.!?] (?=\p{Lu}).*$/u, "").replace(POLITE, "");
}

function splitImplicit(part: string): readonly string[] {
  const match = IMPLICIT.exec(part);
  if (match === null) return [part];
  const before = part.slice(0, match.index);
  const isSentence = before.split(/\s+/u).length >= MIN_WORDS;
  const isEnglish = /\band\b/iu.test(match[0]);
  if (!isSentence || (isEnglish && !ENGLISH_VERB.test(before))) return [part];
  return [before, ...splitImplicit(part.slice(match.index + match[0].length))];
}
