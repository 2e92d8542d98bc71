import type { OutputConstraint } from "../../formats/output-constraint.ts";

/** llama.cpp's number for a trigger that is a word. */
const WORD_TRIGGER = 1;

/** The fields that apply a constraint in a request to llama.cpp; none without one. */
export function toGbnfFields(constraint: OutputConstraint | null) {
  if (constraint === null) return {};
  const { grammar, triggers } = constraint.gbnf;
  if (triggers.length === 0) return { grammar };
  return {
    grammar,
    grammar_lazy: true,
    grammar_triggers: triggers.map((value) => ({ type: WORD_TRIGGER, value })),
    // Without this, a trigger that is a single token of the vocabulary would not appear in the text and never match.
    preserved_tokens: [...triggers],
  };
}
