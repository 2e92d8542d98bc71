import { isJsonArray, isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "../../protocol/json.ts";
import { findReferenced } from "../parsing/resolve-references.ts";
import { patternToGbnf } from "./pattern-to-gbnf.ts";

/** Maximum characters of a string whose schema sets no bound: a weak model can repeat itself inside a string forever. */
export const DEFAULT_MAX_STRING = 500;
const MAX_REPETITIONS = 1000;
const DEFAULT_MAX_ITEMS = 50;
const MAX_SCHEMA_DEPTH = 32;

const PRIMITIVES: Readonly<Record<string, string>> = {
  s: '" "?',
  char: '[^"\\\\\\x00-\\x1f\\x7f] | "\\\\" (["\\\\/bfnrt] | "u" [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F])',
  string: `"\\"" char{0,${DEFAULT_MAX_STRING}} "\\""`,
  integral: '"0" | [1-9] [0-9]{0,15}',
  integer: '"-"? integral',
  number: '"-"? integral ("." [0-9]{1,15})? ([eE] [-+]? [0-9]{1,3})?',
  boolean: '"true" | "false"',
  null: '"null"',
  value: "object | array | string | number | boolean | null",
  object: `"{" (string ":" s value ("," s string ":" s value){0,${DEFAULT_MAX_ITEMS}})? "}"`,
  array: `"[" (value ("," s value){0,${DEFAULT_MAX_ITEMS}})? "]"`,
};

const DEPENDENCIES: Readonly<Record<string, readonly string[]>> = {
  string: ["char"],
  integer: ["integral"],
  number: ["integral"],
  value: ["object", "array", "string", "number", "boolean", "null"],
  object: ["string", "value", "s"],
  array: ["value", "s"],
};

/**
 * Collects the rules of one llama.cpp grammar. Schemas become rules that give compact JSON (at most one space after a
 * colon or comma) with members in the declared order. What a grammar cannot say (most of `pattern`, number bounds, `not`, a
 * multi-branch `allOf`) becomes a looser rule that is still valid JSON: arguments are checked again after parsing.
 */
export class GbnfRules {
  private readonly rules = new Map<string, string>();
  private readonly spaces: boolean;
  private next = 0;

  /** Without `spaces` none stands after a colon or comma, as in what `JSON.stringify` writes. */
  constructor({ spaces = true }: { readonly spaces?: boolean } = {}) {
    this.spaces = spaces;
  }

  /** Adds a rule and returns its name. */
  add(prefix: string, body: string): string {
    const name = `${prefix.replaceAll(/[^A-Za-z0-9]/g, "-")}-${this.next}`;
    this.next += 1;
    this.rules.set(name, body);
    return name;
  }

  /** Adds a rule under the given name, which other rules may already refer to. */
  define(name: string, body: string): void {
    this.rules.set(name, body);
  }

  /** Returns the name of a shared rule after adding it and the rules it needs. */
  use(primitive: string): string {
    const body = primitive === "s" && !this.spaces ? '""' : PRIMITIVES[primitive];
    if (body !== undefined && !this.rules.has(primitive)) {
      this.rules.set(primitive, body);
      for (const needed of DEPENDENCIES[primitive] ?? []) this.use(needed);
    }
    return primitive;
  }

  /** Adds the rules of a schema and returns the expression for it. */
  addSchema(schema: JsonValue | undefined): string {
    const root = isJsonObject(schema) ? schema : {};
    return this.visit(schema, { root, references: new Map(), depth: 0 });
  }

  /** The grammar's text; `root` is its first rule. */
  toGrammar(root: string): string {
    const lines = [`root ::= ${root}`];
    for (const [name, body] of this.rules) lines.push(`${name} ::= ${body}`);
    return `${lines.join("\n")}\n`;
  }

  private visit(schema: JsonValue | undefined, context: SchemaContext): string {
    if (!isJsonObject(schema) || context.depth > MAX_SCHEMA_DEPTH) return this.use("value");
    const inner = { ...context, depth: context.depth + 1 };
    if (Object.hasOwn(schema, "const")) return toGbnfLiteral(JSON.stringify(schema.const));
    const choices = schema.enum;
    if (isJsonArray(choices) && choices.length > 0) {
      return group(choices.map((choice) => toGbnfLiteral(JSON.stringify(choice))));
    }
    const reference = schema.$ref;
    if (typeof reference === "string") return this.visitReference(reference, inner);
    const branches = schema.anyOf ?? schema.oneOf;
    if (isJsonArray(branches) && branches.length > 0) {
      return group(branches.map((branch) => this.visit(branch, inner)));
    }
    const { allOf: all, type } = schema;
    if (isJsonArray(all)) return all.length === 1 ? this.visit(all[0], inner) : this.use("value");
    if (isJsonArray(type)) {
      const kinds = type.filter((kind) => typeof kind === "string");
      if (kinds.length === 0) return this.use("value");
      const expressions = kinds.map((kind) => this.visitType(kind, schema, inner));
      return group(schema.nullable === true ? [...expressions, this.use("null")] : expressions);
    }
    const kind = typeof type === "string" ? type : isJsonObject(schema.properties) ? "object" : "";
    const expression = this.visitType(kind, schema, inner);
    return schema.nullable === true ? group([expression, this.use("null")]) : expression;
  }

  private visitReference(reference: string, context: SchemaContext): string {
    const known = context.references.get(reference);
    if (known !== undefined) return known;
    const target = findReferenced(reference, context.root);
    if (target === undefined) return this.use("value");
    const name = this.add("ref", '""');
    context.references.set(reference, name);
    this.rules.set(name, this.visit(target, context));
    return name;
  }

  private visitType(kind: string, schema: JsonSchema, context: SchemaContext): string {
    switch (kind) {
      case "string":
        return this.visitString(schema);
      case "integer":
      case "number": {
        const minimum = schema.minimum ?? schema.exclusiveMinimum;
        if (kind === "integer" && typeof minimum === "number" && minimum >= 0) return this.use("integral");
        return this.use(kind);
      }
      case "boolean":
      case "null":
        return this.use(kind);
      case "array":
        return this.visitArray(schema, context);
      case "object":
        return this.visitObject(schema, context);
      default:
        return this.use("value");
    }
  }

  private visitString(schema: JsonSchema): string {
    const body = typeof schema.pattern === "string" ? patternToGbnf(schema.pattern) : null;
    if (body !== null) return `"\\"" (${body}) "\\""`;
    const most = toCount(schema.maxLength, DEFAULT_MAX_STRING);
    const least = Math.min(toCount(schema.minLength, 0), most);
    if (most === DEFAULT_MAX_STRING && least === 0) return this.use("string");
    this.use("char");
    return `"\\"" char{${least},${most}} "\\""`;
  }

  private visitArray(schema: JsonSchema, context: SchemaContext): string {
    if (schema.prefixItems !== undefined) return this.use("array");
    const item = this.visit(schema.items, context);
    const most = toCount(schema.maxItems, DEFAULT_MAX_ITEMS);
    const least = Math.min(toCount(schema.minItems, 0), most);
    if (most === 0) return '"[]"';
    const some = `${item} ("," ${this.use("s")} ${item}){${Math.max(least - 1, 0)},${most - 1}}`;
    return this.add("list", least === 0 ? `"[" (${some})? "]"` : `"[" ${some} "]"`);
  }

  private visitObject(schema: JsonSchema, context: SchemaContext): string {
    const properties = schema.properties;
    const entries = isJsonObject(properties) ? Object.entries(properties) : [];
    const extra = schema.additionalProperties;
    if (entries.length === 0) {
      if (extra === false || (isJsonObject(properties) && extra === undefined)) return '"{}"';
      const member = `${this.use("string")} ":" ${this.use("s")} ${this.visit(extra, context)}`;
      return this.add("map", `"{" (${member} ("," s ${member}){0,${DEFAULT_MAX_ITEMS}})? "}"`);
    }
    const members = this.addMembers(
      schema,
      '"," s',
      (key, value) => `${toGbnfLiteral(`${JSON.stringify(key)}:`)} ${this.use("s")} ${this.visit(value, context)}`,
    );
    return this.add("fields", `"{" ${members} "}"`);
  }

  /** The properties of a schema in their order, with what separates two; those that are not required may be left out. */
  addMembers(
    { properties, required: listed }: JsonObject,
    separator: string,
    toMember: (key: string, schema: JsonValue) => string,
  ): string {
    const required = new Set(isJsonArray(listed) ? listed : []);
    const members = Object.entries(isJsonObject(properties) ? properties : {}).map(([key, value]) => ({
      isRequired: required.has(key),
      expression: toMember(key, value),
    }));
    // Rules of what may follow before anything has been written, and after something has.
    let afterNone = "";
    let afterSome = "";
    for (const { isRequired, expression } of members.reverse()) {
      const start = sequence(expression, afterSome);
      const follow = sequence(`${separator} ${expression}`, afterSome);
      if (isRequired) {
        afterNone = start;
        afterSome = this.add("more", follow);
      } else {
        afterNone = afterNone === "" ? `(${start})?` : `(${start} | ${this.add("rest", afterNone)})`;
        afterSome = afterSome === "" ? `(${follow})?` : this.add("more", `${follow} | ${afterSome}`);
      }
    }
    return afterNone;
  }
}

interface SchemaContext {
  readonly root: JsonObject;
  readonly references: Map<string, string>;
  readonly depth: number;
}

/** A text as a literal of a llama.cpp grammar. */
export function toGbnfLiteral(text: string): string {
  const body = text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return `"${body}"`;
}

/** A grammar for one schema alone. */
export function toSchemaGrammar(schema: JsonSchema): string {
  const rules = new GbnfRules();
  const expression = rules.addSchema(schema);
  return rules.toGrammar(expression);
}

function group(expressions: readonly string[]): string {
  return expressions.length === 1 ? (expressions[0] ?? '""') : `(${expressions.join(" | ")})`;
}

function sequence(first: string, rest: string): string {
  return rest === "" ? first : `${first} ${rest}`;
}

function toCount(value: JsonValue | undefined, fallback: number): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0) return fallback;
  return Math.min(value, MAX_REPETITIONS);
}
