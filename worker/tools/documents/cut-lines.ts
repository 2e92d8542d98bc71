/** Characters of a file that one call gives: what a small model can read at once. */
const MAX_CHARACTERS = 3000;

/** The lines of a text from one on, as many as fit, after a heading that says which they are and how to go on. */
export function cutLines(text: string, first: number): string {
  const lines = text.split("\n");
  const rest = lines.slice(first - 1);
  let characters = 0;
  let count = 0;
  for (const line of rest) {
    characters += line.length + 1;
    if (count > 0 && characters > MAX_CHARACTERS) break;
    count += 1;
  }
  // One line may be longer than everything that fits.
  const shown = rest.slice(0, count).join("\n").slice(0, MAX_CHARACTERS);
  if (first === 1 && count === lines.length && shown.length === text.length) return `:\n${shown}`;
  const last = first - 1 + count;
  const more = last < lines.length ? `; go on with start_line ${last + 1}` : "";
  return ` (lines ${first} to ${last} of ${lines.length}${more}):\n${shown}`;
}
