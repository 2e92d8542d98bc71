import { revealHidden, toMark } from "./reveal-hidden.ts";

/**
 * Letters that are drawn like Latin ones, after the lists that browsers hold host names against; and whole scripts that
 * have such letters and are not written in one word with Latin (UTS #39, section 5.1).
 */
const LATIN_LIKE =
  /[аеорсухіјѕһӏԁԛԝүґвкмнтгьАВЕЅІЈКМНОРСТУХҮԌԚԜοραινκτυχγϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧɑɡɩ]|[\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Deseret}]/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const ADDRESS = /\bhttps?:\/\/[^\s/?#"'<>\\]+/giu;

/**
 * The text with every letter written out that is drawn like a Latin one and stands in one word with Latin letters:
 * `p⟨U+0430⟩ypal`. Behind an address stands its host as networks know it, where that is written otherwise.
 */
export function revealLookAlikes(text: string): string {
  if (isPlain(text)) return text;
  const hosts = text.replace(ADDRESS, (address) => (isPlain(address) ? address : address + toHostMark(address)));
  return hosts.replace(WORD, (word) => (/\p{Script=Latin}/u.test(word) ? writeOut(word) : word));
}

/** The same for a name that decides whether something is trusted: here a word of look-alikes alone is none either. */
export function revealName(name: string): string {
  if (isPlain(name)) return revealHidden(name);
  const wide = [...name].map((character) => (isWideForm(character) ? toMark(character) : character)).join("");
  const alone = wide.replace(WORD, (word) => ([...word].every(isLookAlike) ? writeOut(word) : word));
  return revealText(alone);
}

/** Look-alikes and hidden characters written out. */
export function revealText(text: string): string {
  return revealHidden(revealLookAlikes(text));
}

function writeOut(word: string): string {
  return [...word].map((character) => (LATIN_LIKE.test(character) ? toMark(character) : character)).join("");
}

function isLookAlike(character: string): boolean {
  return LATIN_LIKE.test(character) || /\p{N}/u.test(character);
}

/** A full-width, mathematical or otherwise dressed form of an ASCII character. */
function isWideForm(character: string): boolean {
  return !isPlain(character) && isPlain(character.normalize("NFKC"));
}

function isPlain(text: string): boolean {
  return /^[\u0000-\u007f]*$/.test(text);
}

function toHostMark(address: string): string {
  return URL.canParse(address) ? `⟨${new URL(address).host}⟩` : "";
}
