/** A text in parts of at most `size`, which end with a line where they can, or else with a word; as it grows the last changes alone. */
export function splitText(text: string, size: number): readonly string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length || from === 0; from += parts.at(-1)?.length || 1) {
    const part = text.slice(from, from + size);
    const isLast = from + size >= text.length;
    parts.push(isLast ? part : part.slice(0, part.lastIndexOf("\n") + 1 || part.lastIndexOf(" ") + 1 || size));
  }
  return parts;
}
