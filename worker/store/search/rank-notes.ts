import { toGain, toRarity } from "../../search/bm25.ts";
import type { Scored } from "../../search/fuse-scores.ts";
import { isSpelled, toTerms } from "../../search/terms.ts";
import { findFirst } from "./find-first.ts";
import { forEachPosting } from "./merge-segments.ts";
import {
  at,
  NAMESPACE_MARK,
  PINNED_TERM,
  type SearchSegment,
  type SegmentTerms,
  TAG_MARK,
  type TermPlace,
} from "./segment.ts";

/** A search for notes. Without words every note in scope matches, pinned ones first. */
export interface NoteQuery {
  readonly text: string;
  readonly namespace?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** One way a word of the query occurs in a segment. */
interface Variant {
  readonly place: TermPlace;
  readonly weight: number;
}

interface SegmentPlan {
  readonly segment: SearchSegment;
  /** Postings that a note must be in. */
  readonly required: readonly TermPlace[];
  /** Per word of the query. */
  readonly words: readonly (readonly Variant[])[];
  readonly pinned: TermPlace | null;
}

/** Which postings a query needs; made before they are loaded. */
export interface QueryPlan {
  readonly segments: readonly SegmentPlan[];
  readonly wordCount: number;
  readonly noteCount: number;
  readonly averageLength: number;
}

/** A matching note, by its document number. */
export interface RankedNote extends Scored<number> {
  readonly updatedAt: number;
}

/** Returns the loaded postings of a term. */
export type ReadPostings = (segment: SearchSegment, place: TermPlace) => Uint8Array;

const MAX_WORDS = 32;
/** Shorter words are not corrected, unless no note contains them. */
const MIN_SLIP_LENGTH = 4;
const MIN_UNKNOWN_SLIP_LENGTH = 3;
const MIN_PREFIX_LENGTH = 3;
/** A word in more than this share of all notes counts neither as mistyped nor as a prefix. */
const COMMON_SHARE = 0.05;

const PREFIX_WEIGHT = 0.6;
const LAST_PREFIX_WEIGHT = 0.85;
const SLIP_WEIGHT = 0.35;
const UNKNOWN_SLIP_WEIGHT = 0.8;

/** Finds the terms that each word may mean: itself, terms it is a prefix of, and terms one typing slip away. */
export function planQuery(segments: readonly SearchSegment[], query: NoteQuery): QueryPlan {
  const words = [...new Set(toTerms(query.text))].slice(0, MAX_WORDS);
  const marks = (query.tags ?? []).map((tag) => TAG_MARK + tag);
  if (query.namespace !== undefined) marks.push(NAMESPACE_MARK + query.namespace);
  const noteCount = segments.reduce((sum, { size, deadCount }) => sum + size - deadCount, 0);
  const totalLength = segments.reduce((sum, segment) => sum + segment.totalLength, 0);
  const live = segments.flatMap((segment) => {
    const required = marks.map((mark) => segment.terms.find(mark));
    if (required.includes(-1) || segment.size === segment.deadCount) return [];
    return [{ segment, required: required.map((index) => segment.terms.place(index)) }];
  });
  const variants = words.map((word, index) =>
    findVariants(
      live.map(({ segment }) => segment),
      segments,
      { word, last: index === words.length - 1, noteCount },
    ),
  );
  return {
    segments: live.map(({ segment, required }, index) => {
      const pinned = words.length === 0 ? segment.terms.find(PINNED_TERM) : -1;
      return {
        segment,
        required,
        words: variants.map((perSegment) => perSegment[index] ?? []),
        pinned: pinned < 0 ? null : segment.terms.place(pinned),
      };
    }),
    wordCount: words.length,
    noteCount,
    averageLength: noteCount === 0 ? 1 : Math.max(1, totalLength / noteCount),
  };
}

/** Every piece of postings that `rankNotes` will ask for. */
export function listPlaces(plan: QueryPlan): { readonly segment: SearchSegment; readonly place: TermPlace }[] {
  return plan.segments.flatMap(({ segment, required, words, pinned }) => [
    ...required.map((place) => ({ segment, place })),
    ...words.flatMap((variants) => variants.map(({ place }) => ({ segment, place }))),
    ...(pinned === null ? [] : [{ segment, place: pinned }]),
  ]);
}

/** The best `limit` notes: by score, then the newest first. */
export function rankNotes(plan: QueryPlan, read: ReadPostings, limit: number): RankedNote[] {
  const best = new BestNotes(limit);
  for (const part of plan.segments) rankSegment(plan, part, read, best);
  return best.notes;
}

/** The best few so far, in order. */
class BestNotes {
  readonly notes: RankedNote[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(id: number, score: number, updatedAt: number): void {
    const { notes } = this;
    if (notes.length >= this.#limit) {
      const last = notes[notes.length - 1];
      if (last === undefined || !isBefore(score, updatedAt, id, last)) return;
      notes.pop();
    }
    const place = findFirst(notes.length, (index) => {
      const other = notes[index];
      return other === undefined || !isBefore(score, updatedAt, id, other);
    });
    notes.splice(place, 0, { id, score, updatedAt });
  }
}

function isBefore(score: number, updatedAt: number, id: number, other: RankedNote): boolean {
  if (score !== other.score) return score > other.score;
  if (updatedAt !== other.updatedAt) return updatedAt > other.updatedAt;
  return id > other.id;
}

/** For one word: the variants in each segment, weighted with how rare the word and its variants are together. */
function findVariants(
  segments: readonly SearchSegment[],
  all: readonly SearchSegment[],
  { word, last, noteCount }: { readonly word: string; readonly last: boolean; readonly noteCount: number },
): Variant[][] {
  // How rare a word is does not depend on the scope: counted over all segments.
  let exactCount = 0;
  for (const { terms } of all) {
    const index = terms.find(word);
    if (index >= 0) exactCount += terms.place(index).count;
  }
  const common = exactCount > noteCount * COMMON_SHARE;
  const spelled = isSpelled(word);
  const withPrefix = last || (!common && spelled && word.length >= MIN_PREFIX_LENGTH);
  const shortestSlip = exactCount === 0 ? MIN_UNKNOWN_SLIP_LENGTH : MIN_SLIP_LENGTH;
  const withSlips = !common && spelled && word.length >= shortestSlip;
  const slipWeight = exactCount === 0 ? UNKNOWN_SLIP_WEIGHT : SLIP_WEIGHT;
  const found = segments.map(({ terms }) => {
    const exact = terms.find(word);
    return {
      exact: exact < 0 ? null : terms.place(exact),
      beginnings: withPrefix ? findBeginnings(terms, word, exact, last ? LAST_PREFIX_WEIGHT : PREFIX_WEIGHT) : [],
      slips: withSlips
        ? Array.from(terms.findOneEdit(word), (index) => ({ place: terms.place(index), weight: slipWeight }))
        : [],
    };
  });
  const countAll = (variants: readonly Variant[]): number =>
    variants.reduce((sum, { place }) => sum + place.count, exactCount);
  const prefixCount = countAll(found.flatMap(({ beginnings }) => beginnings));
  const slipCount = countAll(found.flatMap(({ slips }) => slips));
  const exactRarity = toRarity(exactCount, noteCount);
  const prefixRarity = toRarity(prefixCount, noteCount);
  const slipRarity = toRarity(slipCount, noteCount);
  return found.map(({ exact, beginnings, slips }) => [
    ...(exact === null ? [] : [{ place: exact, weight: exactRarity }]),
    ...beginnings.map(({ place, weight }) => ({ place, weight: weight * prefixRarity })),
    ...slips.map(({ place, weight }) => ({ place, weight: weight * slipRarity })),
  ]);
}

/** The terms that begin with a word; the longer the rest, the less each counts. */
function findBeginnings(terms: SegmentTerms, word: string, exact: number, prefixWeight: number): Variant[] {
  const beginnings: Variant[] = [];
  const [first, end] = terms.findPrefix(word);
  for (let index = first; index < end; index += 1) {
    if (index === exact) continue;
    const extra = terms.lengthOf(index) - word.length;
    const closeness = word.length / (word.length + 0.3 * extra);
    beginnings.push({ place: terms.place(index), weight: prefixWeight * closeness });
  }
  return beginnings;
}

/** Buffers, reused between searches; as long as the longest segment. */
let scores = new Float32Array(0);
let wordScores = new Float32Array(0);
let lastWord = new Uint8Array(0);
let wordsFound = new Uint8Array(0);
let outOfScope = new Uint8Array(0);

function rankSegment(plan: QueryPlan, part: SegmentPlan, read: ReadPostings, best: BestNotes): void {
  const { segment } = part;
  const { docs, updatedAt, lengths } = segment.data;
  reserve(segment.size);
  const blocked = part.required.length === 0 ? segment.dead : blockOutside(part, read);
  if (plan.wordCount === 0) {
    listSegment(part, read, blocked, best);
    return;
  }
  /** The ordinals of notes that have a score. */
  const touched: number[] = [];
  part.words.forEach((variants, word) => {
    for (const { place, weight } of variants) {
      const postings = read(segment, place);
      forEachPosting(postings, 0, postings.length, (ordinal, frequency) => {
        if (blocked[ordinal] === 1) return;
        const score = weight * toGain(frequency, at(lengths, ordinal), plan.averageLength);
        addScore(ordinal, word + 1, score, touched);
      });
    }
  });
  for (const ordinal of touched) {
    // A note with all words ranks above one with a few rare words.
    const share = at(wordsFound, ordinal) / plan.wordCount;
    best.offer(at(docs, ordinal), at(scores, ordinal) * share, at(updatedAt, ordinal));
    scores[ordinal] = 0;
    lastWord[ordinal] = 0;
    wordsFound[ordinal] = 0;
  }
}

/** Without words: every note in scope, pinned ones first. */
function listSegment({ segment, pinned }: SegmentPlan, read: ReadPostings, blocked: Uint8Array, best: BestNotes): void {
  const { docs, updatedAt } = segment.data;
  if (pinned !== null) {
    for (const ordinal of readOrdinals(read(segment, pinned))) scores[ordinal] = 1;
  }
  for (let ordinal = 0; ordinal < segment.size; ordinal += 1) {
    if (blocked[ordinal] === 0) best.offer(at(docs, ordinal), at(scores, ordinal), at(updatedAt, ordinal));
    scores[ordinal] = 0;
  }
}

/** Of the variants of one word that a note has, only the best counts. */
function addScore(ordinal: number, word: number, score: number, touched: number[]): void {
  const seen = lastWord[ordinal];
  if (seen === word) {
    const before = at(wordScores, ordinal);
    if (score <= before) return;
    wordScores[ordinal] = score;
    scores[ordinal] = at(scores, ordinal) + score - before;
    return;
  }
  if (seen === 0) touched.push(ordinal);
  lastWord[ordinal] = word;
  wordsFound[ordinal] = at(wordsFound, ordinal) + 1;
  wordScores[ordinal] = score;
  scores[ordinal] = at(scores, ordinal) + score;
}

function reserve(size: number): void {
  if (scores.length >= size) return;
  scores = new Float32Array(size);
  wordScores = new Float32Array(size);
  lastWord = new Uint8Array(size);
  wordsFound = new Uint8Array(size);
  outOfScope = new Uint8Array(size);
}

/** Per ordinal: 1 unless the note is alive and in every required list. */
function blockOutside(part: SegmentPlan, read: ReadPostings): Uint8Array {
  const { segment, required } = part;
  const { size, dead } = segment;
  outOfScope.fill(0, 0, size);
  for (const place of required) {
    for (const ordinal of readOrdinals(read(segment, place))) outOfScope[ordinal] = at(outOfScope, ordinal) + 1;
  }
  for (let ordinal = 0; ordinal < size; ordinal += 1) {
    outOfScope[ordinal] = at(outOfScope, ordinal) === required.length && dead[ordinal] === 0 ? 0 : 1;
  }
  return outOfScope;
}

/** The ordinals of postings whose terms occur once in a note, as marks do. */
function readOrdinals(bytes: Uint8Array): Uint32Array {
  const ordinals = new Uint32Array(bytes.length);
  let count = 0;
  forEachPosting(bytes, 0, bytes.length, (ordinal) => {
    ordinals[count] = ordinal;
    count += 1;
  });
  return ordinals.subarray(0, count);
}
