/** A word, a number or a mark of a question. */
export interface Token {
  /** Lower case, without accents. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A question cut into words; `source` is what their places refer to. */
export interface Tokens {
  readonly source: string;
  readonly list: readonly Token[];
}

const TOKEN = /\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4}|\d+(?:[.,]\d+)*|\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?|[^\s]/gu;

/** Lower case, without accents, and with one kind of apostrophe. */
export function fold(text: string): string {
  return text.toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll("’", "'");
}

/** Cuts a text into words, numbers and marks; the marks around a sentence are left out. */
export function toTokens(source: string): Tokens {
  const list = [...source.matchAll(TOKEN)].map(({ 0: text, index }) => ({
    text: fold(text),
    start: index,
    end: index + text.length,
  }));
  const isWord = ({ text }: Token): boolean => !/^[?!.¿¡…=]$/u.test(text);
  const last = list.findLastIndex(isWord);
  return { source, list: last < 0 ? [] : list.slice(list.findIndex(isWord), last + 1) };
}

/** The text from one token up to another, as it was written. */
export function sliceTokens({ source, list }: Tokens, from: number, to: number): string {
  return source.slice(list[from]?.start ?? 0, list[to - 1]?.end ?? 0);
}

/** True if nothing stands between a token and the one before it. */
export function isTight({ list }: Tokens, at: number): boolean {
  return list[at - 1]?.end === list[at]?.start;
}
