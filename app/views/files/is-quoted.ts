/** Shorter runs of words are in any text. */
const MIN_WORDS = 4;

/** True if some run of words of an answer, or a figure in it, is in one of the passages. */
export function isQuoted(answer: string, passages: readonly string[]): boolean {
  const words = toWords(answer);
  const texts = passages.map((passage) => ` ${toWords(passage).join(" ")} `);
  const isIn = (run: readonly string[]) => texts.some((text) => text.includes(` ${run.join(" ")} `));
  if (words.some((word) => /\d{2,}/.test(word) && isIn([word]))) return true;
  return words.some((_, index) => index + MIN_WORDS <= words.length && isIn(words.slice(index, index + MIN_WORDS)));
}

function toWords(text: string): readonly string[] {
  return (
    text
      .replaceAll(/\[\d+\]/g, " ")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}
