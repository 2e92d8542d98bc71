import { scoreBags } from "../../search/bm25.ts";
import { toWordWeight } from "../../search/cover.ts";
import { compareWords, toContentWords } from "../../search/families.ts";

/** A sentence of a file that has words of a question. */
export type Quote = ReturnType<typeof quoteFiles>[number];

/** Lines longer than this are wrapped, not headings. */
const MAX_HEADING = 60;
/** The share of its score that a heading keeps: the sentence below it says more. */
const HEADING_WEIGHT = 0.4;
/** The weight of a word that stands above a sentence, right before it, or in the file's name. */
const NEAR_WEIGHT = 0.5;
/** A file's sentences beyond this many are not looked at. */
const MAX_SENTENCES = 20_000;
/** A quote is shown beside the best one if it scores this share of it. */
const MIN_SHARE = 0.8;
const MAX_QUOTES = 3;

interface Sentence {
  readonly file: string;
  readonly text: string;
  readonly words: readonly string[];
  readonly above: readonly string[];
  readonly isHeading: boolean;
}

/** The sentences of some files that fit a question best, the best first; of equal ones the first. */
export function quoteFiles(asked: string, files: readonly { readonly name: string; readonly text: string }[]) {
  const words = toContentWords(asked);
  const meet = meetWords(words);
  const sentences = files.flatMap(({ name, text }) => toSentences(name, text));
  const bags = sentences.map((sentence) => ({ terms: meet(sentence), length: 1 }));
  const scores = scoreBags(bags, { words, compare: (one, other) => Number(one === other), weigh: toWordWeight });
  const scored = sentences.map(({ file, text, isHeading }, index) => {
    const found = bags[index]?.terms ?? new Map<string, number>();
    const score = (scores[index]?.score ?? 0) * (isHeading ? HEADING_WEIGHT : 1);
    /** Its share of the question's telling words, from 0 to 1; words of the heading above it count in part. */
    const cover = toShare(words, found);
    return { file, text, cover, score };
  });
  const best = scored.filter(({ cover }) => cover > 0).sort((one, other) => other.score - one.score);
  const least = (best[0]?.score ?? 0) * MIN_SHARE;
  return best.slice(0, MAX_QUOTES).filter(({ score }) => score >= least);
}

/** How surely each word of a question stands in a sentence, or near it; a word that does not is absent. */
function meetWords(words: readonly string[]): (sentence: Sentence) => ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  const compare = (word: string, other: string): number => {
    const key = `${word} ${other}`;
    const match = known.get(key) ?? compareWords(word, other);
    known.set(key, match);
    return match;
  };
  const best = (word: string, all: readonly string[]) => Math.max(0, ...all.map((each) => compare(word, each)));
  return ({ words: own, above }) => {
    const matches = words.map((word) => [word, Math.max(best(word, own), NEAR_WEIGHT * best(word, above))] as const);
    return new Map(matches.filter(([, match]) => match > 0));
  };
}

/** The weighted share of a question's words that are met; 0 without a telling one. A weak word that is not met says nothing. */
function toShare(words: readonly string[], found: ReadonlyMap<string, number>): number {
  const counted = words.filter((word) => toWordWeight(word) === 1 || found.has(word));
  if (!counted.some((word) => toWordWeight(word) === 1 && (found.get(word) ?? 0) >= NEAR_WEIGHT)) return 0;
  const sum = counted.reduce((all, word) => all + toWordWeight(word) * (found.get(word) ?? 0), 0);
  return sum / counted.reduce((all, word) => all + toWordWeight(word), 0);
}

/** The sentences of a text, with lines and pages joined where one goes on over their end. */
export function toSentences(file: string, text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let heading: readonly string[] = [];
  const name = toContentWords(file.replaceAll(/[/_.-]/gu, " "));
  const segmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });
  for (const line of joinLines(text)) {
    const isHeading = line.length <= MAX_HEADING && !/[.!?;,]$/u.test(line);
    if (isHeading) heading = toContentWords(line);
    let before = heading;
    for (const sentence of joinAbbreviated([...segmenter.segment(line)].map(({ segment }) => segment))) {
      const words = toContentWords(sentence);
      sentences.push({ file, text: sentence, words, above: [...name, ...heading, ...before], isHeading });
      before = words;
      if (sentences.length >= MAX_SENTENCES) return sentences;
    }
  }
  return sentences;
}

/** Lines without the marks of Markdown, each as far as its sentence goes. */
function joinLines(text: string): readonly string[] {
  const lines: string[] = [];
  let isOpen = false;
  for (const row of text.split(/\r?\n|\f/u)) {
    const line = row.replace(/^\s*(?:#{1,6}\s+|[-*+•]\s+|>\s*)/u, "").trim();
    const last = lines.at(-1);
    if (line === "") continue;
    const isItem = line !== row.trim() || /^\d+[.)]\s/u.test(line);
    const goesOn = /^[\p{Ll}\p{N}(]/u.test(line) || (last !== undefined && last.length > MAX_HEADING);
    if (isOpen && !isItem && goesOn && last !== undefined) lines[lines.length - 1] = `${last} ${line}`;
    else lines.push(line);
    isOpen = !/[.!?:;…|]["”»)]?$/u.test(line);
  }
  return lines;
}

/** Sentences that were cut behind an abbreviation, in one again. */
function joinAbbreviated(parts: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last !== undefined && /(?:^|[\s(])(?:\p{Lu}\p{L}{0,3}|\p{L}{1,2}|\d{1,2})\.$/u.test(last)) {
      joined[joined.length - 1] = `${last} ${part.trim()}`;
    } else if (part.trim() !== "") joined.push(part.trim());
  }
  return joined;
}
