import type { JsonObject } from "../../protocol/json.ts";
import type { ParseEvent } from "../format.ts";

type Channel = "text" | "reasoning";

const NOTHING: readonly ParseEvent[] = [];

/** Text is joined up to about this length: appending to a long string is slow. */
const MAX_DELTA_LENGTH = 8192;

/**
 * Collects a parser's events. White space at either end of the text, and between two pieces of markup with nothing
 * else between them, belongs to the markup and is dropped; everything else reaches the user as it was written.
 */
export class OutputSink {
  private events: ParseEvent[] = [];
  private index = 0;
  private named = false;
  /** True inside a reasoning block. */
  isReasoning = false;
  private readonly channels: Readonly<Record<Channel, TextChannel>> = {
    text: new TextChannel(),
    reasoning: new TextChannel(),
  };

  /** Adds text for the user. */
  text(text: string): void {
    this.add("text", text);
  }

  /** Adds text of a reasoning block. */
  reasoning(text: string): void {
    this.add("reasoning", text);
  }

  /** Adds unparsed text verbatim to the channel that is being read. */
  rest(text: string): void {
    const channel = this.channels[this.isReasoning ? "reasoning" : "text"];
    if (channel.keepSpace()) this.flush(false);
    channel.addAsItStands(text);
  }

  /** `rest` and `take` in one cheap step: the amount of unparsed text is unbounded. */
  passOn(text: string): readonly ParseEvent[] {
    const channel = this.isReasoning ? "reasoning" : "text";
    const other = this.isReasoning ? "text" : "reasoning";
    const isReady = this.channels[channel].keepSpace() || this.channels[other].hasReady;
    if (isReady || isHighSurrogate(text.charCodeAt(text.length - 1))) {
      this.rest(text);
      return this.take(false);
    }
    return [{ type: this.isReasoning ? "reasoning-delta" : "text-delta", text }];
  }

  /** Marks a piece of markup, which separates the text before it from the text after it. */
  markup(): void {
    this.channels.text.boundary();
    this.channels.reasoning.boundary();
  }

  /** Announces the call that is being read; further announcements before it ends are ignored. */
  name(name: string): void {
    if (this.named) return;
    this.named = true;
    this.markup();
    this.flush();
    this.events.push({ type: "call-named", index: this.index, name });
  }

  /** True when the call that is being read has been announced. */
  get isNamed(): boolean {
    return this.named;
  }

  /** Adds a complete call. */
  call(name: string, input: JsonObject, repairs: Iterable<string> = []): void {
    this.name(name);
    this.markup();
    const list = [...repairs];
    this.events.push({
      type: "call",
      index: this.index,
      name,
      arguments: input,
      ...(list.length > 0 ? { repairs: list } : {}),
    });
    this.index += 1;
    this.named = false;
  }

  /** Adds a piece that began as a call and could not be read. */
  broken(position: number, reason: string, raw: string): void {
    this.markup();
    this.flush();
    this.events.push({ type: "call-broken", index: this.index, broken: { position, reason, raw } });
    this.index += 1;
    this.named = false;
  }

  /** Takes the events so far. A high surrogate at the end of a delta waits for its other half. */
  take(final: boolean): readonly ParseEvent[] {
    this.flush(final);
    if (this.events.length === 0) return NOTHING;
    const events = this.events;
    this.events = [];
    return events;
  }

  private add(channel: Channel, text: string): void {
    if (text === "") return;
    const other = channel === "text" ? "reasoning" : "text";
    if (this.channels[other].hasReady) this.flush();
    this.channels[channel].add(text);
    if (this.channels[channel].readyLength > MAX_DELTA_LENGTH) this.flush(false);
  }

  private flush(final = true): void {
    const { text, reasoning } = this.channels;
    if (text.hasReady) this.deliver({ type: "text-delta", text: text.take(final) });
    if (reasoning.hasReady) this.deliver({ type: "reasoning-delta", text: reasoning.take(final) });
  }

  private deliver(delta: Extract<ParseEvent, { readonly text: string }>): void {
    if (delta.text !== "") this.events.push(delta);
  }
}

class TextChannel {
  private ready = "";
  private space = "";
  private gapStart = 0;
  private begun = false;

  get hasReady(): boolean {
    return this.ready !== "";
  }

  get readyLength(): number {
    return this.ready.length;
  }

  add(text: string): void {
    let end = text.length;
    while (end > 0 && isSpace(text.charCodeAt(end - 1))) end -= 1;
    if (end === 0) {
      this.space += text;
      return;
    }
    let start = 0;
    if (this.begun) this.ready += this.space;
    else while (isSpace(text.charCodeAt(start))) start += 1;
    this.begun = true;
    this.ready += text.slice(start, end);
    this.space = text.slice(end);
    this.gapStart = -1;
  }

  /** Turns held back white space into text unless it is leading; returns whether anything is ready. */
  keepSpace(): boolean {
    if (this.begun) this.ready += this.space;
    this.space = "";
    this.gapStart = -1;
    return this.ready !== "";
  }

  addAsItStands(text: string): void {
    this.ready += text;
    this.begun = true;
  }

  boundary(): void {
    if (this.gapStart >= 0) this.space = this.space.slice(0, this.gapStart);
    this.gapStart = this.space.length;
  }

  take(final: boolean): string {
    const ready = this.ready;
    const waits = !final && isHighSurrogate(ready.charCodeAt(ready.length - 1));
    this.ready = waits ? ready.slice(-1) : "";
    return waits ? ready.slice(0, -1) : ready;
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0x2028 || code === 0x2029;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
