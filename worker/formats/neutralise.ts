/** U+2060 WORD JOINER has no width: a reader sees the text unchanged, a tokenizer no longer sees a control token. */
export const WORD_JOINER = "\u2060";

/**
 * Breaks control tokens inside content by putting a word joiner after their first character, so that content can open
 * neither a turn nor a call. `tokens` are literals; `<|` and `<｜` (how most families' control tokens begin) are always
 * broken. Nothing is removed.
 */
export function neutralise(text: string, tokens: readonly string[] = []): string {
  return toNeutraliser(tokens)(text);
}

/** The same for many texts. Most hold no character that a token begins with: those are looked at once. */
export function toNeutraliser(tokens: readonly string[]): (text: string) => string {
  const first = [...new Set(["<", ...tokens.filter(isToken).map((token) => token.charAt(0))])];
  return (text) =>
    first.some((character) => text.includes(character))
      ? breakTokens(text.replace(/<(?=[|｜])/g, `<${WORD_JOINER}`), tokens)
      : text;
}

/** Breaks only the given literals, for content that may contain control tokens of its own family. */
export function breakTokens(text: string, tokens: readonly string[]): string {
  let result = text;
  for (const token of tokens.filter(isToken)) {
    result = result.replaceAll(token, token.charAt(0) + WORD_JOINER + token.slice(1));
  }
  return result;
}

function isToken(token: string): boolean {
  return token.length > 1;
}
