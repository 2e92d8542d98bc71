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
  /^(?:(?:please|can you|could you|would you|will you|i want you to|i['’]d like you to|you should|ok|okay|bitte|kannst du|könntest du|würdest du|ich möchte,? dass du|du sollst|por favor|puedes|podrías|quiero que|quisiera que)[, ]+)+/iu;

/** Each begins a sentence that asks to keep what follows: "… that X", "… : X", or a statement right behind it. */
const KEEP: readonly (readonly [WishLanguage, RegExp])[] = [
  [
    "en",
    /^(?:remember|save|note|keep in mind|don['’]t forget|do not forget|make a note|take (?:a )?note|write down|note down|memori[sz]e)(?: (?:for me|this|of this))?(?: that |: ?)/iu,
  ],
  ["en", /^(?:remember|note|keep in mind|don['’]t forget|do not forget) (?=(?:my|our|i|i['’]m|we) \S+ \S)/iu],
  // "Remember the wifi password is …", but not "Remember the evening when …".
  [
    "en",
    /^(?:remember|note|keep in mind|don['’]t forget|do not forget) (?=(?!(?:to|when|how|what|why|who|whose|where|which|if|whether|me|it|this|that|last)\b)(?:[\p{L}\d'’-]+ ){1,8}(?:is|are|has|have|likes?|lives?|costs?|opens?|leaves?) \S)/iu,
  ],
  [
    "de",
    /^(?:merke?|notiere?|schreibe?|speichere?)(?: es)?(?: dir| mir)?(?: bitte)?(?: auf| ab)?(?: folgendes)?(?:,? dass |: ?)/iu,
  ],
  ["de", /^(?:merke?|notiere?) dir,? (?:bitte,? )?(?=(?:ich|mein|meine|unser|unsere|wir) \S+ \S)/iu],
  ["de", /^(?:dir |mir )?(?:bitte )?(?:merken|notieren|aufschreiben|speichern|merkst|notierst)(?:,? dass |: ?)/iu],
  [
    "de",
    /^(?:denke? (?:bitte )?daran|vergiss (?:bitte )?nicht|erinnere dich(?: daran)?|behalte(?: im kopf)?),? dass /iu,
  ],
  ["de", /^notiz: ?/iu],
  [
    "es",
    /^(?:recuerda|recuerdes|recordar|apunta|apuntes|apuntar|anota|anotes|anotar|guarda|guardes|guardar|memoriza|ten en cuenta|ten presente|no (?:te )?olvides(?: de)?|toma nota(?: de)?|acuérdate de)(?: (?:por favor|esto|en (?:la|tu) memoria))?(?: que |: ?)/iu,
  ],
  ["es", /^(?:recuerda|apunta|anota) (?=(?:mi|mis|nuestr[oa]s?) \S+ \S)/iu],
  ["es", /^nota: ?/iu],
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

/** A second wish inside what looks like one fact: "… and tell me a joke". */
export const ASKS_MORE =
  /[;.!?] +\S|(?<!\p{L})(?:and|then|und|dann|y|luego) (?:then |dann |luego )?(?:tell|give|show|say|write|make|what|how|explain|list|calculate|convert|sag|zeig|nenn|was|wie|schreib|erklär|rechne|dime|di|muestra|qué|cuál|cómo|explica|calcula|convierte)(?!\p{L})/iu;

/** A wish to keep something. */
export interface KeepWish {
  /** What to keep, one fact each. */
  readonly facts: readonly string[];
  readonly language: WishLanguage;
  /** True if the message asks for nothing else. */
  readonly isAll: boolean;
}

/** What a message asks to keep; null where it asks for nothing of the kind. English, German, Spanish. */
export function toKeepWish(asked: string): KeepWish | null {
  const sentence = toFirstSentence(asked);
  for (const [language, pattern] of KEEP) {
    const opening = pattern.exec(sentence)?.[0];
    if (opening === undefined) continue;
    const parts = sentence.slice(opening.length).split(EXPLICIT).flatMap(splitImplicit).map(trimPart);
    const facts = parts.filter((part) => part !== "" && !OTHER_WISH.test(part));
    if (facts.length === 0) return null;
    const isWhole = asked.trim().endsWith(sentence) && facts.length === parts.length && facts.length <= MAX_WISHES;
    const isAll = isWhole && !facts.some((fact) => ASKS_MORE.test(fact));
    return { facts: facts.slice(0, MAX_WISHES), language, isAll };
  }
  return null;
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
  const sentence = toFirstSentence(asked);
  for (const [language, pattern] of FORGET) {
    const opening = pattern.exec(sentence)?.[0];
    if (opening === undefined) continue;
    const subject = sentence.slice(opening.length).replace(NOT_THE_SUBJECT, " ").replace(/\s+/gu, " ").trim();
    return { subject, language };
  }
  return null;
}

function trimPart(part: string): string {
  return part.replace(/[\s,;.!?…]+$/u, "").trim();
}

/** The first sentence of a message, without what is only polite. */
export function toFirstSentence(asked: string): string {
  const [line = ""] = asked.slice(0, MAX_QUESTION).trim().split("\n");
  // A short word before the dot may be a title: "Mr. Smith".
  const sentence = line.replace(/(?<=\p{L}{3})[.!?] (?=\p{Lu}).*$/u, "").replace(/^¿ ?/u, "");
  return sentence.replace(POLITE, "");
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
