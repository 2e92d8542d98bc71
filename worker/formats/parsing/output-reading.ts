import { readBareCalls } from "./bare-calls.ts";
import type { Dialect, Opener, OutputContext } from "./dialect.ts";
import { FENCE, type LiteralTable, toLiteralTable } from "./literal-table.ts";
import { OutputSink } from "./output-sink.ts";
import { readReasoning, type ThoughtCalls } from "./read-reasoning.ts";
import { type Reading, TextSource } from "./text-source.ts";

/** Reads a whole output of a dialect: text, reasoning and calls, in the order in which they stand. */
export class OutputReading {
  private readonly context: OutputContext;
  private readonly table: LiteralTable;
  private readonly bareJson: boolean;
  private readonly thoughtCalls: ThoughtCalls | undefined;
  private isLineStart = true;
  /** The last unit that was given to the sink as text. */
  private lastUnit = "";
  private inFence = false;
  /** True between the fences around a tagged call, which are not text either. */
  private inCallFence = false;
  /** Start of the text that has been read but not yet given to the sink. */
  private pending = 0;

  /** @param findsThoughtCalls Whether calls are looked for in thoughts that are never closed. */
  constructor(dialect: Dialect, context: OutputContext, findsThoughtCalls = true) {
    this.context = context;
    this.thoughtCalls = findsThoughtCalls
      ? { openers: toLiteralTable(dialect).tagged, isCall: (text) => isCall(dialect, text, context) }
      : undefined;
    this.table = toLiteralTable(dialect);
    this.bareJson = dialect.bareJson;
  }

  /** Reads to the end; the prompt may have opened a reasoning block. */
  *read(isThoughtOpen: boolean): Reading<void> {
    const { source, sink } = this.context;
    const { byFirst, bareStarts, longest, openers, findStart } = this.table;
    if (isThoughtOpen) {
      yield* source.skipSpace();
      yield* source.acceptOne([...this.table.reasoning.keys()]);
      yield* readReasoning(source, sink, this.table.openedThought, this.thoughtCalls);
    }
    this.pending = source.index;
    for (;;) {
      source.index = findStart(source.text, source.index);
      // The end of the chunk may cut a literal off: before more text comes in, nothing may be pending.
      if (source.text.length - source.index < longest) this.givePending();
      if (source.index >= source.text.length) {
        if (source.ended) return;
        yield;
        this.pending = source.index;
        continue;
      }
      const unit = source.text.charAt(source.index);
      const isBareStart = bareStarts.includes(unit);
      const literal = yield* source.nextLiteral(byFirst.get(unit) ?? []);
      if (literal === null && !isBareStart) {
        if (source.index < this.pending) this.pending = source.index;
        source.index += unit.length;
        continue;
      }
      this.givePending();
      if (literal !== null && (yield* this.isQuoted(literal))) {
        this.takeAsText(literal.length);
        continue;
      }
      const opener = literal === null ? undefined : openers.get(literal);
      if (opener !== undefined) yield* this.readOpener(opener, isBareStart);
      else if (literal !== null) yield* this.readMarkup(literal);
      else {
        yield* readBareCalls(this.context, "");
        this.isLineStart = false;
      }
      this.pending = source.index;
    }
  }

  /** Whether a mark stands alone in inline code: it is then spoken of, not used. */
  private *isQuoted(literal: string): Reading<boolean> {
    return this.lastUnit === "`" && literal !== FENCE && (yield* this.context.source.follows(`${literal}\``));
  }

  private *readOpener(opener: Opener, isBareStart: boolean): Reading<void> {
    const { source, sink, tools } = this.context;
    const { literal } = opener;
    if (opener.atLineStart === true && !this.isLineStart) {
      this.takeAsText(literal.length);
      return;
    }
    const start = source.position;
    source.hold();
    source.index += literal.length;
    if (yield* opener.read({ source, sink, tools, start, bodyStart: source.position, literal })) {
      source.release();
      return;
    }
    if (isBareStart && this.bareJson && !sink.isNamed && source.rewind(start)) {
      // Not a list of this dialect's own; it may still be one of JSON calls.
      source.release();
      yield* readBareCalls(this.context, "");
      this.isLineStart = false;
      return;
    }
    if (sink.isNamed) sink.broken(start, "the call was not completed", source.held());
    else if (source.rewind(start + literal.length)) sink.text(literal);
    else sink.text(source.held());
    source.release();
    this.isLineStart = false;
  }

  /** Reads a literal that opens no call of the dialect: a fence, a wrapper of bare calls, reasoning, or what is dropped. */
  private *readMarkup(literal: string): Reading<void> {
    const { source, sink } = this.context;
    const isFence = literal === FENCE;
    if (isFence && (this.inFence || this.inCallFence)) {
      this.closeFence();
      return;
    }
    if (isFence || this.table.wrappers.includes(literal)) {
      if (isFence && (yield* this.opensFence())) return;
      const found = yield* readBareCalls(this.context, literal);
      if (isFence) this.inFence = !found;
      this.isLineStart = false;
      return;
    }
    source.index += literal.length;
    const marks = this.table.reasoning.get(literal);
    if (marks === undefined) sink.markup();
    else yield* readReasoning(source, sink, marks, this.thoughtCalls);
  }

  private closeFence(): void {
    if (this.inFence) {
      this.takeAsText(FENCE.length);
    } else {
      this.context.source.index += FENCE.length;
      this.context.sink.markup();
    }
    this.inFence = false;
    this.inCallFence = false;
  }

  /**
   * Reads a fence, its language and the white space after it as markup when a tagged call follows. Otherwise nothing is
   * consumed and the result is false, or, where going back would cost too much, all of it is text.
   */
  private *opensFence(): Reading<boolean> {
    const { source, sink } = this.context;
    source.hold();
    const start = source.position;
    source.index += FENCE.length;
    yield* source.takeUntil((unit) => !/[A-Za-z_]/.test(unit), 16);
    yield* source.skipSpace();
    const isCall = (yield* source.nextLiteral(this.table.tagged)) !== null;
    if (!isCall && source.rewind(start)) {
      source.release();
      return false;
    }
    if (isCall) sink.markup();
    else sink.text(source.held());
    source.release();
    this.inCallFence = isCall;
    this.inFence = !isCall;
    this.isLineStart = true;
    return true;
  }

  /** Gives the text up to here to the sink. */
  private givePending(): void {
    const { source, sink } = this.context;
    if (source.index > this.pending) {
      const plain = source.text.slice(this.pending, source.index);
      this.isLineStart = endsAtLineStart(plain, this.isLineStart);
      this.lastUnit = plain.slice(-1);
      sink.text(plain);
    }
    this.pending = source.index;
  }

  private takeAsText(length: number): void {
    const { source } = this.context;
    this.pending = source.index;
    source.index += length;
    this.givePending();
  }
}

function endsAtLineStart(text: string, before: boolean): boolean {
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const unit = text.charAt(index);
    if (unit === "\n") return true;
    if (unit !== " " && unit !== "\t" && unit !== "\r") return false;
  }
  return before;
}

/** Whether a text that begins with a call's opener holds calls that can be read, and nothing broken. */
function isCall(dialect: Dialect, text: string, { tools }: OutputContext): boolean {
  const source = new TextSource();
  const sink = new OutputSink();
  source.push(text);
  source.ended = true;
  // A thought inside would look for calls in the same way, and so on: time would double with each level.
  const reading = new OutputReading(dialect, { source, sink, tools }, false).read(false);
  while (reading.next().done !== true) {
    // A reading that sees the end of its source runs to its own end.
  }
  const events = sink.take(true);
  return events.some(({ type }) => type === "call") && !events.some(({ type }) => type === "call-broken");
}
