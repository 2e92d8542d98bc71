/**
 * Characters that a reader does not see and that change what they read: control characters, marks that turn the
 * writing direction (UTR #36, Trojan Source), invisible spaces, and the tag characters. Joiners stay where writing
 * needs them: between emoji, and after letters of scripts that join.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|(?<!\p{Extended_Pictographic}|\ufe0f|[\u{1f3fb}-\u{1f3ff}])\u200d|(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{M}])\u200c/gu;

/** The text with every hidden character written out as `⟨U+202E⟩`. */
export function revealHidden(text: string): string {
  return text.replace(HIDDEN, toMark);
}

/** A character written out. */
export function toMark(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
