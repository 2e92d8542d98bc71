/**
 * Characters that a reader does not see and that change or extend what they read: control characters, marks that turn
 * the writing direction (UTR #36, Trojan Source), everything that Unicode lets a font leave out
 * (Default_Ignorable_Code_Point: invisible spaces, fillers, variation selectors, tags), and the blank braille pattern.
 * They stay where writing needs them, one at a time: a joiner between emoji or after a letter of a script that joins, a
 * selector of an emoji's looks behind that emoji.
 */
const HIDDEN =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f|\t|\n)[\p{Default_Ignorable_Code_Point}\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\u2800\ufff9-\ufffb]|(?<!\p{Extended_Pictographic}|\ufe0f|[\u{1f3fb}-\u{1f3ff}])\u200d|\u200d(?!\p{Extended_Pictographic})|(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{M}])\u200c|(?<![\p{Extended_Pictographic}0-9#*])(?:\ufe0e|\ufe0f)/gu;

/** The text with every hidden character written out as `⟨U+202E⟩`. */
export function revealHidden(text: string): string {
  return text.replace(HIDDEN, toMark);
}

/** The text without its hidden characters: what leaves the page by copying or as a file. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, "");
}

/** A character written out. */
export function toMark(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
