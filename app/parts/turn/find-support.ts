import { isUnspaced, toTerms } from "../../../worker/search/terms.ts";

/** Shorter runs of words are in any text. */
const MIN_RUN = 4;
/** The same in overlapping pairs of letters, for scripts without blanks. */
const MIN_UNSPACED_RUN = 5;
/** Words of fewer letters say little. */
const MIN_LETTERS = 4;
/** Of a sentence said in another order, so much has to be in the passage. */
const MIN_SHARE = 0.7;

/** Which of the passages say what a sentence says: its figures, a run of its words, or most of its longer words. */
export function findSupport(sentence: string, passages: readonly string[]): readonly number[] {
  const words = toWords(sentence);
  const texts = passages.map((passage) => ` ${toWords(passage).join(" ")} `);
  const figures = words.filter((word) => /\d{2,}/.test(word));
  if (!figures.every((figure) => texts.some((text) => text.includes(` ${figure} `)))) return [];
  return texts.flatMap((text, index) => {
    const isBehind = figures.length > 0 ? figures.some((each) => text.includes(` ${each} `)) : isSaid(words, text);
    return isBehind ? [index] : [];
  });
}

/** True for what says something that a passage could bear out. */
export function isClaim(sentence: string): boolean {
  const words = toWords(sentence);
  return words.length >= (words.some(isUnspaced) ? MIN_UNSPACED_RUN : 3) && !/[?:？：]\s*$/.test(sentence);
}

function isSaid(words: readonly string[], text: string): boolean {
  const run = words.some(isUnspaced) ? MIN_UNSPACED_RUN : MIN_RUN;
  const isIn = (part: readonly string[]) => text.includes(` ${part.join(" ")} `);
  if (words.some((_, at) => at + run <= words.length && isIn(words.slice(at, at + run)))) return true;
  const telling = [...new Set(words.filter((word) => word.length >= MIN_LETTERS))];
  return telling.length >= 2 && telling.filter((word) => isIn([word])).length >= telling.length * MIN_SHARE;
}

/** The mark of a source is no word, and an owner's is none. */
function toWords(text: string): readonly string[] {
  return toTerms(text.replaceAll(/\[\d+\]|['’]s\b/gu, " "));
}
