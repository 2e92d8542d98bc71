/**
 * Cuts a text to about `maxCharacters` UTF-16 units, keeping head and tail and saying how much is missing. Never splits
 * a surrogate pair.
 */
export function shorten(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const head = sliceWhole(text, 0, Math.ceil(maxCharacters * 0.75));
  const tail = sliceWhole(text, text.length - Math.floor(maxCharacters * 0.25), text.length);
  return `${head} […${text.length - head.length - tail.length} characters left out…] ${tail}`;
}

/** The beginning of a text, at most `maxCharacters` UTF-16 units of it and an ellipsis. Never splits a surrogate pair. */
export function cutText(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${sliceWhole(text, 0, maxCharacters)}…`;
}

function sliceWhole(text: string, start: number, end: number): string {
  const from = isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start;
  const to = isLowSurrogate(text.charCodeAt(end)) ? end - 1 : end;
  return text.slice(from, to);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
