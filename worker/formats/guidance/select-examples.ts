import type { JsonObject } from "../../protocol/json.ts";

/** A question that a tool call or a plain reply answers, to be shown to a weak model before the user's. */
export interface Example {
  readonly question: string;
  /** The call that answers it; absent when the reply is plain text. */
  readonly call?: { readonly name: string; readonly arguments: JsonObject };
  /** The reply after the call's result, or instead of a call. */
  readonly reply?: string;
  /** The call's result as the model reads it. */
  readonly result?: string;
}

/** An example and its similarity to the question, from 0 (nothing in common) to 1 (the same features). */
export interface RankedExample {
  readonly example: Example;
  readonly similarity: number;
}

/**
 * Ranks examples by similarity to a question, best first: the cosine of features (words, neighbouring pairs, and kinds of
 * tokens such as numbers, dates, names like time zones, operators), weighted by how rare they are among the examples.
 * Deterministic; equal similarity keeps the given order.
 */
export function rankExamples(question: string, examples: readonly Example[]): readonly RankedExample[] {
  const bags = examples.map((example) => toFeatures(example.question));
  const weigh = toWeights(bags);
  const asked = toFeatures(question);
  const askedNorm = toNorm(asked, weigh);
  return bags
    .map((bag, index) => ({ bag, index, example: examples[index] }))
    .flatMap(({ bag, index, example }) => {
      if (example === undefined) return [];
      let product = 0;
      for (const feature of asked) if (bag.has(feature)) product += weigh(feature) ** 2;
      const norms = askedNorm * toNorm(bag, weigh);
      return [{ example, index, similarity: norms === 0 ? 0 : product / norms }];
    })
    .sort((left, right) => right.similarity - left.similarity || left.index - right.index)
    .map(({ example, similarity }) => ({ example, similarity }));
}

/** A rare feature weighs more than a common one; one that no example has weighs nothing. */
function toWeights(bags: readonly ReadonlySet<string>[]): (feature: string) => number {
  const counts = new Map<string, number>();
  for (const bag of bags) for (const feature of bag) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return (feature) =>
    Math.log(1 + bags.length / (counts.get(feature) ?? bags.length * 4)) * (feature.includes(" ") ? 0.6 : 1);
}

function toNorm(bag: ReadonlySet<string>, weigh: (feature: string) => number): number {
  let sum = 0;
  for (const feature of bag) sum += weigh(feature) ** 2;
  return Math.sqrt(sum);
}

const TOKEN = /\d{4}-\d{2}-\d{2}|\d+(?:[.,]\d+)*|\p{L}+|[-+*/^%=()]/gu;

function toFeatures(text: string): ReadonlySet<string> {
  const tokens = (text.toLowerCase().replaceAll("'", "").match(TOKEN) ?? []).map(toKind);
  const pairs = tokens.slice(1).map((token, index) => `${tokens[index]} ${token}`);
  return new Set([...tokens, ...pairs]);
}

function toKind(token: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(token)) return "#date";
  if (/^\d/.test(token)) return "#number";
  if (/^[-+*/^]$/.test(token)) return "#operator";
  return stem(token);
}

/** Strips English endings, so that "meters" matches "meter". */
function stem(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}
