import type { DeclaredTools } from "./declared-tools.ts";
import type { JsonLeniency } from "./json-reader.ts";
import type { OutputSink } from "./output-sink.ts";
import type { Reading, TextSource } from "./text-source.ts";

/** The literals that a dialect looks for in an output. Where one is the beginning of another, the longest match counts. */
export interface Dialect {
  /** Literals that begin a call, and how to read what follows. */
  readonly openers: readonly Opener[];
  /** Literals that mean nothing to the user (end-of-turn tokens, stray closing tags) and are dropped. */
  readonly dropped: readonly string[];
  /** Reasoning blocks. A prompt may have opened any of them. */
  readonly reasoning: readonly ReasoningMarks[];
  /** Whether bare JSON objects that name a declared tool are calls. */
  readonly bareJson: boolean;
}

/** The literals around a reasoning block. */
export interface ReasoningMarks {
  readonly open: string;
  readonly close: string;
  /** Labels that may stand on the line after `open` and are no part of the block: its name. */
  readonly labels?: readonly string[];
}

/** The opening and the closing tags of these names. */
export function toTags(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [`<${name}>`, `</${name}>`]);
}

/** The reasoning block of most families. */
export const THINK: ReasoningMarks = { open: "<think>", close: "</think>" };

/** The reasoning of families whose tags have a prefix (Seed-OSS). */
export const SEED_THINK: ReasoningMarks = { open: "<seed:think>", close: "</seed:think>" };

/** A literal that begins a call. */
export interface Opener {
  readonly literal: string;
  /** True when it counts only at the start of a line, white space aside. */
  readonly atLineStart?: boolean;
  /**
   * Reads what follows the literal, which is consumed and held. Returns false when this is not a call after all: the
   * literal is then text, and reading continues after it.
   */
  read(context: CallContext): Reading<boolean>;
}

/** The context of every reading of an output. */
export interface OutputContext {
  readonly source: TextSource;
  readonly sink: OutputSink;
  readonly tools: DeclaredTools;
}

/** The context of reading one call. */
export interface CallContext extends OutputContext {
  /** Offset of the opener in the output. */
  readonly start: number;
  /** Offset just after the opener. */
  readonly bodyStart: number;
  /** The opener's literal. */
  readonly literal: string;
  /** How the JSON of arguments is read, where not as that of most models. */
  readonly leniency?: JsonLeniency;
}

/** A mark before calls, which is part of no text; a thought that is not closed before it ends there. */
export function toMarkOpener(literal: string): Opener {
  return {
    literal,
    // biome-ignore lint/correctness/useYield: the literal has been read already
    *read({ sink }) {
      sink.markup();
      return true;
    },
  };
}
