import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { type ConstraintMode, type OutputConstraint, toConstraint, toTaggedConstraint } from "../output-constraint.ts";
import { isTextSchema } from "../parsing/typed-value.ts";
import { GbnfRules, toGbnfLiteral } from "./json-schema-to-gbnf.ts";

/** How a family writes a call around its JSON arguments. */
export interface CallShape {
  /** The beginning of a call, up to the arguments. */
  begin(name: string): string;
  readonly end: string;
  /** How every call begins: where a lazy constraint begins to apply. Empty when only the JSON itself marks a call. */
  readonly trigger: string;
}

/** How a family writes a call whose arguments stand in tags of their own: texts bare, everything else as JSON. */
export interface TagShape extends CallShape {
  beginArgument(key: string): string;
  /** Begins with `</`, which no argument under the constraint contains. */
  readonly endArgument: string;
  /** XGrammar's own kind of content for this family's arguments, and what closes it; absent where it has none. */
  readonly xgrammar?: { readonly content: string; readonly end: string };
}

/** Writes a call with a tag for each argument. */
export function renderTagCall(shape: TagShape, name: string, input: JsonObject): string {
  const members = Object.entries(input).map(([key, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return shape.beginArgument(key) + text + shape.endArgument;
  });
  return shape.begin(name) + members.join("") + shape.end;
}

/** Constrains the output to one call of a declared tool: from the trigger on in `free`, from the first token in `forced`. */
export function toCallConstraint(
  shape: CallShape | TagShape,
  tools: readonly ToolSpec[],
  mode: ConstraintMode,
): OutputConstraint | null {
  const { trigger } = shape;
  // Without a trigger only a forced call can be constrained: a free turn would lose its plain answer.
  if (mode === "free" && trigger === "") return null;
  const rules = new GbnfRules();
  const toArguments =
    "beginArgument" in shape ? createTagRules(shape, rules) : (input: JsonObject) => [rules.addSchema(input)];
  const calls = tools.map(({ name, parameters }) => {
    const input = toArguments(parameters);
    return rules.add("call", [toGbnfLiteral(shape.begin(name)), ...input, toGbnfLiteral(shape.end)].join(" "));
  });
  const grammar = rules.toGrammar(calls.join(" | "));
  const tags = tools.map(({ name, parameters }) => ({
    type: "tag",
    begin: shape.begin(name),
    ...toContent(shape, parameters),
  }));
  if (trigger === "") return toConstraint(mode, grammar, { type: "or", elements: tags });
  return toTaggedConstraint(mode, grammar, tags, [trigger]);
}

function toContent(shape: CallShape | TagShape, parameters: JsonObject): JsonObject {
  const { end } = shape;
  if (!("beginArgument" in shape)) return { content: { type: "json_schema", json_schema: parameters }, end };
  const { xgrammar } = shape;
  if (xgrammar === undefined) return { content: { type: "any_text" }, end };
  return { content: { type: xgrammar.content, json_schema: parameters }, end: xgrammar.end };
}

/** The rules of a tool's arguments, a tag for each; those that are not required may be left out. */
function createTagRules(shape: TagShape, rules: GbnfRules): (parameters: JsonObject) => readonly string[] {
  const text = rules.add("text", '([^<] | "<" [^/<])*');
  return ({ properties, required: listed }) => {
    const required = new Set<JsonValue>(isJsonArray(listed) ? listed : []);
    return Object.entries(isJsonObject(properties) ? properties : {}).map(([key, schema]) => {
      const value = toValueRule(schema, text, rules);
      const body = `${toGbnfLiteral(shape.beginArgument(key))} ${value} ${toGbnfLiteral(shape.endArgument)}`;
      return required.has(key) ? body : `(${body})?`;
    });
  };
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
