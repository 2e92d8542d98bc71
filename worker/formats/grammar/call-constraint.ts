import type { ToolSpec } from "../../protocol/tool.ts";
import { type ConstraintMode, type OutputConstraint, toTaggedConstraint } from "../output-constraint.ts";
import { GbnfRules, toGbnfLiteral } from "./json-schema-to-gbnf.ts";

/** How a family writes a call around its JSON arguments. */
export interface CallShape {
  /** The beginning of a call, up to the arguments. */
  begin(name: string): string;
  readonly end: string;
  /** How every call begins: where a lazy constraint begins to apply. Empty when only the JSON itself marks a call. */
  readonly trigger: string;
}

/** Constrains the output to one call of a declared tool: from the trigger on in `free`, from the first token in `forced`. */
export function toCallConstraint(
  shape: CallShape,
  tools: readonly ToolSpec[],
  mode: ConstraintMode,
): OutputConstraint | null {
  if (tools.length === 0) return null;
  const { trigger } = shape;
  // Without a trigger only a forced call can be constrained: a free turn would lose its plain answer.
  if (mode === "free" && trigger === "") return null;
  const grammar = toCallGrammar(shape, tools);
  const tags = tools.map((tool) => ({
    type: "tag",
    begin: shape.begin(tool.name),
    content: { type: "json_schema", json_schema: tool.parameters },
    end: shape.end,
  }));
  if (trigger !== "") return toTaggedConstraint({ mode, triggers: [trigger], grammar, tags });
  const structuralTag = { type: "structural_tag", format: { type: "or", elements: tags } };
  return { mode, gbnf: { grammar, triggers: [] }, structuralTag };
}

function toCallGrammar(shape: CallShape, tools: readonly ToolSpec[]): string {
  const rules = new GbnfRules();
  const calls = tools.map((tool) => {
    const input = rules.addSchema(tool.parameters);
    return rules.add("call", `${toGbnfLiteral(shape.begin(tool.name))} ${input} ${toGbnfLiteral(shape.end)}`);
  });
  return rules.toGrammar(calls.join(" | "));
}
