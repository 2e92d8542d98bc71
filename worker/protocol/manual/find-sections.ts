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
/** Shorter words tell nothing in a question. */
const MIN_TELLING = 3;
/** Words that more than this share of the sections have do not count either. */
const COMMON_SHARE = 0.5;
/** Sections that score less than this share of the best one answer something else. */
const NEAR_SHARE = 0.45;

/** The sections in which every word of a query begins some word: those with it in their titles first. */
export function findSections(sections: readonly ManualSection[], query: string): readonly ManualSection[] {
  const words = toWords(query);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, rates: rateWords(section, words) }))
    .filter(({ rates }) => !rates.includes(0))
    .map(({ section, rates }) => ({ section, score: rates.reduce((sum, rate) => sum + rate, 0) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_FOUND)
    .map(({ section }) => section);
}

/**
 * The sections that answer a question in whole sentences best, at most `limit`, those near the best one only: a word counts
 * the more the fewer sections have it, and a section need not have each. Empty where none has a telling word.
 *
 * @param toBeginning Gives what all forms of a word begin with.
 */
export function findAnswers(
  sections: readonly ManualSection[],
  question: string,
  { limit, toBeginning }: { readonly limit: number; readonly toBeginning: (word: string) => string },
): readonly ManualSection[] {
  const words = [...new Set(toWords(question).map(toBeginning))].filter((word) => word.length >= MIN_TELLING);
  const rated = sections.map((section) => ({ section, rates: rateWords(section, words) }));
  const weights = words.map((_, index) => {
    const share = rated.filter(({ rates }) => rates[index] !== 0).length / sections.length;
    return share === 0 || share > COMMON_SHARE ? 0 : Math.log(1 / share);
  });
  const ranked = rated
    .map(({ section, rates }) => ({
      section,
      score: rates.reduce((sum, rate, index) => sum + Math.sqrt(rate) * (weights[index] ?? 0), 0),
    }))
    .toSorted((one, other) => other.score - one.score);
  const least = (ranked[0]?.score ?? 0) * NEAR_SHARE;
  return ranked
    .filter(({ score }) => score > 0 && score >= least)
    .slice(0, limit)
    .map(({ section }) => section);
}

/** How much a section has to do with each word, 0 for nothing. */
function rateWords(section: ManualSection, words: readonly string[]): readonly number[] {
  const title = toWords(section.title);
  const page = toWords(section.page);
  const text = toWords(section.text);
  return words.map(
    (word) =>
      (title.includes(word) ? 12 : startsAny(title, word) ? 6 : 0) +
      (startsAny(page, word) ? 2 : 0) +
      Math.min(3, text.filter((each) => each.startsWith(word)).length),
  );
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
