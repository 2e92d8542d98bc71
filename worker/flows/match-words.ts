/** Scripts that write no blanks between words: a word of theirs is found anywhere in a text. */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/**
 * Whether one of the words or phrases stands in a text: whole words, in any case and whatever stands between them. One that
 * ends in `*` also fits longer words that begin so.
 */
export function hasWord(text: string, words: readonly string[]): boolean {
  const spoken = toSpokenWords(text);
  return words.some((word) => {
    const wanted = toSpokenWords(word).trimEnd();
    if (wanted.trim() === "") return false;
    if (WITHOUT_BLANKS.test(word)) return spoken.includes(wanted.trim());
    return spoken.includes(word.trimEnd().endsWith("*") ? wanted : `${wanted} `);
  });
}

/** The text's words in small letters, with one blank before and after each. */
function toSpokenWords(text: string): string {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return ` ${words.join(" ")} `;
}
