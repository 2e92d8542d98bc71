import { isJsonArray, isJsonObject, type JsonSchema, type JsonValue } from "../../protocol/json.ts";
import type { ToolExample, ToolSpec } from "../../protocol/tool.ts";

/**
 * Narrows tools' schemas to one question, for models too weak to copy faithfully. What a field may hold is learned from
 * the tool's examples: a field whose example values are copied from their questions gets the pieces of this question
 * found in the same context; numbers must be numbers of the question; a composed expression may use only numbers of the
 * question and those that the examples add. An optional field with no candidate in the question, or that no example
 * fills in, is left out. Tools without examples stay as they are. A narrowed schema accepts a subset of the tool's own.
 */
export function groundTools(question: string, tools: readonly ToolSpec[]): readonly ToolSpec[] {
  const words = toWords(question);
  return tools.map((tool) => ((tool.examples?.length ?? 0) > 0 ? groundTool(tool, words) : tool));
}

/** A word of a question, without the marks around it. */
interface Word {
  readonly text: string;
  readonly kind: "number" | "date" | "word";
  /** True when the punctuation after it ends a phrase. */
  readonly closes: boolean;
  readonly opens: boolean;
}

/** Where a copied value stood in its question. */
interface Place {
  readonly start: number;
  readonly end: number;
}

interface Evidence {
  readonly words: readonly Word[];
  readonly value: string;
  /** Null when the value is not a piece of the question. */
  readonly place: Place | null;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const NUMBER = /^[-+]?\d[\d,]*(?:\.\d+)?%?$/;
/** Values with at least this many words on average are whole phrases rather than words of one. */
const PHRASE_WORDS = 4;
const MAX_WORDS = 60;

function groundTool(tool: ToolSpec, words: readonly Word[]): ToolSpec {
  const { properties, required } = tool.parameters;
  if (!isJsonObject(properties)) return tool;
  const needed = new Set(required !== undefined && isJsonArray(required) ? required : []);
  const frame = collectFrame(tool.examples ?? []);
  const options = new Map<string, readonly JsonValue[]>();
  const fields = Object.entries(properties).flatMap(([name, schema]): [string, JsonValue][] => {
    if (!isJsonObject(schema)) return [[name, schema]];
    // A weak model should not fill in what no example fills in.
    const isUsed = (tool.examples ?? []).some(({ arguments: input }) => Object.hasOwn(input, name));
    if (!isUsed && !needed.has(name)) return [];
    const grounded = groundField(schema, collectEvidence(tool.examples ?? [], name), { words, frame });
    if (grounded === null) return needed.has(name) ? [[name, schema]] : [];
    if (schema.enum === undefined && grounded.enum !== undefined && isJsonArray(grounded.enum)) {
      options.set(name, grounded.enum);
    }
    return [[name, grounded]];
  });
  const ordered = applyOrder(Object.fromEntries(fields), options, tool.examples ?? []);
  const left = [...needed].filter((name) => typeof name === "string" && Object.hasOwn(ordered, name));
  return { ...tool, parameters: { ...tool.parameters, properties: ordered, required: left } };
}

interface Grounding {
  readonly words: readonly Word[];
  readonly frame: ReadonlySet<string>;
}

/** The field's schema for this question; null when the question holds no candidate for it. */
function groundField(schema: JsonSchema, evidence: readonly Evidence[], ground: Grounding): JsonSchema | null {
  if (schema.enum !== undefined || schema.const !== undefined) return schema;
  const { words } = ground;
  if (schema.type === "number" || schema.type === "integer") {
    const numbers = words.filter(({ kind }) => kind === "number").map(({ text }) => toNumber(text));
    const fitting = schema.type === "integer" ? numbers.filter(Number.isInteger) : numbers;
    return fitting.length === 0 ? null : { ...schema, enum: [...new Set(fitting)] };
  }
  if (schema.type !== "string" || evidence.length === 0) return schema;
  const copied = evidence.filter(({ place }) => place !== null);
  if (copied.length * 2 < evidence.length) return groundExpression(schema, evidence, words);
  const pieces = findPieces(copied, ground);
  // An example value that is not in its question (`today` for "10 days ago") is a keyword of the tool.
  const own = evidence.filter(({ place }) => place === null).map(({ value }) => value);
  const choices = [...new Set([...pieces, ...(pieces.length === 0 ? own : [])])];
  return choices.length === 0 ? null : { ...schema, enum: choices };
}

function groundExpression(schema: JsonSchema, evidence: readonly Evidence[], words: readonly Word[]): JsonSchema {
  if (!evidence.every(({ value }) => /\d/.test(value))) return schema;
  const written = findWrittenExpression(words);
  if (written !== null) return { ...schema, enum: [written] };
  const numbers = words.filter(({ kind }) => kind === "number").map(({ text }) => String(toNumber(text)));
  if (numbers.length === 0) return schema;
  const uses = evidence.map(toNumberUse);
  const hasPercent = words.some(({ text }) => text.endsWith("%"));
  const added = hasPercent ? uses.flatMap((use) => use.added) : [];
  const allowed = [...new Set([...numbers, ...added])].map((each) => each.replaceAll(".", "\\."));
  const operand = `(?:${allowed.join("|")})`;
  // If the examples use every number exactly once, so must this value.
  const count = numbers.length + new Set(added).size;
  const isExact = count > 1 && uses.every((use) => use.operands === use.given + use.added.length);
  return { ...schema, pattern: `^${operand}(?: [-+*/^] ${operand}){${isExact ? count - 1 : "1,6"}}$` };
}

/** How a composed value uses numbers: how many in all, how many of them its question gives, and which it adds. */
function toNumberUse({ value, words }: Evidence): { operands: number; given: number; added: readonly string[] } {
  const given = new Set(
    words
      .flatMap(({ text }) => text.match(/\d[\d,]*(?:\.\d+)?/g) ?? [])
      .map(String)
      .map(toNumber)
      .map(String),
  );
  const operands = (value.match(/\d+(?:\.\d+)?/g) ?? []).map((number) => String(Number(number)));
  const added = operands.filter((number) => !given.has(number));
  return { operands: operands.length, given: given.size, added };
}

/** Arithmetic that the question spells out, such as `(3 + 5) * 2`. */
function findWrittenExpression(words: readonly Word[]): string | null {
  const text = words.map((word) => word.text).join(" ");
  const runs = text.match(/[-+(\d][-+*/^().\d\s]*[\d)]/g) ?? [];
  const sums = runs.filter((run) => /[\d)]\s*[-+*/^]\s*[(\d-]/.test(run) && !/\d{4}-\d{2}/.test(run));
  const longest = sums.sort((left, right) => right.length - left.length)[0];
  return longest === undefined || !isBalanced(longest) ? null : longest.trim();
}

function isBalanced(text: string): boolean {
  let open = 0;
  for (const unit of text) {
    if (unit === "(") open += 1;
    else if (unit === ")") open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}

function findPieces(copied: readonly Evidence[], { words, frame }: Grounding): readonly string[] {
  const lengths = copied.map(({ place }) => (place === null ? 0 : place.end - place.start));
  const isPhrase = lengths.reduce((sum, length) => sum + length, 0) >= PHRASE_WORDS * lengths.length;
  const longest = Math.ceil(1.5 * Math.max(...lengths));
  const kinds = new Set(copied.map(({ words: given, place }) => toKind(given.slice(place?.start, place?.end))));
  const neighbours = new Set(copied.map(({ words: given, place }) => isAfterNumber(given, place, frame)));
  const holdsFrame = isPhrase || kinds.has("number");
  const pieces: string[] = [];
  for (const [start, end] of findRuns(words, isPhrase ? toOpeners(copied) : frame, holdsFrame)) {
    for (let from = start; from < end; from += 1) {
      for (let to = from + 1; to <= end; to += 1) {
        if (isPhrase ? from !== start || to !== end : to - from > longest) continue;
        const piece = words.slice(from, to);
        if (!isPhrase && !kinds.has(toKind(piece))) continue;
        if (
          !isPhrase &&
          neighbours.size === 1 &&
          !neighbours.has(isAfterNumber(words, { start: from, end: to }, frame))
        )
          continue;
        pieces.push(piece.map(({ text }) => text).join(" "));
      }
    }
  }
  return pieces;
}

/** Stretches of words that may hold a value: between frame words and, unless values hold them, numbers. */
function findRuns(
  words: readonly Word[],
  frame: ReadonlySet<string>,
  holdsNumbers: boolean,
): readonly [number, number][] {
  const runs: [number, number][] = [];
  let start = 0;
  const close = (end: number): void => {
    if (end > start) runs.push([start, end]);
  };
  words.forEach((word, index) => {
    const isBreak = frame.has(word.text.toLowerCase()) || (!holdsNumbers && word.kind === "number");
    if (isBreak || word.opens) {
      close(index);
      start = isBreak ? index + 1 : index;
    }
    if (word.closes && !isBreak) {
      close(index + 1);
      start = index + 1;
    }
  });
  close(words.length);
  return runs;
}

/** The words right before the phrases of the examples: a phrase begins only after one of these. */
function toOpeners(copied: readonly Evidence[]): ReadonlySet<string> {
  return new Set(
    copied.flatMap(({ words, place }) => {
      const before = place === null ? undefined : words[place.start - 1];
      return before === undefined ? [] : [before.text.toLowerCase()];
    }),
  );
}

function toKind(piece: readonly Word[]): string {
  return piece.length === 1 ? (piece[0]?.kind ?? "word") : "word";
}

/** True if a number precedes the place with only frame words between them. */
function isAfterNumber(words: readonly Word[], place: Place | null, frame: ReadonlySet<string>): boolean {
  let index = (place?.start ?? 0) - 1;
  while (frame.has(words[index]?.text.toLowerCase() ?? "")) index -= 1;
  return words[index]?.kind === "number";
}

/**
 * If two copied fields always come in the same order in the examples' questions, the earlier one cannot be the last
 * piece, nor the later one the first. A single piece belongs to the earlier field.
 */
function applyOrder(
  properties: Readonly<Record<string, JsonValue>>,
  options: ReadonlyMap<string, readonly JsonValue[]>,
  examples: readonly ToolExample[],
): Readonly<Record<string, JsonValue>> {
  const result = new Map(Object.entries(properties));
  for (const [first, choices] of options) {
    for (const [second, others] of options) {
      if (first === second || choices.join("\n") !== others.join("\n") || !isOrdered(examples, first, second)) continue;
      if (choices.length > 1) {
        narrow(result, first, choices.slice(0, -1));
        narrow(result, second, choices.slice(1));
      } else if (typeof choices[0] === "string") result.delete(second);
    }
  }
  return Object.fromEntries(result);
}

function isOrdered(examples: readonly ToolExample[], first: string, second: string): boolean {
  const pairs = examples.flatMap(({ question, arguments: input }) => {
    const [one, two] = [input[first], input[second]];
    if (one === undefined || two === undefined) return [];
    return [[question.indexOf(String(one)), question.indexOf(String(two))] as const];
  });
  return pairs.length > 0 && pairs.every(([one, two]) => one !== -1 && two !== -1 && one < two);
}

function narrow(properties: Map<string, JsonValue>, name: string, choices: readonly JsonValue[]): void {
  const schema = properties.get(name);
  if (isJsonObject(schema)) properties.set(name, { ...schema, enum: choices });
}

function collectEvidence(examples: readonly ToolExample[], name: string): readonly Evidence[] {
  return examples.flatMap(({ question, arguments: input }) => {
    const value = input[name];
    if (typeof value !== "string") return [];
    const words = toWords(question);
    return [{ words, value, place: findPlace(words, value) }];
  });
}

function findPlace(words: readonly Word[], value: string): Place | null {
  const wanted = toWords(value).map(({ text }) => text.toLowerCase());
  if (wanted.length === 0) return null;
  const start = words.findIndex((_, index) =>
    wanted.every((text, offset) => words[index + offset]?.text.toLowerCase() === text),
  );
  return start === -1 ? null : { start, end: start + wanted.length };
}

/** The words of the examples' questions that belong to no value: how questions to this tool are phrased. */
function collectFrame(examples: readonly ToolExample[]): ReadonlySet<string> {
  const frame = new Set<string>();
  for (const { question, arguments: input } of examples) {
    const words = toWords(question);
    const taken = new Set<number>();
    for (const value of Object.values(input)) {
      const place = typeof value === "string" ? findPlace(words, value) : null;
      if (place !== null) for (let index = place.start; index < place.end; index += 1) taken.add(index);
    }
    words.forEach(({ text, kind }, index) => {
      if (kind === "word" && !taken.has(index)) frame.add(text.toLowerCase());
    });
  }
  return frame;
}

function toWords(text: string): readonly Word[] {
  return text
    .split(/\s+/)
    .slice(0, MAX_WORDS)
    .flatMap((raw) => {
      const isArithmetic = /^[-+*/^()\d.]+$/.test(raw.replace(/[?!,;:]+$/, ""));
      const closes = /[?!,;:]["'”’]?$/.test(raw) || /["”’']$/.test(raw);
      const opens = /^["“‘']/.test(raw);
      const bare = raw.replace(/^["'“”‘’]+/, "").replace(/[?!,;:"'“”‘’]+$/, "");
      const word = isArithmetic ? bare : bare.replace(/[.)]+$/, "").replace(/^\(/, "");
      if (word === "") return [];
      const kind = DATE.test(word) ? "date" : NUMBER.test(word) ? "number" : "word";
      return [{ text: word, kind, closes, opens } as const];
    });
}

function toNumber(text: string): number {
  return Number(text.replaceAll(",", "").replace(/%$/, ""));
}
