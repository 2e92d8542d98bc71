import { type Reader, type Reading, readWords } from "../tools/grammar/pattern.ts";
import { fold, isTight, type Tokens } from "../tools/grammar/tokens.ts";
import { listEntries, listWords } from "../tools/grammar/word-lists.ts";
import type { Language } from "./language.ts";

/** A word's part in a number: a value to add, or a factor for what stands before it; behind a joint or not. */
interface Part {
  readonly value: number;
  readonly isFactor: boolean;
  readonly isJoined: boolean;
}

type Name = Omit<Part, "isJoined">;

type Numbers = ReturnType<typeof toNumbers>;

/** A number as it grows word by word. */
interface Count {
  readonly total: number;
  readonly current: number;
}

/** Reads a number in digits or words; its value is written with a point and nothing between thousands. */
export function createNumberReader(language: Language): Reader {
  const numbers = toNumbers(language);
  return function* (tokens, from) {
    const text = tokens.list[from]?.text ?? "";
    if (!/^\d/u.test(text)) return yield* readNumberWords(tokens, from, numbers);
    const digits = toPlainDigits(text, numbers);
    if (digits === null) return;
    const next = numbers.names.get(tokens.list[from + 1]?.text ?? "");
    if (next?.isFactor === true) yield { end: from + 2, value: String(Number(digits) * next.value) };
    yield { end: from + 1, value: digits };
  };
}

/** Reads a number, below zero or with a half behind it as well, or a word that says one of something. */
export function createAmountReader(language: Language): Reader {
  const { few, half, minus } = language.numbers;
  const readNumber = createNumberReader(language);
  const readFew = readWords(listEntries(few));
  const readHalf = readWords([["half", listWords(half)]]);
  const readMinus = readWords([["-", listWords(minus)]]);
  return function* (tokens, from) {
    const isTightMinus = tokens.list[from]?.text === "-" && isTight(tokens, from + 1);
    const behind = isTightMinus ? [from + 1] : [...readMinus(tokens, from)].map(({ end }) => end);
    for (const start of [from, ...behind]) {
      const sign = start === from ? "" : "-";
      for (const { end, value } of readNumber(tokens, start)) {
        for (const half of readHalf(tokens, end)) yield { end: half.end, value: `${sign}${Number(value) + 0.5}` };
        yield { end, value: `${sign}${value}` };
      }
    }
    yield* readFew(tokens, from);
  };
}

/** The marks and number words of a language, folded. */
function toNumbers({ locales, and, numbers: { values, factors, few, compound } }: Language) {
  const names = new Map<string, Name>();
  for (const [range, words] of listEntries(values)) {
    const [from = 0, step = 1] = range.split("+").map(Number);
    for (const [index, forms] of words.entries()) {
      for (const form of forms.split("|")) names.set(fold(form), { value: from + index * step, isFactor: false });
    }
  }
  for (const [value, words] of listEntries(factors)) {
    for (const word of words) names.set(fold(word), { value: Number(value), isFactor: true });
  }
  const written = new Intl.NumberFormat(locales).formatToParts(12_345.5);
  const readMark = (wanted: "decimal" | "group") => written.find(({ type }) => type === wanted)?.value ?? "";
  const group = readMark("group");
  return {
    /** A number in digits: its whole part, with `group` between thousands, and its fraction. */
    digits: new RegExp(`^(\\d{1,3}(?:[${group}]\\d{3})+|\\d+)(?:[${readMark("decimal")}](\\d+))?$`, "u"),
    group,
    compound,
    names,
    joints: listWords(and).map(fold),
    ones: new Set(listEntries(few).flatMap(([value, words]) => (value === "1" ? words.map(fold) : []))),
  };
}

function toPlainDigits(text: string, { digits, group }: Numbers): string | null {
  // A telephone number.
  if (/^0\d/u.test(text)) return null;
  const [, whole, fraction] = digits.exec(text) ?? [];
  if (whole !== undefined) return whole.replaceAll(group, "") + (fraction === undefined ? "" : `.${fraction}`);
  // A fraction with the mark of another language, which cannot be a thousand here.
  return group === "." && /^\d+\.\d+$/u.test(text) ? text : null;
}

function* readNumberWords(tokens: Tokens, from: number, numbers: Numbers): Generator<Reading, void, void> {
  // "A hundred": the word for one counts only before a factor.
  const isOne = numbers.ones.has(tokens.list[from]?.text ?? "");
  const start = isOne && numbers.names.get(tokens.list[from + 1]?.text ?? "")?.isFactor === true ? from + 1 : from;
  const found: Reading[] = [];
  let count: Count = { total: 0, current: 0 };
  let at = start;
  for (;;) {
    const isJoined = at > start && isJoint(tokens, at, numbers);
    const next = isJoined ? at + 1 : at;
    const parts = readParts(tokens.list[next]?.text ?? "", isJoined, numbers);
    // "Hundred" alone is no number.
    if (parts === null || (at === from && parts[0]?.isFactor === true && parts[0].value === 100)) break;
    const grown = parts.reduce<Count | null>((sum, part) => grow(sum, part, numbers), count);
    if (grown === null) break;
    count = grown;
    at = next + 1;
    found.unshift({ end: at, value: String(count.total + count.current) });
  }
  yield* found;
}

function isJoint(tokens: Tokens, at: number, { joints }: Numbers): boolean {
  const text = tokens.list[at]?.text ?? "";
  if (text === "-") return isTight(tokens, at) && isTight(tokens, at + 1);
  return joints.includes(text);
}

/** The parts that a word has, which are several where numbers are written as one word. Null if it is no number. */
function readParts(word: string, isJoined: boolean, numbers: Numbers): readonly Part[] | null {
  const whole = numbers.names.get(word);
  if (whole !== undefined) return [{ ...whole, isJoined }];
  if (!numbers.compound) return null;
  const beginnings = [...numbers.names].filter(([name]) => word.startsWith(name));
  for (const [name, first] of beginnings.sort(([one], [other]) => other.length - one.length)) {
    for (const joint of ["", ...numbers.joints]) {
      const end = name.length + joint.length;
      const isSound = word.startsWith(joint, name.length) && end < word.length;
      const rest = isSound ? readParts(word.slice(end), joint !== "", numbers) : null;
      if (rest !== null) return [{ ...first, isJoined }, ...rest];
    }
  }
  return null;
}

/** Adds a part; null if no number goes on so. */
function grow(count: Count | null, { value, isFactor, isJoined }: Part, { compound }: Numbers): Count | null {
  if (count === null) return null;
  const { total, current } = count;
  if (isFactor && value > 100) {
    return total % (value * 1000) === 0 ? { total: total + (current || 1) * value, current: 0 } : null;
  }
  if (isFactor) return current > 9 ? null : { total, current: (current || 1) * value };
  const isStart = current === 0;
  const isOnes = !compound && value > 0 && value < 10 && current % 100 >= 20 && current % 10 === 0;
  const isTens = compound && isJoined && value >= 20 && value % 10 === 0 && current % 100 > 0 && current % 100 < 10;
  const isRest = value > 0 && value < 100 && current >= 100 && current % 100 === 0;
  return isStart || isOnes || isTens || isRest ? { total, current: current + value } : null;
}
