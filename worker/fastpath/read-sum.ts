import { fillTemplate, matchFrom, type Reader, type Reading, readWords } from "../tools/grammar/pattern.ts";
import { isTight, type Tokens } from "../tools/grammar/tokens.ts";
import { type Lines, listEntries, listPairs, listWords } from "../tools/grammar/word-lists.ts";
import type { Language } from "./language.ts";
import { createNumberReader } from "./read-number.ts";

/** How strongly an operator binds. */
const STRENGTH: Readonly<Record<string, number>> = { "+": 1, "-": 1, "*": 2, "/": 2, "^": 3 };
const SYMBOLS: Readonly<Record<string, string>> = { "+": "+", "-": "-−–", "*": "*×·", "/": "/÷:", "^": "^" };

/** Reads a sum in digits and words; its value is the expression. */
export function createSumReader(language: Language): Reader {
  const { operators, percent, values, endings, steps } = language.sums;
  const number = createNumberReader(language);
  const operator = readWords(
    listEntries(operators).map(([sign, words]) => [sign, [...words, ...(SYMBOLS[sign] ?? "")]]),
  );
  const percentWord = readWords([["%", ["%", ...listWords(percent)]]]);
  const andWord = readWords([["and", [",", ...listWords(language.and)]]]);
  const share: Reader = function* (tokens, from) {
    for (const { end, value } of number(tokens, from)) {
      for (const { end: last } of percentWord(tokens, end)) yield { end: last, value };
    }
  };
  const list = (read: Reader, join: (all: readonly string[]) => string, least = 2): Reader =>
    function* (tokens, from) {
      for (const { end, all } of readList(read, tokens, from)) if (all.length >= least) yield { end, value: join(all) };
    };
  type ListReading = { readonly end: number; readonly all: string[] };
  function* readList(read: Reader, tokens: Tokens, from: number): Generator<ListReading, void, void> {
    for (const { end, value } of read(tokens, from)) {
      for (const joint of andWord(tokens, end)) {
        // "3, 4, and 5".
        for (const next of [joint, ...andWord(tokens, joint.end)]) {
          for (const rest of readList(read, tokens, next.end)) yield { end: rest.end, all: [value, ...rest.all] };
        }
      }
      yield { end, all: [value] };
    }
  }
  const readers = {
    number,
    share,
    percent: percentWord,
    value: readValues,
    added: list(number, (all) => `(${all.join(" + ")})`),
    multiplied: list(number, (all) => `(${all.join(" * ")})`),
    averaged: list(number, (all) => `((${all.join(" + ")}) / ${all.length})`),
    letters: list(readLetters, (all) => `(${all.join(" + ")})`, 1),
  };
  // Each place is read once: a long question has more ways to be read than there is time for.
  const known = new WeakMap<Tokens, Map<string, readonly Reading[]>>();
  function readOnce(tokens: Tokens, key: string, read: () => Iterable<Reading>): readonly Reading[] {
    const places = known.get(tokens) ?? new Map<string, readonly Reading[]>();
    known.set(tokens, places);
    const found = places.get(key) ?? toDistinct(read());
    places.set(key, found);
    return found;
  }
  function readValues(tokens: Tokens, from: number): readonly Reading[] {
    return readOnce(tokens, `value ${from}`, () => findValues(tokens, from));
  }
  function* findValues(tokens: Tokens, from: number): Generator<Reading, void, void> {
    for (const { end, value } of findPlainValues(tokens, from)) {
      yield* readRules(tokens, end, endings, { a: value });
      yield { end, value };
    }
  }
  function* readRules(tokens: Tokens, from: number, rules: Lines, before = {}): Generator<Reading, void, void> {
    for (const [pattern, template] of listPairs(rules, " => ")) {
      for (const { end, bindings } of matchFrom(tokens, from, pattern, readers)) {
        const said = Object.fromEntries([...bindings].map(([name, { value }]) => [name, value]));
        yield { end, value: fillTemplate(template, { ...said, ...before }) };
      }
    }
  }
  function* findPlainValues(tokens: Tokens, from: number): Generator<Reading, void, void> {
    const text = tokens.list[from]?.text;
    if (text === "-" && isTight(tokens, from + 1)) {
      for (const { end, value } of number(tokens, from + 1)) yield { end, value: `(-${value})` };
    }
    if (text === "(") {
      for (const { end, value } of readSum(tokens, from + 1, 0)) {
        if (tokens.list[end]?.text === ")") yield { end: end + 1, value: `(${value})` };
      }
    }
    yield* readRules(tokens, from, values);
    yield* number(tokens, from);
  }
  /** Reads values with operators of at least some strength between them. */
  function readSum(tokens: Tokens, from: number, least: number): readonly Reading[] {
    return readOnce(tokens, `sum ${from} ${least}`, () => {
      const found = new Map(readValues(tokens, from).map((reading) => [reading.end, reading]));
      for (const left of found.values()) {
        for (const reading of goOn(tokens, left, least)) {
          if (!found.has(reading.end)) found.set(reading.end, reading);
        }
      }
      return found.values();
    });
  }
  function* goOn(tokens: Tokens, left: Reading, least: number): Generator<Reading, void, void> {
    for (const { end, value: sign } of operator(tokens, left.end)) {
      const strength = STRENGTH[sign] ?? 0;
      if (strength < least) continue;
      const whole = /^[\d.]+$/u.test(left.value) ? left.value : `(${left.value})`;
      for (const part of strength === 1 ? share(tokens, end) : []) {
        // "200 minus 35%" takes the share of what stands before it.
        yield { end: part.end, value: `${left.value} ${sign} ${whole} * ${part.value} / 100` };
      }
      for (const right of readSum(tokens, end, strength + 1)) {
        yield { end: right.end, value: `${left.value} ${sign} ${right.value}` };
      }
    }
  }
  /** A sum, and what is done with the whole of it afterwards. */
  function* readSteps(tokens: Tokens, sum: Reading): Generator<Reading, void, void> {
    for (const next of readRules(tokens, sum.end, steps, { a: `(${sum.value})` })) yield* readSteps(tokens, next);
    yield sum;
  }
  return function* (tokens, from) {
    for (const sum of readSum(tokens, from, 0)) yield* readSteps(tokens, sum);
  };
}

/** Reads a word, in quotes or not, as the number of its letters. */
function* readLetters({ list }: Tokens, from: number): Generator<Reading, void, void> {
  const isQuoted = /^["'“„‘«]$/u.test(list[from]?.text ?? "");
  const at = from + Number(isQuoted);
  const word = list[at]?.text ?? "";
  if (/^\p{L}+$/u.test(word)) yield { end: at + 1 + Number(isQuoted), value: String([...word].length) };
}

/** The first reading for each end, the longest first. */
function toDistinct(readings: Iterable<Reading>): readonly Reading[] {
  const first = new Map([...readings].reverse().map((reading) => [reading.end, reading]));
  return [...first.values()].sort((one, other) => other.end - one.end);
}
