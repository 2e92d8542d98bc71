import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { type ConstraintMode, type OutputConstraint, toTaggedConstraint } from "../output-constraint.ts";
import { isTextSchema } from "../parsing/typed-value.ts";
import { GbnfRules, toGbnfLiteral } from "./json-schema-to-gbnf.ts";

/** How a family writes a call whose arguments stand in tags of their own: texts bare, everything else as JSON. */
export interface TagShape {
  /** The beginning of a call, up to the first argument. */
  begin(name: string): string;
  beginArgument(key: string): string;
  /** Begins with `</`, which no argument under the constraint contains. */
  readonly endArgument: string;
  readonly end: string;
  /** How every call begins: where a lazy constraint begins to apply. */
  readonly trigger: string;
  /** XGrammar's own kind of content for this family's arguments, and what closes it; absent where it has none. */
  readonly xgrammar?: { readonly content: string; readonly end: string };
}

/** Writes a call. */
export function renderTagCall(shape: TagShape, name: string, input: JsonObject): string {
  const members = Object.entries(input).map(([key, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return shape.beginArgument(key) + text + shape.endArgument;
  });
  return shape.begin(name) + members.join("") + shape.end;
}

/** Constrains the output to one call of a declared tool: from the trigger on in `free`, from the first token in `forced`. */
export function toTagConstraint(
  shape: TagShape,
  tools: readonly ToolSpec[],
  mode: ConstraintMode,
): OutputConstraint | null {
  if (tools.length === 0) return null;
  const { trigger, xgrammar } = shape;
  const tags = tools.map(({ name, parameters }) => ({
    type: "tag",
    begin: shape.begin(name),
    content: xgrammar === undefined ? { type: "any_text" } : { type: xgrammar.content, json_schema: parameters },
    end: xgrammar?.end ?? shape.end,
  }));
  return toTaggedConstraint({ mode, triggers: [trigger], grammar: toTagGrammar(shape, tools), tags });
}

function toTagGrammar(shape: TagShape, tools: readonly ToolSpec[]): string {
  const rules = new GbnfRules();
  const text = rules.add("text", '([^<] | "<" [^/<])*');
  const calls = tools.map((tool) => {
    const properties = tool.parameters.properties;
    const listed = tool.parameters.required;
    const required = new Set<JsonValue>(Array.isArray(listed) ? listed : []);
    const members = Object.entries(isJsonObject(properties) ? properties : {}).map(([key, schema]) => {
      const value = toValueRule(schema, text, rules);
      const body = `${toGbnfLiteral(shape.beginArgument(key))} ${value} ${toGbnfLiteral(shape.endArgument)}`;
      return required.has(key) ? body : `(${body})?`;
    });
    return rules.add("call", [toGbnfLiteral(shape.begin(tool.name)), ...members, toGbnfLiteral(shape.end)].join(" "));
  });
  return rules.toGrammar(calls.join(" | "));
}

function toValueRule(schema: JsonValue, text: string, rules: GbnfRules): string {
  const listed = isJsonObject(schema)
    ? (schema.enum ?? (schema.const === undefined ? undefined : [schema.const]))
    : undefined;
  if (isJsonArray(listed)) {
    const choices = listed.map((choice) => toGbnfLiteral(typeof choice === "string" ? choice : JSON.stringify(choice)));
    return `(${choices.join(" | ")})`;
  }
  return isTextSchema(schema) ? text : rules.addSchema(schema);
}
