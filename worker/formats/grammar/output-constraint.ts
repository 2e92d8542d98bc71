import type { JsonObject } from "../../protocol/json.ts";

/**
 * What a turn's output is constrained to, said once for every kind of engine. An engine takes the member that it
 * understands; one that understands neither leaves the output free, and the parser and the schema check stand alone.
 */
export interface OutputConstraint {
  /** `free`: text, or a well-formed call once one begins; `forced`: the output is a call from its first token. */
  readonly mode: "free" | "forced";
  /** A llama.cpp grammar (https://github.com/ggml-org/llama.cpp/blob/master/grammars/README.md). */
  readonly gbnf: {
    readonly grammar: string;
    /** Words at which a lazy grammar takes hold; empty means it holds from the first token. */
    readonly triggers: readonly string[];
  };
  /** An XGrammar structural tag (https://xgrammar.mlc.ai/docs/tutorials/structural_tag.html), as WebLLM 0.2.86 takes it. */
  readonly structuralTag: JsonObject;
}
