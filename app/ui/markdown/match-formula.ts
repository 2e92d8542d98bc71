/** A formula in TeX at the start of a text. */
export interface MatchedFormula {
  /** The formula with its delimiters. */
  readonly raw: string;
  readonly source: string;
  /** On a line of its own, not inside a sentence. */
  readonly block: boolean;
}

const OPENING = /\$|\\\(|\\\[/;

/**
 * `$$…$$` and `\[…\]` are block formulas, `\(…\)` and `$…$` inline ones. A single dollar only opens a formula when no
 * space follows it, no space precedes the closing one and no digit follows that: prices stay prices.
 */
const FORMULA = /^(?:\$\$([\s\S]+?)\$\$|\\\[([\s\S]+?)\\\]|\\\(([\s\S]+?)\\\)|\$(?![\s$])([^$\n]*?[^\s$\\])\$(?!\d))/;

/** Where the next formula could begin. */
export function findFormula(text: string): number | undefined {
  const at = text.search(OPENING);
  return at < 0 ? undefined : at;
}

/** The formula that a text begins with, if it begins with one. */
export function matchFormula(text: string): MatchedFormula | undefined {
  const match = FORMULA.exec(text);
  if (match === null) return undefined;
  const block = match[1] ?? match[2];
  const source = block ?? match[3] ?? match[4] ?? "";
  return { raw: match[0], source: source.trim(), block: block !== undefined };
}
