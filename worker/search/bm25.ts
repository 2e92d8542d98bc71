/** A text as its terms: how often each occurs, and how many there are. */
export interface Bag {
  readonly terms: ReadonlyMap<string, number>;
  readonly length: number;
}

/** A question as its words, and how it meets the terms of texts. */
export interface BagQuery {
  readonly words: readonly string[];
  /** How surely a term stands for a word, from 0 to 1. */
  compare(word: string, term: string): number;
  /** How much a word counts beside the others; 1 if absent. */
  weigh?(word: string): number;
}

/** How a text answers a question. Scores of different questions do not compare. */
export interface BagScore {
  readonly score: number;
  /** How many of the question's words the text has. */
  readonly matched: number;
}

/** How fast repeats stop counting, and how much long texts are held back. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.6;

/** BM25's inverse document frequency: the fewer of all texts have a term, the more it counts. */
export function toRarity(count: number, total: number): number {
  const capped = Math.min(count, total);
  return Math.log(1 + (total - capped + 0.5) / (capped + 0.5));
}

/** BM25's gain of a term that is so often in a text of so many words. */
export function toGain(frequency: number, length: number, averageLength: number): number {
  const held = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / averageLength);
  return (frequency * (SATURATION + 1)) / (frequency + held);
}

/** Counts words. */
export function toBag(words: readonly string[]): Bag & { readonly terms: Map<string, number> } {
  const terms = new Map<string, number>();
  for (const word of words) terms.set(word, (terms.get(word) ?? 0) + 1);
  return { terms, length: words.length };
}

/** Scores a few texts in memory; for thousands of notes there is `worker/store/search/`, with the same formula. */
export function scoreBags(bags: readonly Bag[], { words, compare, weigh }: BagQuery): readonly BagScore[] {
  const vocabulary = [...new Set(bags.flatMap(({ terms }) => [...terms.keys()]))];
  const averageLength = Math.max(1, bags.reduce((sum, { length }) => sum + length, 0) / bags.length);
  const scores = bags.map(() => ({ score: 0, matched: 0 }));
  for (const word of words) {
    const forms = vocabulary.map((term) => ({ term, match: compare(word, term) })).filter(({ match }) => match > 0);
    const found = bags.map(({ terms }) =>
      forms.reduce((sum, { term, match }) => sum + match * (terms.get(term) ?? 0), 0),
    );
    const having = found.filter((frequency) => frequency > 0).length;
    const weight = toRarity(having, bags.length) * (weigh?.(word) ?? 1);
    scores.forEach((each, index) => {
      const frequency = found[index] ?? 0;
      if (frequency === 0) return;
      each.score += weight * toGain(frequency, bags[index]?.length ?? 0, averageLength);
      each.matched += 1;
    });
  }
  // A text with all words ranks above one with a few rare ones.
  return scores.map(({ score, matched }) => ({ score: (score * matched) / Math.max(1, words.length), matched }));
}
