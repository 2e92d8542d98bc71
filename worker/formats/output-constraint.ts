import type { JsonObject } from "../protocol/json.ts";

/** `free`: text, or a well-formed call once one begins; `forced`: the output is a call from its first token. */
export type ConstraintMode = "free" | "forced";

/**
 * The grammar of a turn's output, written once for each kind of engine. An engine uses the member that it supports; one
 * that supports neither leaves the output free, and only the parser and the schema check guard it.
 */
export interface OutputConstraint {
  readonly mode: ConstraintMode;
  /** A llama.cpp grammar (https://github.com/ggml-org/llama.cpp/blob/master/grammars/README.md). */
  readonly gbnf: {
    readonly grammar: string;
    /** Words at which a lazy grammar begins to apply; empty means from the first token. */
    readonly triggers: readonly string[];
  };
  /** An XGrammar structural tag (https://xgrammar.mlc.ai/docs/tutorials/structural_tag.html), as WebLLM 0.2.86 takes it. */
  readonly structuralTag: JsonObject;
}

/** A constraint for both kinds of engine; `format` is that of XGrammar's tag. Only a free turn waits for `triggers`. */
export function toConstraint(
  mode: ConstraintMode,
  grammar: string,
  format: JsonObject,
  triggers: readonly string[] = [],
): OutputConstraint {
  return {
    mode,
    gbnf: { grammar, triggers: mode === "free" ? triggers : [] },
    structuralTag: { type: "structural_tag", format },
  };
}

/** A constraint on calls that begin with one of a few literals: `tags` are XGrammar's, one for each tool and literal. */
export function toTaggedConstraint(
  mode: ConstraintMode,
  grammar: string,
  tags: readonly JsonObject[],
  triggers: readonly string[],
): OutputConstraint {
  const least = mode === "forced" ? { at_least_one: true } : {};
  const format = { type: "triggered_tags", triggers: [...triggers], tags, ...least, stop_after_first: true };
  return toConstraint(mode, grammar, format, triggers);
}
