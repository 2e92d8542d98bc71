import { sliceTokens, type Tokens, toTokens } from "./tokens.ts";
import { type Lines, listLines } from "./word-lists.ts";

/** The value of a pattern's hole, and its words as they were written. */
export interface Bound {
  readonly value: string;
  readonly said: string;
}

export type Bindings = ReadonlyMap<string, Bound>;

/** A reading of some words: the place behind the last of them, and what they mean. */
export interface Reading {
  readonly end: number;
  readonly value: string;
}

/** All readings of a hole's kind from a place on, the most likely first. */
export type Reader = (tokens: Tokens, from: number) => Iterable<Reading>;
export type Readers = Readonly<Record<string, Reader>>;

type Item =
  | { readonly type: "word"; readonly text: string }
  | { readonly type: "choice"; readonly choices: readonly (readonly Item[])[] }
  | { readonly type: "hole"; readonly name: string; readonly kind: string };

const PART = /\{(\w+)(?::(\w+))?\}|[[\]()|]|[^\s[\]()|{}]+/gu;
const CACHE = new Map<string, readonly Item[]>();

/**
 * Reads a pattern: words that must stand there, `[a|b]` for what may stand there, `(a|b)` for a choice, and `{name:kind}`
 * for what a reader of that kind reads; `{name}` is short for `{name:name}`. Throws for a pattern that is not closed.
 */
export function toPattern(source: string): readonly Item[] {
  const known = CACHE.get(source);
  if (known !== undefined) return known;
  const parts = [...source.matchAll(PART)];
  let at = 0;
  const readChoices = (close: string | null): readonly (readonly Item[])[] => {
    const choices: Item[][] = [[]];
    for (;;) {
      const part = parts[at];
      const text = part?.[0] ?? null;
      at += 1;
      if (text === close) return choices;
      if (part === undefined || text === null || text === "]" || text === ")") throw new Error(`Not closed: ${source}`);
      if (text === "|") choices.push([]);
      else choices.at(-1)?.push(...toItems(text, part));
    }
  };
  const toItems = (text: string, [, name, kind]: RegExpExecArray | RegExpMatchArray): readonly Item[] => {
    if (name !== undefined) return [{ type: "hole", name, kind: kind ?? name }];
    if (text === "(") return [{ type: "choice", choices: readChoices(")") }];
    if (text === "[") return [{ type: "choice", choices: [...readChoices("]"), []] }];
    const { list } = toTokens(text);
    // A mark alone, which a sentence is read without.
    if (list.length === 0) return [{ type: "word", text }];
    return list.map((token): Item => ({ type: "word", text: token.text }));
  };
  const items: readonly Item[] = [{ type: "choice", choices: readChoices(null) }];
  CACHE.set(source, items);
  return items;
}

/** A way to read some words by a pattern. */
export interface Match {
  readonly end: number;
  readonly bindings: Bindings;
}

/** All ways to read the words from a place on by one of these patterns. */
export function* matchFrom(
  tokens: Tokens,
  from: number,
  patterns: Lines,
  readers: Readers = {},
): Generator<Match, void, void> {
  for (const pattern of listLines(patterns)) {
    yield* matchItems(tokens, toPattern(pattern), { end: from, bindings: new Map() }, readers);
  }
}

function* matchItems(
  tokens: Tokens,
  [item, ...rest]: readonly Item[],
  before: Match,
  readers: Readers,
): Generator<Match, void, void> {
  const { end: at, bindings } = before;
  if (item === undefined) {
    yield before;
  } else if (item.type === "word") {
    if (tokens.list[at]?.text === item.text) yield* matchItems(tokens, rest, { end: at + 1, bindings }, readers);
  } else if (item.type === "choice") {
    for (const choice of item.choices) yield* matchItems(tokens, [...choice, ...rest], before, readers);
  } else {
    const reader = readers[item.kind];
    if (reader === undefined) throw new Error(`There is no reader for '${item.kind}'.`);
    for (const { end, value } of reader(tokens, at)) {
      const bound = new Map(bindings).set(item.name, { value, said: sliceTokens(tokens, at, end) });
      yield* matchItems(tokens, rest, { end, bindings: bound }, readers);
    }
  }
}

/** Reads one of some words or phrases, the longest first; each stands for its key. */
export function readWords(meanings: Iterable<readonly [key: string, words: readonly string[]]>): Reader {
  const phrases = [...meanings]
    .flatMap(([value, words]) => words.map((word) => ({ value, word })))
    .sort((one, other) => other.word.length - one.word.length);
  return function* (tokens, from) {
    for (const { value, word } of phrases) {
      for (const { end } of matchFrom(tokens, from, word)) yield { end, value };
    }
  };
}

const MAX_NAME_WORDS = 3;

/** Reads a name that is listed with its meaning, or as many words as `find` has a meaning for. */
export function readNames(
  meanings: Parameters<typeof readWords>[0],
  find: (said: string) => string | undefined,
): Reader {
  const readListed = readWords(meanings);
  return function* (tokens, from) {
    yield* readListed(tokens, from);
    for (let end = Math.min(tokens.list.length, from + MAX_NAME_WORDS); end > from; end -= 1) {
      const value = find(sliceTokens(tokens, from, end));
      if (value !== undefined) yield { end, value };
    }
  };
}

/** The text of a template with its holes filled. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/gu, (hole, name: string) => values[name] ?? hole);
}
