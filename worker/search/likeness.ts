import { toTerms } from "./terms.ts";

/**
 * Rates the likeness of each text to a question, from 0 (nothing in common) to 1 (the same features): the cosine of features
 * (words, neighbouring pairs, and kinds of tokens such as numbers, dates, operators), weighted by how rare they are among
 * the texts and in `ordinary` ones. BM25's scores have no upper bound, so thresholds that hold for every list of texts need
 * this scale.
 */
export function createLikeness(
  bags: readonly Features[],
  ordinary: readonly Features[] = [],
): (question: string) => readonly number[] {
  const weigh = toWeights([...bags, ...ordinary]);
  const norms = bags.map((bag) => toNorm(bag, weigh));
  return (question) => {
    const asked = toFeatures(question);
    const askedNorm = toNorm(asked, weigh);
    return bags.map((bag, index) => {
      let product = 0;
      for (const feature of asked) if (bag.has(feature)) product += weigh(feature) ** 2;
      return product === 0 ? 0 : product / (askedNorm * (norms[index] ?? 1));
    });
  };
}

/** The words of a text, its neighbouring pairs and its kinds of tokens, each once. */
export type Features = ReadonlySet<string>;

/** A rare feature weighs more than a common one, and one that no text has little. */
function toWeights(bags: readonly Features[]): (feature: string) => number {
  const counts = new Map<string, number>();
  for (const bag of bags) for (const feature of bag) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return (feature) =>
    Math.log(1 + bags.length / (counts.get(feature) ?? bags.length * 4)) * (feature.includes(" ") ? 0.6 : 1);
}

function toNorm(bag: Features, weigh: (feature: string) => number): number {
  let sum = 0;
  for (const feature of bag) sum += weigh(feature) ** 2;
  return Math.sqrt(sum);
}

/** Dates, numbers and marks of a sum, each kind as a term of its own; `à` and `è` are no English `a` and `e`. */
const KINDS: readonly (readonly [pattern: RegExp, term: string])[] = [
  [/\d{4}-\d{2}-\d{2}/g, " isodate "],
  [/\d+(?:[.,]\d+)*/g, " 0 "],
  [/[-+*/^]/g, " 1 "],
  [/%/g, " 2 "],
  [/=/g, " 3 "],
  [/\(/g, " 4 "],
  [/\)/g, " 5 "],
  [/(?<!\p{L})(?![a-z])\p{Script=Latin}(?!\p{L})/giu, " 6 "],
];

/** Reads a text's features, which do for many questions. */
export function toFeatures(text: string): Features {
  const plain = KINDS.reduce((rest, [pattern, term]) => rest.replaceAll(pattern, term), text);
  const tokens = toTerms(plain).map(stem);
  const pairs = tokens.slice(1).map((token, index) => `${tokens[index]} ${token}`);
  return new Set([...tokens, ...pairs]);
}

/** Strips English endings, so that "meters" matches "meter". */
function stem(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}
