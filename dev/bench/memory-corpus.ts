import type { MemoryRecord } from "../../worker/protocol/memory.ts";

/** What a query is like: words as they are, the last one cut short, or one mistyped. */
export type QueryKind = "exact" | "prefix" | "typo";

/** A query with the note it was made from. */
export interface KnownQuery {
  readonly kind: QueryKind;
  readonly text: string;
  readonly answerId: string;
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

const VOCABULARY_SIZE = 60_000;
/** Words this frequent are not asked for: they stand in for `the` and `of`. */
const COMMON_WORDS = 150;
const ONSETS = "b c d f g h j k l m n p r s t v w z br ch cl cr dr fl gr pl pr sh sl sp st th tr".split(" ");
const NUCLEI = "a e i o u ai ea io ou".split(" ");
const CODAS = ["", "", "", "n", "r", "s", "t", "l", "m", "nd", "ck", "st"];

/**
 * Words that can be spoken, most frequent first. Frequent ones are short, as in a language; many rare ones are near
 * each other, so that a typing slip often gives another word.
 */
export function createVocabulary(random: () => number): readonly string[] {
  const words = new Set<string>();
  while (words.size < VOCABULARY_SIZE) {
    const syllables = words.size < 400 ? 1 : words.size < 8000 ? 2 : 2 + Math.floor(random() * 2);
    let word = "";
    for (let syllable = 0; syllable < syllables; syllable += 1) {
      word += pick(ONSETS, random) + pick(NUCLEI, random) + (syllable === syllables - 1 ? pick(CODAS, random) : "");
    }
    words.add(word);
  }
  return [...words];
}

/** Notes of 8 to 40 words whose frequencies follow Zipf's law, in five namespaces, with up to three tags. */
export function createNotes(count: number, seed: number): MemoryRecord[] {
  const random = createRandom(seed);
  const vocabulary = createVocabulary(random);
  const tags = vocabulary.slice(1000, 1060);
  return Array.from({ length: count }, (_, index) => {
    const length = 8 + Math.floor(random() * 33);
    const words = Array.from({ length }, () => vocabulary[zipfRank(random)] ?? "");
    return {
      id: `note-${index}`,
      namespace: `space-${Math.floor(random() * 5)}`,
      text: `${words.join(" ")}.`,
      tags: Array.from({ length: Math.floor(random() * 4) }, () => pick(tags, random)).filter(isFirst),
      source: { type: "user" },
      createdAt: 1_700_000_000_000 + index * 1000,
      updatedAt: 1_700_000_000_000 + index * 1000,
    };
  });
}

/** Queries of two words of one note each, an equal number of every kind. */
export function createQueries(notes: readonly MemoryRecord[], count: number, seed: number): KnownQuery[] {
  const random = createRandom(seed);
  const common = new Set(createVocabulary(createRandom(CORPUS_SEED)).slice(0, COMMON_WORDS));
  const kinds: readonly QueryKind[] = ["exact", "prefix", "typo"];
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? "exact";
    for (;;) {
      const note = pick(notes, random);
      const words = note.text
        .slice(0, -1)
        .split(" ")
        .filter((word) => word.length >= 4 && !common.has(word));
      if (words.length < 2) continue;
      const chosen = [pick(words, random), pick(words, random)];
      if (!chosen.every(isFirst)) continue;
      return { kind, text: toQueryText(kind, chosen, random), answerId: note.id };
    }
  });
}

/** The seed that every measurement's notes are made from. */
export const CORPUS_SEED = 20_261_121;

function toQueryText(kind: QueryKind, words: string[], random: () => number): string {
  if (kind === "prefix") {
    const last = words[words.length - 1] ?? "";
    words[words.length - 1] = last.slice(0, Math.max(3, Math.ceil(last.length * 0.6)));
  }
  if (kind === "typo") {
    const index = Math.floor(random() * words.length);
    words[index] = mistype(words[index] ?? "", random);
  }
  return words.join(" ");
}

const LATIN = "abcdefghijklmnopqrstuvwxyz".split("");

/** One slip: a letter left out, doubled in, replaced, or swapped with its neighbour; each as likely. */
export function mistype(word: string, random: () => number, letters: readonly string[] = LATIN): string {
  for (;;) {
    const place = Math.floor(random() * (word.length - 1));
    const letter = pick(letters, random);
    const forms = [
      word.slice(0, place) + word.slice(place + 1),
      word.slice(0, place) + letter + word.slice(place),
      word.slice(0, place) + letter + word.slice(place + 1),
      word.slice(0, place) + word.charAt(place + 1) + word.charAt(place) + word.slice(place + 2),
    ];
    const typed = pick(forms, random);
    if (typed !== word) return typed;
  }
}

/** The rank of a word, by Zipf's law. */
export function zipfRank(random: () => number): number {
  // The inverse of the cumulative distribution of 1/rank, near enough: rank = size^u.
  return Math.min(VOCABULARY_SIZE - 1, Math.floor(VOCABULARY_SIZE ** random()) - 1);
}

function pick<Value>(values: readonly Value[], random: () => number): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new RangeError("nothing to pick from");
  return value;
}

function isFirst<Value>(value: Value, index: number, all: readonly Value[]): boolean {
  return all.indexOf(value) === index;
}
