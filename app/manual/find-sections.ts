/** A section of the manual, as its build lists them. */
export interface ManualSection {
  /** Its page's title. */
  readonly page: string;
  readonly title: string;
  /** Relative to the manual's folder. */
  readonly address: string;
  readonly text: string;
}

const MAX_FOUND = 12;
const MAX_EXCERPT = 160;

/** The sections in which every word of a query begins some word: those with it in their titles first. */
export function findSections(sections: readonly ManualSection[], query: string): readonly ManualSection[] {
  const words = toWords(query);
  if (words.length === 0) return [];
  return sections
    .flatMap((section) => {
      const title = toWords(section.title);
      const page = toWords(section.page);
      const text = toWords(section.text);
      let score = 0;
      for (const word of words) {
        const found =
          (title.includes(word) ? 12 : startsAny(title, word) ? 6 : 0) +
          (startsAny(page, word) ? 2 : 0) +
          Math.min(3, text.filter((each) => each.startsWith(word)).length);
        if (found === 0) return [];
        score += found;
      }
      return [{ section, score }];
    })
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_FOUND)
    .map(({ section }) => section);
}

/** The piece of a section's text around the first of a query's words. */
export function toExcerpt({ text }: ManualSection, query: string): string {
  const places = toWords(query).map((word) => text.toLowerCase().indexOf(word));
  const found = Math.min(...places.filter((place) => place >= 0));
  const start = Number.isFinite(found) && found > 60 ? text.indexOf(" ", found - 60) + 1 : 0;
  const piece = text.slice(start, start + MAX_EXCERPT);
  return `${start > 0 ? "… " : ""}${piece}${start + MAX_EXCERPT < text.length ? " …" : ""}`;
}

function startsAny(words: readonly string[], start: string): boolean {
  return words.some((word) => word.startsWith(start));
}

/** `onToolCall` is found by `tool`, too, and `.clad.toml` by `clad`. */
function toWords(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}_]+/gu) ?? []).flatMap((word) => {
    const parts = word.split(/(?<=[a-z0-9])(?=[A-Z])|_/u).map((part) => part.toLowerCase());
    return [...new Set([word.toLowerCase(), ...parts])].filter((part) => part !== "");
  });
}
