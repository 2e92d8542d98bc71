import type { ToolSpec } from "../../protocol/tool.ts";
import type { ConstraintMode, OutputConstraint } from "../output-constraint.ts";
import { GbnfRules, toGbnfLiteral } from "./json-schema-to-gbnf.ts";

/**
 * Constrains a forced turn to one Python call in a list, its arguments in declared order and written as JSON literals,
 * which the reader accepts as well. A free turn stays free: a bracket alone does not mark a call.
 */
export function toPythonicConstraint(tools: readonly ToolSpec[], mode: ConstraintMode): OutputConstraint | null {
  if (tools.length === 0 || mode === "free") return null;
  const rules = new GbnfRules();
  const calls = tools.map((tool) => rules.add("call", toCallRule(tool, rules)));
  const grammar = rules.toGrammar(calls.join(" | "));
  return {
    mode,
    gbnf: { grammar, triggers: [] },
    structuralTag: { type: "structural_tag", format: { type: "grammar", grammar } },
  };
}

function toCallRule(tool: ToolSpec, rules: GbnfRules): string {
  const members = rules.addMembers(
    tool.parameters,
    '", "',
    (key, schema) => `${toGbnfLiteral(`${key}=`)} ${rules.addSchema(schema)}`,
  );
  return `${toGbnfLiteral(`[${tool.name}(`)} ${members} ")]"`;
}
