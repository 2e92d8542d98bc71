/** Random numbers below 1 that a seed repeats. */
export type Random = () => number;

function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Each input has random numbers of its own, so that it can be made again by its number alone. */
export function createInputRandom(target: string, seed: number, index: number): Random {
  let mixed = seed >>> 0;
  for (const letter of target) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x0100_0193) >>> 0;
  return createRandom((mixed + Math.imul(index, 0x9e37_79b1)) >>> 0);
}

export function pickOf<Value>(values: readonly Value[], random: Random): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("There is nothing to pick from.");
  return value;
}

/** What an input is made from: whole inputs, and the words of the grammar that mutations put in. */
export interface Grammar {
  readonly seeds: readonly string[];
  readonly tokens: readonly string[];
}

/** Words that are awkward in any grammar: borders of numbers, nesting, control characters, halves of characters. */
const AWKWARD = [
  ...["", " ", "\n", "\r\n", "\t", "\u0000", "\u2028", "\ufeff", "\u202e", "\u200b", "\ud83d", "\udc00", "😀", "é"],
  ...["0", "-0", "-1", "1e999", "1e-999", "9007199254740993", "18446744073709551616", "4294967296", "0x10", "NaN"],
  ...["null", "true", "{}", "[]", '""', "__proto__", "constructor", "toString", "prototype", "hasOwnProperty"],
  ...[
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "<",
    ">",
    '"',
    "'",
    "`",
    "\\",
    "/",
    "|",
    "&",
    "#",
    "*",
    "_",
    "~",
    "$",
    ":",
    ",",
    "=",
  ],
];

const MAX_LENGTH = 20_000;
const MAX_STEPS = 8;
/** Where a text is cut: between words, numbers and single marks. */
const WORD = /[A-Za-z_]+|\d+|\s+|[\s\S]/gu;

/** Makes an input from a seed of the grammar by a few random edits of its words; now and then of another seed's too. */
export function mutateText({ seeds, tokens }: Grammar, random: Random): string {
  let words = toWords(pickOf(seeds, random));
  const steps = 1 + Math.floor(random() * MAX_STEPS);
  for (let step = 0; step < steps; step += 1) {
    words = edit(words, seeds, tokens, random);
    if (words.length > MAX_LENGTH) words = words.slice(0, MAX_LENGTH);
  }
  return words.join("").slice(0, MAX_LENGTH);
}

function toWords(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

function edit(
  words: readonly string[],
  seeds: readonly string[],
  tokens: readonly string[],
  random: Random,
): readonly string[] {
  const [from, to] = pickSpan(words, random);
  const span = words.slice(from, to);
  const around = (middle: readonly string[]): readonly string[] => [
    ...words.slice(0, from),
    ...middle,
    ...words.slice(to),
  ];
  const token = random() < 0.6 && tokens.length > 0 ? pickOf(tokens, random) : pickOf(AWKWARD, random);
  switch (Math.floor(random() * 9)) {
    case 0:
      return around([]);
    case 1:
      return around([token]);
    case 2:
      return around([token, ...span]);
    case 3:
      return around([...span, ...span]);
    case 4:
      // Long runs and deep nests, the length by powers of two.
      return around(Array.from({ length: 2 ** Math.floor(random() * 12) }, () => token));
    case 5:
      return around(span.toReversed());
    case 6: {
      const other = toWords(pickOf(seeds, random));
      const [otherFrom, otherTo] = pickSpan(other, random);
      return around(other.slice(otherFrom, otherTo));
    }
    case 7:
      return words.slice(0, to);
    default:
      return around(span.map((word) => (random() < 0.3 ? token : word)));
  }
}

/** A span of up to a dozen words most of the time, of any length otherwise. */
function pickSpan(words: readonly string[], random: Random): readonly [number, number] {
  const from = Math.floor(random() * (words.length + 1));
  const longest = random() < 0.8 ? 12 : words.length;
  return [from, Math.min(words.length, from + Math.floor(random() * longest))];
}

/** Changes single bytes, and counts of 4 and 8 bytes, of a file; now and then cuts it. */
export function mutateBytes(seed: Uint8Array, random: Random): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(seed);
  const view = new DataView(bytes.buffer);
  const steps = 1 + Math.floor(random() * MAX_STEPS);
  for (let step = 0; step < steps; step += 1) {
    const at = Math.floor(random() * bytes.length);
    const count = pickOf([0, 1, 2, 0x7f, 0xff, 0xffff, 0x7fff_ffff, 0xffff_ffff], random);
    if (random() < 0.5) bytes[at] = Math.floor(random() * 256);
    else if (at + 8 <= bytes.length) {
      view.setUint32(at, count, true);
      if (random() < 0.5) view.setUint32(at + 4, random() < 0.7 ? 0 : count, true);
    }
  }
  return random() < 0.2 ? bytes.slice(0, Math.floor(random() * bytes.length)) : bytes;
}
