/**
 * Turns text into search terms. Words of scripts that put spaces between them come from a pattern; runs of scripts that
 * do not (Han, kana, Thai and their like) come from `Intl.Segmenter`, with overlapping pairs of letters beside them,
 * because a segmenter cuts the same letters differently in different company. Emoji are terms of their own.
 */
export function toTerms(text: string): string[] {
  const folded = foldText(text);
  if (PLAIN.test(folded)) return folded.match(PLAIN_RUN) ?? [];
  const terms: string[] = [];
  for (const [run] of folded.matchAll(RUN)) {
    if (isUnspaced(run)) addUnspaced(run, terms);
    else terms.push(run);
  }
  return terms;
}

/** Letters as `foldLetters` has them, and no apostrophes inside words. */
export function foldText(text: string): string {
  const letters = foldLetters(text);
  return PLAIN.test(letters) && !letters.includes("'") ? letters : letters.replace(INNER_APOSTROPHE, "");
}

/** Lower case, compatibility forms made plain, accents and vowel points of alphabetic scripts removed. */
export function foldLetters(text: string): string {
  const lower = text.toLowerCase();
  return PLAIN.test(lower) ? lower : lower.normalize("NFKD").replace(REMOVED_MARKS, "").normalize("NFC");
}

/** A text with the words of names such as `onToolCall` behind each of them. */
export function splitNames(text: string): string {
  return text.replaceAll(
    /\w*[a-z0-9][A-Z]\w*/g,
    (name) => `${name} ${name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ")}`,
  );
}

/** True for terms that a typing slip is looked for in: letters of an alphabet, no number, no emoji, no pair. */
export function isSpelled(term: string): boolean {
  return ALPHABETIC.test(term) && !isUnspaced(term);
}

/** True for terms of scripts that put no blanks between words. */
export function isUnspaced(term: string): boolean {
  return UNSPACED.test(term);
}

const PLAIN = /^[\x00-\x7f]*$/;
const PLAIN_RUN = /[a-z0-9]+/g;
const INNER_APOSTROPHE = /(?<=\p{L})['\u2019](?=\p{L})/gu;
/** Latin, Greek and Cyrillic accents; Arabic points and the stretching stroke; Hebrew points. */
const REMOVED_MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/g;
const UNSPACED_CLASS =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const UNSPACED = new RegExp(`^[${UNSPACED_CLASS}]`, "u");
const RUN = new RegExp(
  `[${UNSPACED_CLASS}][${UNSPACED_CLASS}\\p{M}]*` +
    `|(?:(?![${UNSPACED_CLASS}])[\\p{L}\\p{N}\\p{M}])+` +
    "|\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier}|\\u200d\\p{Extended_Pictographic})*" +
    "|\\p{Regional_Indicator}{2}",
  "gu",
);
const ALPHABETIC = /^\p{L}[\p{L}\p{M}]*$/u;

let segmenter: Intl.Segmenter | null = null;

function addUnspaced(run: string, terms: string[]): void {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
  const letters = Array.from(run);
  if (letters.length <= 2) {
    terms.push(run);
    return;
  }
  for (let index = 0; index + 1 < letters.length; index += 1) terms.push(`${letters[index]}${letters[index + 1]}`);
  for (const { segment } of segmenter.segment(run)) {
    if (Array.from(segment).length !== 2) terms.push(segment);
  }
}
