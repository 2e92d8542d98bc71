import { DEFAULT_JSON_LIMITS, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { OutputParser, ParseEvent, ParserOptions } from "../format.ts";
import { ARGUMENT_KEYS, member, NAME_KEYS, readCallList, readCallObject } from "./call-object.ts";
import { type JsonLeniency, JsonReader } from "./json-reader.ts";
import { OutputSink } from "./output-sink.ts";
import { resolveReferences } from "./resolve-references.ts";
import { type Reading, TextSource, toUnitClass } from "./text-source.ts";

/** What a dialect looks for in the text of an output. Where one literal begins another, the longer one is meant. */
export interface Dialect {
  /** Literals that begin a call, and the reading of what follows. */
  readonly openers: readonly Opener[];
  /** Literals that mean nothing to the user (end-of-turn tokens, closers that were left over) and are dropped. */
  readonly dropped: readonly string[];
  /** Reasoning blocks. The first is the one that a prompt may have opened. */
  readonly reasoning: readonly ReasoningMarks[];
  /** Whether bare JSON objects that name a declared tool are calls. */
  readonly bareJson: boolean;
}

/** The literals around a reasoning block. */
export interface ReasoningMarks {
  readonly open: string;
  readonly close: string;
  /** A word on a line of its own after `open` that names the block and is no part of it. */
  readonly label?: string;
}

/** A literal that begins a call. */
export interface Opener {
  readonly literal: string;
  /** True when it counts only at the start of a line, white space aside. */
  readonly atLineStart?: boolean;
  /**
   * Reads on after the literal, which is consumed and held. Answers false when this is no call after all: the literal is
   * text then, and reading goes on after it.
   */
  read(context: ReadingContext): Reading<boolean>;
}

/** What a dialect's readings work with. */
export interface ReadingContext {
  readonly source: TextSource;
  readonly sink: OutputSink;
  /** The declared tools by name. */
  readonly tools: DeclaredTools;
  /** Offset of the opener in the output. */
  readonly start: number;
  /** Offset just after the opener. */
  readonly bodyStart: number;
  /** The opener's literal. */
  readonly literal: string;
}

/** The tools that a parser knows of. */
export class DeclaredTools {
  private readonly tools: ReadonlyMap<string, ToolSpec>;
  private readonly anyName: boolean;

  constructor(options: ParserOptions) {
    this.tools = new Map(options.tools.map((tool) => [tool.name, tool]));
    this.anyName = options.anyName === true;
  }

  /** True when a call of this name counts even where nothing but its name marks it as a call. */
  has(name: string): boolean {
    return this.tools.has(name) || this.anyName;
  }

  get(name: string): ToolSpec | undefined {
    return this.tools.get(name);
  }

  /** The schema of one argument; undefined when it is not declared. */
  argumentSchema(name: string, key: string): JsonValue | undefined {
    const parameters = this.tools.get(name)?.parameters;
    const properties = parameters?.properties;
    const schema = isJsonObject(properties) ? member(properties, key) : undefined;
    return parameters === undefined ? schema : resolveReferences(schema, parameters);
  }

  names(): readonly string[] {
    return [...this.tools.keys()];
  }
}

/** Most JSON that models write for calls is strict; these are the departures that have one reading. */
export const CALL_LENIENCY: JsonLeniency = { python: true, bareKeys: true };

const BARE_LENIENCY: JsonLeniency = { python: true };

/**
 * So many units of an output are read: the longest call, and half as much around it. What comes after is passed on as it
 * stands. The usual budget of a run ends long before.
 */
export const MAX_READ = 1.5 * DEFAULT_JSON_LIMITS.maxCharacters;

const FENCE = "```";

/** What may follow the bracket of a bare call: the quote of a key, the next bracket, white space. */
const AFTER_BARE_START: Readonly<Record<string, string>> = { "{": "\"' \n\r\t", "[": "{ \n\r\t" };

/** What may follow the bracket of a list of calls, a class of units: a name, a JSON object, white space. */
const LIST_START = "[A-Za-z_{\\s\\u0080-\\uffff]";

/** Tags that some models put around bare JSON calls instead of the ones they were told to use. */
const WRAPPERS: readonly string[] = [
  "function_call",
  "function_calls",
  "functioncall",
  "tool_calls",
  "tools",
  "tool",
  "response",
  "json",
  "xml",
  "JSON",
];

/** Makes a dialect's parser. */
export function createDialectParser(dialect: Dialect, options: ParserOptions): OutputParser {
  const source = new TextSource();
  const sink = new OutputSink();
  const tools = new DeclaredTools(options);
  const reading = readOutput(dialect, source, sink, tools, options.reasoningOpen === true);
  return toParser(reading, source, sink);
}

/** Makes a parser out of a reading that takes from `source` and gives to `sink`. */
export function toParser(reading: Reading<void>, source: TextSource, sink: OutputSink): OutputParser {
  let room = MAX_READ;
  let isEnded = false;

  function finish(): void {
    source.ended = true;
    while (reading.next().done !== true) {
      // A reading that sees the end of its source runs to its own end.
    }
  }

  return {
    push(chunk: string): readonly ParseEvent[] {
      if (chunk === "" || isEnded) return [];
      if (room === 0) return sink.passOn(chunk);
      const isWhole = chunk.length <= room;
      source.push(isWhole ? chunk : chunk.slice(0, room));
      reading.next();
      const rest = isWhole ? "" : chunk.slice(room);
      room = isWhole ? room - chunk.length : 0;
      if (room === 0) finish();
      if (rest !== "") sink.rest(rest);
      return sink.take(false);
    },
    end(): readonly ParseEvent[] {
      if (isEnded) return [];
      isEnded = true;
      if (room > 0) finish();
      return sink.take(true);
    },
  };
}

/** A dialect's literals, ordered for finding them. */
interface Tables {
  readonly openers: ReadonlyMap<string, Opener>;
  /** The openers that only a call has. */
  readonly tagged: readonly string[];
  readonly reasoning: ReadonlyMap<string, ReasoningMarks>;
  readonly wrappers: readonly string[];
  readonly byFirst: ReadonlyMap<string, readonly string[]>;
  readonly bareStarts: readonly string[];
  readonly longest: number;
  readonly firsts: ReadonlySet<string>;
  readonly beginning: RegExp;
}

const TABLES = new WeakMap<Dialect, Tables>();

function toTables(dialect: Dialect): Tables {
  const known = TABLES.get(dialect);
  if (known !== undefined) return known;
  const openers = new Map(dialect.openers.map((opener) => [opener.literal, opener]));
  const tagged = [...openers.keys()].filter((literal) => literal.length > 1 && literal !== FENCE);
  const reasoning = new Map(dialect.reasoning.map((marks) => [marks.open, marks]));
  const wrappers = dialect.bareJson ? WRAPPERS.map((tag) => `<${tag}>`) : [];
  const literals = [
    ...openers.keys(),
    ...reasoning.keys(),
    ...dialect.dropped,
    ...wrappers.filter((tag) => !openers.has(tag)),
  ];
  const closers = dialect.reasoning.map((marks) => marks.close).filter((close) => !literals.includes(close));
  literals.push(...closers);
  if (dialect.bareJson && !openers.has(FENCE)) literals.push(FENCE);
  const byFirst = new Map<string, string[]>();
  for (const literal of literals) {
    const first = literal.charAt(0);
    byFirst.set(first, [...(byFirst.get(first) ?? []), literal]);
  }
  const bareStarts = dialect.bareJson ? ["{", "["] : [];
  const longest = Math.max(...literals.map((literal) => literal.length));
  const firsts = new Set([...byFirst.keys(), ...bareStarts]);
  const beginning = toBeginningPattern(firsts, byFirst, dialect.bareJson);
  const tables = { openers, tagged, reasoning, wrappers, byFirst, bareStarts, longest, firsts, beginning };
  TABLES.set(dialect, tables);
  return tables;
}

function* readOutput(
  dialect: Dialect,
  source: TextSource,
  sink: OutputSink,
  tools: DeclaredTools,
  reasoningOpen: boolean,
): Reading<void> {
  const { openers, tagged, reasoning, wrappers, byFirst, bareStarts, longest, firsts, beginning } = toTables(dialect);
  let lineStart = true;
  let inFence = false;
  // True between the fences around a tagged call, which are no text either.
  let wrapsCall = false;

  const firstMarks = dialect.reasoning[0];
  if (reasoningOpen && firstMarks !== undefined) {
    yield* source.skipSpace();
    yield* source.accept(firstMarks.open);
    yield* readReasoning(source, sink, firstMarks);
  }
  // Text is given on in long pieces: what lies between here and the source's index is still to be given.
  let pending = source.index;
  for (;;) {
    source.index = findBeginning(source.text, source.index);
    // A literal may be cut off by the end of what is at hand: nothing may be pending while more text comes in.
    if (source.text.length - source.index < longest) givePending();
    if (source.index >= source.text.length) {
      if (source.ended) return;
      yield;
      pending = source.index;
      continue;
    }
    const unit = source.text.charAt(source.index);
    const isBareStart = bareStarts.includes(unit);
    const literal = yield* source.nextLiteral(byFirst.get(unit) ?? []);
    if (literal === null && !isBareStart) {
      if (source.index < pending) pending = source.index;
      source.index += unit.length;
      continue;
    }
    givePending();
    yield* readBeginning(isBareStart, literal);
    pending = source.index;
  }
  /** Reads what begins here: a literal, or a bracket that may open a bare call. */
  function* readBeginning(isBareStart: boolean, literal: string | null): Reading<void> {
    if (literal === null) {
      yield* readBareCalls(source, sink, tools, "");
      lineStart = false;
      return;
    }
    const opener = openers.get(literal);
    if (opener !== undefined) {
      if (opener.atLineStart === true && !lineStart) {
        takeAsText(literal.length);
        return;
      }
      const start = source.position;
      source.hold();
      source.index += literal.length;
      const read = yield* opener.read({ source, sink, tools, start, bodyStart: source.position, literal });
      if (read) {
        source.release();
        return;
      }
      if (isBareStart && dialect.bareJson && !sink.isNamed && source.rewind(start)) {
        // No list of this dialect's own; it may still be one of JSON calls.
        source.release();
        yield* readBareCalls(source, sink, tools, "");
        lineStart = false;
        return;
      }
      if (sink.isNamed) sink.broken(start, "the call was not completed", source.held());
      else if (source.rewind(start + literal.length)) sink.text(literal);
      else sink.text(source.held());
      source.release();
      lineStart = false;
      return;
    }
    const marks = reasoning.get(literal);
    if (marks !== undefined) {
      source.index += literal.length;
      yield* readReasoning(source, sink, marks);
      return;
    }
    if (literal === FENCE || wrappers.includes(literal)) {
      if (literal === FENCE && (inFence || wrapsCall)) {
        if (inFence) takeAsText(literal.length);
        else {
          source.index += literal.length;
          sink.markup();
        }
        inFence = false;
        wrapsCall = false;
        return;
      }
      if (literal === FENCE) {
        const fence = yield* readFenceBeforeCall(source, sink, tagged);
        if (fence === "call") wrapsCall = true;
        if (fence === "text") inFence = true;
        if (fence !== "other") {
          lineStart = true;
          return;
        }
      }
      const found = yield* readBareCalls(source, sink, tools, literal);
      if (literal === FENCE && !found) inFence = true;
      lineStart = false;
      return;
    }
    source.index += literal.length;
    sink.markup();
  }

  /** Gives the text up to here to the sink. */
  function givePending(): void {
    if (source.index > pending) {
      const plain = source.text.slice(pending, source.index);
      lineStart = endsAtLineStart(plain, lineStart);
      sink.text(plain);
    }
    pending = source.index;
  }

  /** Where something may begin, or the end. */
  function findBeginning(text: string, from: number): number {
    beginning.lastIndex = from;
    if (beginning.test(text)) return beginning.lastIndex - 2;
    const last = text.length - 1;
    return last >= from && firsts.has(text.charAt(last)) ? last : text.length;
  }

  function takeAsText(length: number): void {
    const plain = source.text.slice(source.index, source.index + length);
    lineStart = endsAtLineStart(plain, lineStart);
    sink.text(plain);
    source.index += length;
  }
}

/** Two units that may begin something: most of the first ones begin nothing, and the ones after them tell. */
function toBeginningPattern(
  firsts: ReadonlySet<string>,
  literals: ReadonlyMap<string, readonly string[]>,
  bareJson: boolean,
): RegExp {
  const pairs = [...firsts].map((first) => {
    const group = literals.get(first) ?? [];
    const seconds =
      group.map((literal) => literal.charAt(1)).join("") + (bareJson ? (AFTER_BARE_START[first] ?? "") : "");
    const classes = [
      ...(seconds === "" ? [] : [toUnitClass(seconds)]),
      ...(group.includes(first) ? [first === "[" ? LIST_START : "[^]"] : []),
    ];
    return `${toUnitClass(first)}(?:${classes.join("|")})`;
  });
  return new RegExp(pairs.join("|"), "g");
}

/** Reads a reasoning block to its closing literal or the end of the text. */
export function* readReasoning(source: TextSource, sink: OutputSink, marks: ReasoningMarks): Reading<void> {
  sink.markup();
  sink.isReasoning = true;
  if (marks.label !== undefined) yield* source.accept(`${marks.label}\n`);
  const { close } = marks;
  for (;;) {
    const { text, index } = source;
    const at = text.indexOf(close, index);
    if (at !== -1) {
      sink.reasoning(text.slice(index, at));
      source.index = at + close.length;
      sink.isReasoning = false;
      sink.markup();
      return;
    }
    const stop = source.ended ? text.length : text.length - lengthOfBeginning(text.slice(index), close);
    sink.reasoning(text.slice(index, stop));
    source.index = stop;
    if (source.ended) return;
    yield;
  }
}

/** How many units at the end of `text` may be the beginning of `literal`. */
function lengthOfBeginning(text: string, literal: string): number {
  for (let length = Math.min(literal.length - 1, text.length); length > 0; length -= 1) {
    if (literal.startsWith(text.slice(-length))) return length;
  }
  return 0;
}

/**
 * Reads a fence, its language and the white space after it as markup when one of `literals` follows. Otherwise everything is
 * left where it is, or, where that would cost too much, given to the sink as text.
 */
function* readFenceBeforeCall(
  source: TextSource,
  sink: OutputSink,
  literals: readonly string[],
): Reading<"call" | "text" | "other"> {
  source.hold();
  const start = source.position;
  source.index += FENCE.length;
  yield* source.takeUntil((unit) => !/[A-Za-z_]/.test(unit), 16);
  yield* source.skipSpace();
  const found = (yield* source.nextLiteral(literals)) !== null;
  if (found) sink.markup();
  else if (source.rewind(start)) {
    source.release();
    return "other";
  } else sink.text(source.held());
  source.release();
  return found ? "call" : "text";
}

/** Reads one JSON value at the source's index to its end, successful or not. */
export function* readJson(source: TextSource, reader: JsonReader): Reading<void> {
  for (;;) {
    source.index = reader.read(source.text, source.index);
    if (reader.state !== "reading") return;
    if (source.ended) {
      reader.end();
      return;
    }
    yield;
  }
}

/**
 * Reads calls written as bare JSON: an object, several of them in an array or one after another, possibly inside a code
 * fence or a tag. What turns out to be no call is given to the sink as text.
 */
function* readBareCalls(source: TextSource, sink: OutputSink, tools: DeclaredTools, wrapper: string): Reading<boolean> {
  source.hold();
  source.index += wrapper.length;
  let closer = "";
  if (wrapper === FENCE) {
    closer = FENCE;
    yield* source.takeUntil((unit) => !/[A-Za-z_]/.test(unit), 16);
  } else if (wrapper !== "") {
    closer = `</${wrapper.slice(1)}`;
  }
  if (wrapper !== "") yield* source.skipSpace();
  const inResponse = wrapper === FENCE && (yield* source.accept("<response>"));
  if (inResponse) yield* source.skipSpace();
  const inArray = (yield* source.peek()) === "[";
  if (inArray) {
    source.index += 1;
    yield* source.skipSpace();
  }
  let count = 0;
  for (;;) {
    const bodyStart = source.position;
    if ((yield* source.peek()) !== "{") {
      yieldText(source, sink, bodyStart);
      return count > 0;
    }
    const outcome = yield* readBareObject(source, sink, tools);
    if (typeof outcome !== "string") {
      if (sink.isNamed || count > 0) {
        yield* skipBrokenObject(source, outcome.depth);
        const raw = source.release();
        sink.broken(source.position - raw.length, outcome.reason, raw);
        return true;
      }
      yieldText(source, sink, bodyStart + 1);
      return false;
    }
    if (outcome === "text") {
      sink.text(source.release());
      return count > 0;
    }
    count += 1;
    source.hold();
    yield* source.skipSpace();
    const separated = (yield* source.accept(",")) || (!inArray && (yield* source.accept(";")));
    if (separated) yield* source.skipSpace();
    if ((yield* source.peek()) === "{") {
      source.release();
      source.hold();
      continue;
    }
    if (inArray && (yield* source.accept("]"))) {
      source.release();
      source.hold();
      yield* source.skipSpace();
    }
    if (inResponse && (yield* source.accept("</response>"))) yield* source.skipSpace();
    if (closer !== "" && (yield* source.accept(closer))) source.release();
    else sink.text(source.release());
    return true;
  }
}

/** Where the JSON of an object went wrong, and how many brackets were open there. */
interface BrokenObject {
  readonly reason: string;
  readonly depth: number;
}

const BRACKETS = /[{}[\]\n]/g;

/** Goes on to where a broken object probably ends: its last bracket, an empty line, or the beginning of another object. */
function* skipBrokenObject(source: TextSource, depth: number): Reading<void> {
  let open = depth;
  let isLineEmpty = false;
  for (;;) {
    const taken = yield* source.takeUntilUnit(BRACKETS);
    if (taken.trim() !== "") isLineEmpty = false;
    const unit = yield* source.peek();
    if (unit === "" || (unit === "\n" && isLineEmpty)) return;
    if (unit === "{" && ((yield* source.follows('{"')) || (yield* source.follows('{ "')))) return;
    source.index += 1;
    isLineEmpty = unit === "\n";
    if (unit === "{" || unit === "[") open += 1;
    else if (unit !== "\n") open -= 1;
    if (open <= 0) return;
  }
}

/** Gives everything held to the sink as text, going back to `position` first where the budget allows. */
function yieldText(source: TextSource, sink: OutputSink, position: number): void {
  if (source.position > position) source.rewind(position);
  sink.text(source.release());
}

function* readBareObject(
  source: TextSource,
  sink: OutputSink,
  tools: DeclaredTools,
): Reading<"call" | "text" | BrokenObject> {
  const start = source.position;
  const watch = new CallWatch((name) => {
    if (tools.has(name)) sink.name(name);
  }, tools);
  const reader = new JsonReader(BARE_LENIENCY, watch);
  for (;;) {
    source.index = reader.read(source.text, source.index);
    if (watch.excluded && !sink.isNamed) {
      // Certain to be data: let it through while it is written.
      sink.text(source.release());
      source.hold();
      if (reader.state !== "reading" || source.ended) return "text";
    }
    if (reader.state !== "reading") break;
    if (source.ended) {
      reader.end();
      break;
    }
    yield;
  }
  if (reader.state === "failed") {
    return { reason: `${reader.reason}, at character ${source.position}`, depth: reader.depth };
  }
  const object = reader.value;
  if (!isJsonObject(object)) return "text";
  const accepted = emitDeclaredCalls(object, sink, tools, reader.repairs, start, () => source.held());
  return accepted ? "call" : "text";
}

function emitDeclaredCalls(
  object: JsonObject,
  sink: OutputSink,
  tools: DeclaredTools,
  repairs: ReadonlySet<string>,
  start: number,
  raw: () => string,
): boolean {
  const list = readCallList(object) ?? [object];
  const results = list.map(readCallObject);
  const declared = results.every((result) => {
    if (result.type === "nameless" || !tools.has(result.name)) return false;
    return result.type === "broken" || result.argumentsGiven;
  });
  if (!declared && !sink.isNamed) return false;
  for (const result of results) {
    if (result.type === "call") sink.call(result.name, result.arguments, repairs);
    else sink.broken(start, result.type === "broken" ? result.reason : "the call names no tool", raw());
  }
  return true;
}

/** Watches the outermost members of a call object, to announce it early and to let data through early. */
export class CallWatch {
  /** True once the object is certain not to be a call of a declared tool. */
  excluded = false;
  private name = "";
  private hasArguments = false;
  private wrapped = false;
  private known = false;
  private keys = 0;
  private readonly announce: (name: string) => void;
  private readonly declared: DeclaredTools | null;

  /** With `declared`, only those names are calls, and a name alone is announced only once arguments begin. */
  constructor(announce: (name: string) => void, declared: DeclaredTools | null) {
    this.announce = announce;
    this.declared = declared;
  }

  onKey(key: string): void {
    this.keys += 1;
    if (ARGUMENT_KEYS.includes(key)) this.hasArguments = true;
    else if (key === "tool_calls" || key === "toolCalls" || key === "function_calls") this.wrapped = true;
    if (this.hasArguments || this.wrapped || NAME_KEYS.includes(key)) this.known = true;
    if (this.declared !== null && this.keys >= 5 && !this.known) this.excluded = true;
    this.settle();
  }

  onMember(key: string, value: JsonValue): void {
    if (!NAME_KEYS.includes(key)) {
      if (isJsonObject(value)) this.wrapped = true;
      return;
    }
    if (typeof value !== "string") {
      this.wrapped = true;
      return;
    }
    if (this.name === "" && value.trim() !== "") this.name = value.trim();
    if (key === "name" && !this.wrapped && this.declared?.has(value.trim()) === false) this.excluded = true;
    this.settle();
  }

  private settle(): void {
    if (this.name === "" || this.wrapped) return;
    if (this.declared === null || (this.hasArguments && this.declared.has(this.name))) this.announce(this.name);
  }
}

/** Reports a call that could not be read: skips to one of `closers`, which is consumed, or to before one of `openers`. */
export function* reportBroken(
  context: ReadingContext,
  reason: string,
  closers: readonly string[],
  openers: readonly string[],
): Reading<void> {
  const { source, sink, bodyStart, start } = context;
  if (source.position > bodyStart) source.rewind(bodyStart);
  yield* source.takeUntilLiteral([...closers, ...openers]);
  const found = yield* source.nextLiteral(closers);
  if (found !== null) source.index += found.length;
  sink.broken(start, reason, source.held());
}

/** Reads the arguments of a call whose tool is known, as one JSON object; false when they could not be read, which is said. */
export function* readCallArguments(
  context: ReadingContext,
  name: string,
  closers: readonly string[],
  openers: readonly string[],
): Reading<boolean> {
  const { source, sink } = context;
  sink.name(name);
  const reader = new JsonReader(CALL_LENIENCY);
  yield* readJson(source, reader);
  const input = reader.value;
  if (reader.state === "failed" || !isJsonObject(input)) {
    yield* reportBroken(context, `${reader.reason}, at character ${source.position}`, closers, openers);
    return false;
  }
  sink.call(name, input, reader.repairs);
  return true;
}

function endsAtLineStart(text: string, before: boolean): boolean {
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const unit = text.charAt(index);
    if (unit === "\n") return true;
    if (unit !== " " && unit !== "\t" && unit !== "\r") return false;
  }
  return before;
}
