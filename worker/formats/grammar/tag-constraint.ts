import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { isTextSchema } from "../parsing/typed-value.ts";
import { GbnfRules, toGbnfLiteral } from "./json-schema-to-gbnf.ts";
import type { OutputConstraint } from "./output-constraint.ts";

/** How a family writes a call whose arguments stand in tags of their own: texts bare, everything else as JSON. */
export interface TagShape {
  /** What a call begins with, up to the first argument. */
  begin(name: string): string;
  beginArgument(key: string): string;
  /** Begins with `</`, which no argument under the lock contains. */
  readonly endArgument: string;
  readonly end: string;
  /** How every call begins: there a lazy constraint takes hold. */
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
  mode: "free" | "forced",
): OutputConstraint | null {
  if (tools.length === 0) return null;
  const { trigger, xgrammar } = shape;
  const tags = tools.map(({ name, parameters }) => ({
    type: "tag",
    begin: shape.begin(name),
    content: xgrammar === undefined ? { type: "any_text" } : { type: xgrammar.content, json_schema: parameters },
    end: xgrammar?.end ?? shape.end,
  }));
  return {
    mode,
    gbnf: { grammar: toTagGrammar(shape, tools), triggers: mode === "free" ? [trigger] : [] },
    structuralTag: {
      type: "structural_tag",
      format: {
        type: "triggered_tags",
        triggers: [trigger],
        tags,
        ...(mode === "forced" ? { at_least_one: true } : {}),
        stop_after_first: true,
      },
    },
  };
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
  if (listed !== undefined && isJsonArray(listed)) {
    const choices = listed.map((choice) => toGbnfLiteral(typeof choice === "string" ? choice : JSON.stringify(choice)));
    return `(${choices.join(" | ")})`;
  }
  return isTextSchema(schema) ? text : rules.addSchema(schema);
}
