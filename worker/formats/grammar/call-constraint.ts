import type { JsonObject } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { GbnfRules, toGbnfLiteral } from "./json-schema-to-gbnf.ts";
import type { OutputConstraint } from "./output-constraint.ts";

/** How a family writes a call around its JSON arguments. */
export interface CallShape {
  /** What a call begins with, up to the arguments. */
  begin(name: string): string;
  readonly end: string;
  /** How every call begins: there a lazy constraint takes hold. Empty when nothing marks a call but the JSON itself. */
  readonly trigger: string;
}

/** Constrains the output to one call of a declared tool: from the trigger on in `free`, from the first token in `forced`. */
export function toCallConstraint(
  shape: CallShape,
  tools: readonly ToolSpec[],
  mode: "free" | "forced",
): OutputConstraint | null {
  if (tools.length === 0) return null;
  const lazy = mode === "free";
  // Without a trigger only a forced call can be constrained: anything else would constrain the answer as well.
  if (lazy && shape.trigger === "") return null;
  return {
    mode,
    gbnf: { grammar: toCallGrammar(shape, tools), triggers: lazy ? [shape.trigger] : [] },
    structuralTag: toStructuralTag(shape, tools, mode),
  };
}

function toCallGrammar(shape: CallShape, tools: readonly ToolSpec[]): string {
  const rules = new GbnfRules();
  const calls = tools.map((tool) => {
    const input = rules.addSchema(tool.parameters);
    return rules.add("call", `${toGbnfLiteral(shape.begin(tool.name))} ${input} ${toGbnfLiteral(shape.end)}`);
  });
  return rules.toGrammar(calls.join(" | "));
}

function toStructuralTag(shape: CallShape, tools: readonly ToolSpec[], mode: "free" | "forced"): JsonObject {
  const tags = tools.map((tool) => ({
    type: "tag",
    begin: shape.begin(tool.name),
    content: { type: "json_schema", json_schema: tool.parameters },
    end: shape.end,
  }));
  if (mode === "forced") {
    if (shape.trigger === "") return { type: "structural_tag", format: { type: "or", elements: tags } };
    return {
      type: "structural_tag",
      format: { type: "triggered_tags", triggers: [shape.trigger], tags, at_least_one: true, stop_after_first: true },
    };
  }
  return {
    type: "structural_tag",
    format: { type: "triggered_tags", triggers: [shape.trigger], tags, stop_after_first: true },
  };
}
