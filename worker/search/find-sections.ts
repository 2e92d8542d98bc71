import { type BagQuery, type BagScore, scoreBags, toBag } from "./bm25.ts";
import { splitNames, toTerms } from "./terms.ts";

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
/** A word counts so much more in a section's title than in its text. */
const TITLE_WEIGHT = 2;
/** How much a word counts that only begins with what was typed. */
const BEGINNING = 0.5;

/** The sections in which every word of a query begins some word: those with it in their titles first. */
export function findSections(sections: readonly ManualSection[], query: string): readonly ManualSection[] {
  const words = [...new Set(toTerms(query))];
  return rankSections(sections, { words, compare: compareBeginning })
    .filter(({ matched }) => matched === words.length)
    .slice(0, MAX_FOUND)
    .map(({ section }) => section);
}

/** The sections that have some word of a query, the best first. */
export function rankSections(
  sections: readonly ManualSection[],
  query: BagQuery,
): readonly (BagScore & { readonly section: ManualSection })[] {
  const rate = (toText: (section: ManualSection) => string): readonly BagScore[] =>
    scoreBags(
      sections.map((section) => toBag(toTerms(splitNames(toText(section))))),
      query,
    );
  const whole = rate(({ title, page, text }) => `${title}\n${page}\n${text}`);
  const titles = rate(({ title }) => title);
  return sections
    .map((section, index) => {
      const { score = 0, matched = 0 } = whole[index] ?? {};
      return { section, matched, score: score + TITLE_WEIGHT * (titles[index]?.score ?? 0) };
    })
    .filter(({ matched }) => matched > 0)
    .sort((one, other) => other.score - one.score);
}

function compareBeginning(word: string, term: string): number {
  return term === word ? 1 : term.startsWith(word) ? BEGINNING : 0;
}

/** The piece of a section's text around the first of a query's words. */
export function toExcerpt({ text }: ManualSection, query: string): string {
  const places = toTerms(query).map((word) => text.toLowerCase().indexOf(word));
  const found = Math.min(...places.filter((place) => place >= 0));
  const start = Number.isFinite(found) && found > 60 ? text.indexOf(" ", found - 60) + 1 : 0;
  const piece = text.slice(start, start + MAX_EXCERPT);
  return `${start > 0 ? "… " : ""}${piece}${start + MAX_EXCERPT < text.length ? " …" : ""}`;
}
