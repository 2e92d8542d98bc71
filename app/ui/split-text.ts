/** Most characters of a part: what is laid out in a few milliseconds. */
const MAX_PART = 8000;

/** A text in parts that end with a line where they can, or else with a word; while it grows all but the last stay as they are. */
export function splitText(text: string): readonly string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length || from === 0; from += parts.at(-1)?.length || 1) {
    const part = text.slice(from, from + MAX_PART);
    const isLast = from + MAX_PART >= text.length;
    parts.push(isLast ? part : part.slice(0, part.lastIndexOf("\n") + 1 || part.lastIndexOf(" ") + 1 || MAX_PART));
  }
  return parts;
}
