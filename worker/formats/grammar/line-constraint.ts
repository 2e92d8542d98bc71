import type { ToolSpec } from "../../protocol/tool.ts";
import { type ConstraintMode, type OutputConstraint, toConstraint } from "../output-constraint.ts";
import { GbnfRules, toGbnfLiteral } from "./json-schema-to-gbnf.ts";

/** Calls in one turn at most: a weak model can go on listing calls forever. */
const MAX_CALLS = 8;

/**
 * Constrains a turn to calls of declared tools, each on a line of its own, with nothing before, between or after them.
 * A free turn may be text instead: its first character decides, since only a call begins as `opener` does. Applies from
 * the first token in both modes, because a lazy grammar of llama.cpp would have to begin inside a token.
 *
 * @param opener One character.
 */
export function toLineConstraint(
  { opener, begin }: { readonly opener: string; begin(name: string): string },
  tools: readonly ToolSpec[],
  mode: ConstraintMode,
): OutputConstraint {
  const rules = new GbnfRules({ spaces: false });
  const kinds = tools.map(({ name, parameters }) => `${toGbnfLiteral(begin(name))} ${rules.addSchema(parameters)}`);
  const call = rules.add("call", kinds.join(" | "));
  const calls = rules.add("calls", `${call} ("\\n" ${call}){0,${MAX_CALLS - 1}}`);
  return toWholeConstraint(
    mode,
    rules.toGrammar(mode === "forced" ? calls : `${calls} | ${rules.add("text", toTextRule(opener))}`),
  );
}

/** Constrains a turn to text that does not begin as a call does. */
export function toTextConstraint(opener: string): OutputConstraint {
  return toWholeConstraint("free", new GbnfRules({ spaces: false }).toGrammar(toTextRule(opener)));
}

function toTextRule(opener: string): string {
  return `[^${opener}] ([^\\n] | "\\n")*`;
}

/** A grammar from the first token on, for both kinds of engine. */
export function toWholeConstraint(mode: ConstraintMode, grammar: string): OutputConstraint {
  return toConstraint(mode, grammar, { type: "grammar", grammar });
}
