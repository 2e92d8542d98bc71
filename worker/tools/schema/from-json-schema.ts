import { format, type OutputUnit, type SchemaDraft, Validator } from "@cfworker/json-schema";
import { followPointer, toPointerToken, toTypeName } from "../../agent/define/coerce-arguments.ts";
import { type CheckedArguments, makeTool } from "../../agent/define/define-tool.ts";
import type { Tool, ToolContext } from "../../agent/define/tool.ts";
import { toBoundedJson } from "../../protocol/bounded-json.ts";
import { defined } from "../../protocol/defined.ts";
import {
  isForbiddenKey,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from "../../protocol/json.ts";
import type { EffectPreview } from "../../protocol/run-event.ts";
import type { ArgumentProblem, ToolSpec } from "../../protocol/tool.ts";
import { estimateChecks } from "./estimate-checks.ts";
import { compileLinearPattern, createStepBudget, StepsUsedUp } from "./linear-pattern.ts";

type ListedFields = "name" | "description" | "effect" | "asks" | "sendsTo" | "secrets" | "scoped" | "examples" | "when";

/** Everything needed to make a tool whose arguments are only known as a JSON Schema: from a manifest, or another server. */
export interface JsonSchemaToolDefinition extends Pick<ToolSpec, ListedFields | "author" | "forFiles" | "personal"> {
  /** Treated as foreign. Fields that it does not list are refused unless it handles them. */
  readonly parameters: JsonSchema;
  /** See `Tool`. */
  readonly about?: string;
  /** Milliseconds; absent means the run's own limit. */
  readonly timeoutMs?: number;
  /** Checks, and may complete, arguments that the schema accepted. */
  refine?(input: JsonObject): JsonObject | readonly ArgumentProblem[];
  run(input: JsonObject, context: ToolContext): unknown;
  preview?(input: JsonObject, context: ToolContext): Promise<EffectPreview | null> | EffectPreview | null;
}

/** Makes a tool from a JSON Schema. Throws at once, naming the tool, on the faults that `defineTool` refuses too. */
export function fromJsonSchema(definition: JsonSchemaToolDefinition): Tool<JsonObject> {
  const safe = toSafeSchema(definition.parameters, "refused");
  if (!safe.ok) throw new Error(`Tool '${definition.name}': its schema is refused: ${safe.reason}.`);
  return makeTool(definition, safe.parameters, (args) => checkArguments(args, safe, definition));
}

/** A compiled schema: returns the first problem of a value, with those that follow from it, if any. */
export type SchemaCheck = (value: JsonObject) => readonly ArgumentProblem[];

/**
 * Compiles a foreign object schema for validation only; fields it does not list are allowed. Throws the reason if it is
 * refused.
 */
export function compileObjectSchema(schema: JsonSchema): SchemaCheck {
  const safe = toSafeSchema(schema, "allowed");
  if (!safe.ok) throw new Error(safe.reason);
  return (value) => findProblems(value, safe, true);
}

/** A foreign schema made safe: `parameters` for the model, `checked`, where patterns are linear-time ones, for validation. */
type SafeSchema = Extract<ReturnType<typeof toSafeSchema>, { readonly ok: true }>;

const MAX_SCHEMA_NODES = 5_000;
const MAX_SCHEMA_DEPTH = 40;

/**
 * Bounds a foreign schema, so that neither reading nor validating can hang or grow without end: at most 5,000 values
 * and 40 levels once local references are resolved; no external references and no recursion; only patterns that can be
 * tested in linear time; formats only from a short list (others are mere hints).
 */
function toSafeSchema(schema: JsonSchema, unknownFields: "refused" | "allowed") {
  const refuse = (reason: string) => ({ ok: false as const, reason });
  const bounded = toBoundedJson(schema, {
    maxDepth: MAX_SCHEMA_DEPTH,
    maxNodes: MAX_SCHEMA_NODES,
    maxCharacters: 65_536,
  });
  if (!bounded.ok) return bounded;
  if (!isJsonObject(bounded.value)) return refuse("it is not an object");
  const root = bounded.value;
  if (root.type !== undefined && root.type !== "object") return refuse("its type is not object");
  try {
    const { $schema, $defs: _defs, definitions: _definitions, ...body } = root;
    const inlined = inline(body, { root, path: [], nodes: { left: MAX_SCHEMA_NODES } });
    if (!isJsonObject(inlined)) return refuse("it is not an object");
    const whole = { ...inlined, type: "object", properties: inlined.properties ?? {} };
    const parameters = unknownFields === "refused" ? closeObjects(whole) : whole;
    const checked = mapSchemas(parameters, replacePattern);
    return { ok: true as const, parameters, checked, findValidator: createValidators(checked, toDraft($schema)) };
  } catch (error) {
    return refuse(error instanceof Error ? error.message.replace(/\.$/, "") : "it cannot be read");
  }
}

/** Finds the validator that stops at the first problem, or the one that finds all. Each is made once. */
function createValidators(schema: JsonObject, draft: SchemaDraft) {
  const made = new Map<boolean, Validator>();
  return (stopsEarly: boolean): Validator => {
    const validator = made.get(stopsEarly) ?? new Validator(schema, draft, stopsEarly);
    made.set(stopsEarly, validator);
    return validator;
  };
}

function toDraft(dialect: JsonValue | undefined): SchemaDraft {
  if (typeof dialect !== "string") return "2020-12";
  if (dialect.includes("draft-04")) return "4";
  if (dialect.includes("draft-07") || dialect.includes("draft-06")) return "7";
  return dialect.includes("2019-09") ? "2019-09" : "2020-12";
}

interface InlinePosition {
  readonly root: JsonObject;
  /** The references being followed, to detect a cycle. */
  readonly path: readonly string[];
  readonly nodes: { left: number };
}

function inline(value: JsonValue, at: InlinePosition): JsonValue {
  at.nodes.left -= 1;
  if (at.nodes.left < 0) throw new Error(`with its references in place it has more than ${MAX_SCHEMA_NODES} values`);
  if (isJsonArray(value)) return value.map((item) => inline(item, at));
  if (!isJsonObject(value)) return value;
  const unknown = ["$dynamicRef", "$recursiveRef", "patternProperties"].find((keyword) =>
    Object.hasOwn(value, keyword),
  );
  if (unknown !== undefined) throw new Error(`${unknown} is not supported`);
  const reference = value.$ref;
  if (typeof reference === "string") {
    if (at.path.includes(reference)) throw new Error(`${reference} refers to itself`);
    const target = findReference(reference, at.root);
    const { $ref: _reference, ...siblings } = value;
    const resolved = inline(target, { ...at, path: [...at.path, reference] });
    const own = inline(siblings, at);
    return isJsonObject(resolved) && isJsonObject(own) ? { ...resolved, ...own } : resolved;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === "const" || key === "enum" || key === "default" ? member : inline(member, at),
    ]),
  );
}

function findReference(reference: string, root: JsonObject): JsonValue {
  if (!reference.startsWith("#")) throw new Error(`${reference} lies outside the schema`);
  const pointer = decodeURIComponent(reference);
  if (pointer.split("/").some(isForbiddenKey)) throw new Error(`${reference} is not accepted`);
  const target = followPointer(root, pointer);
  if (target === undefined) throw new Error(`${reference} does not exist`);
  return target;
}

const COMBINING = ["allOf", "anyOf", "oneOf", "not", "if", "additionalProperties", "unevaluatedProperties"];

/**
 * Adds `additionalProperties: false` where it is absent, but not inside `allOf` and its like, where it would change the
 * meaning.
 */
function closeObjects(schema: JsonObject): JsonObject {
  const close = (part: JsonValue): JsonValue => (isJsonObject(part) ? closeObjects(part) : part);
  const properties = isJsonObject(schema.properties)
    ? Object.fromEntries(Object.entries(schema.properties).map(([key, member]) => [key, close(member)]))
    : undefined;
  const items = schema.items === undefined ? undefined : close(schema.items);
  const open = properties === undefined || COMBINING.some((keyword) => Object.hasOwn(schema, keyword));
  return {
    ...schema,
    ...defined({ properties, items }),
    ...(open ? {} : { additionalProperties: false }),
  };
}

/** Rewrites every schema inside a schema, leaving values (`enum`, `const`, `default`, `examples`) alone. */
function mapSchemas(schema: JsonObject, rewrite: (schema: JsonObject) => JsonObject): JsonObject {
  const mapValue = (value: JsonValue): JsonValue => {
    if (isJsonArray(value)) return value.map(mapValue);
    return isJsonObject(value) ? mapSchemas(value, rewrite) : value;
  };
  const entries = Object.entries(schema).map(([key, value]): [string, JsonValue] => {
    if (["enum", "const", "default", "examples", "required"].includes(key)) return [key, value];
    if (["properties", "dependentSchemas"].includes(key) && isJsonObject(value)) {
      return [key, Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapValue(member)]))];
    }
    return [key, mapValue(value)];
  });
  return rewrite(Object.fromEntries(entries));
}

const PATTERN_PREFIX = "pattern:";
const SAFE_FORMATS = new Set(["date", "time", "date-time", "uuid", "ipv4", "ipv6", "hostname", "email"]);

/**
 * The validator tests patterns with the platform's engine; its only hook is the table of formats, so a pattern becomes
 * a format of its own.
 */
function replacePattern(schema: JsonObject): JsonObject {
  const { pattern, format: hint, ...rest } = schema;
  const kept = typeof hint === "string" && SAFE_FORMATS.has(hint) ? { ...rest, format: hint } : rest;
  if (typeof pattern !== "string") return kept;
  const name = `${PATTERN_PREFIX}${pattern}`;
  if (!Object.hasOwn(format, name)) {
    const test = compileLinearPattern(pattern);
    format[name] = (text) => test(text, patternSteps);
  }
  const others = isJsonArray(rest.allOf) ? rest.allOf : [];
  return { ...kept, allOf: [...others, { format: name }] };
}

function checkArguments(
  args: JsonObject,
  schema: SafeSchema,
  definition: JsonSchemaToolDefinition,
): CheckedArguments<JsonObject> {
  const problems = findProblems(args, schema, false);
  if (problems.length > 0) return { ok: false, problems };
  const refined = definition.refine?.(args) ?? args;
  return isProblems(refined) ? { ok: false, problems: refined } : { ok: true, input: refined };
}

function isProblems(value: JsonObject | readonly ArgumentProblem[]): value is readonly ArgumentProblem[] {
  return Array.isArray(value);
}

/** Steps left for the patterns of the running check. The table of formats is global, so this is too. */
let patternSteps = createStepBudget();

/** The validator collects every error in memory, so both are bounded: applications of schemas, and those reported whole. */
const MAX_CHECKS = 200_000;
const MAX_CHECKS_FOR_ALL_PROBLEMS = 20_000;
const MAX_ERRORS = 1_000;
const MAX_PROBLEMS = 50;

function findProblems(
  value: JsonObject,
  { checked, parameters, findValidator }: SafeSchema,
  onlyFirst: boolean,
): readonly ArgumentProblem[] {
  const checks = estimateChecks(checked, value, MAX_CHECKS);
  if (checks > MAX_CHECKS) return [{ path: "", message: "is too large to be checked against its schema" }];
  patternSteps = createStepBudget();
  let result: ReturnType<Validator["validate"]>;
  try {
    const stopsEarly = onlyFirst || checks > MAX_CHECKS_FOR_ALL_PROBLEMS;
    result = findValidator(stopsEarly).validate(value);
  } catch (error) {
    if (error instanceof StepsUsedUp) return [{ path: "", message: error.message }];
    // The validator passes a list of errors on as arguments, which can be too many for the stack.
    if (error instanceof RangeError) return [{ path: "", message: "has too many problems to name" }];
    // A keyword with a value of the wrong kind, such as a number where a list belongs.
    return [{ path: "", message: "cannot be checked: its schema is malformed" }];
  }
  return result.valid ? [] : toProblems(result.errors.slice(0, MAX_ERRORS), parameters).slice(0, MAX_PROBLEMS);
}

/** Keywords that only repeat an error of a nested keyword. */
const PASSING = new Set(["properties", "items", "prefixItems", "allOf", "$ref", "if", "false"]);

function toProblems(errors: readonly OutputUnit[], parameters: JsonSchema): readonly ArgumentProblem[] {
  const problems = new Map<string, ArgumentProblem>();
  const choices = errors.filter(({ keyword }) => ["anyOf", "oneOf", "not"].includes(keyword));
  for (const error of errors) {
    const insideChoice = choices.some(
      (choice) => choice !== error && error.keywordLocation.startsWith(`${choice.keywordLocation}/`),
    );
    const problem = insideChoice || PASSING.has(error.keyword) ? undefined : toProblem(error, parameters);
    if (problem !== undefined) problems.set(`${problem.path} ${problem.message}`, problem);
  }
  const [first] = errors;
  if (problems.size === 0) return [{ path: "", message: first?.error ?? "is not accepted" }];
  return [...problems.values()];
}

/** The keywords whose own value completes the sentence. */
const BOUNDS: ReadonlyMap<string, (expected: JsonValue | undefined) => string> = new Map([
  ["const", (expected) => `must be ${JSON.stringify(expected)}`],
  ["minimum", (expected) => `must be at least ${expected}`],
  ["maximum", (expected) => `must be at most ${expected}`],
  ["exclusiveMinimum", (expected) => `must be more than ${expected}`],
  ["exclusiveMaximum", (expected) => `must be less than ${expected}`],
  ["multipleOf", (expected) => `must be a multiple of ${expected}`],
  ["minLength", (expected) => `must have at least ${expected} characters`],
  ["maxLength", (expected) => `must have at most ${expected} characters`],
  ["minItems", (expected) => `must have at least ${expected} items`],
  ["maxItems", (expected) => `must have at most ${expected} items`],
]);

function toProblem(error: OutputUnit, parameters: JsonSchema): ArgumentProblem | undefined {
  const path = error.instanceLocation.replace(/^#/, "");
  const expected = followPointer(parameters, error.keywordLocation);
  const named = /"(.*)"/.exec(error.error)?.[1] ?? "";
  const at = (message: string): ArgumentProblem => ({ path, message });
  switch (error.keyword) {
    case "required":
      return { path: `${path}/${toPointerToken(named)}`, message: "is missing" };
    case "additionalProperties":
    case "unevaluatedProperties": {
      if (expected !== false) return undefined;
      const key = /^Property "(.*)" does not match/.exec(error.error)?.[1] ?? named;
      return { path: `${path}/${toPointerToken(key)}`, message: "is not an argument of this tool" };
    }
    case "type": {
      const types = isJsonArray(expected) ? expected : [expected ?? ""];
      return at(`must be ${types.map((type) => toTypeName(String(type))).join(" or ")}`);
    }
    case "enum":
      return at(
        `must be one of ${isJsonArray(expected) ? expected.map((value) => JSON.stringify(value)).join(", ") : ""}`,
      );
    case "format": {
      const name = /"(.*)"\.$/.exec(error.error)?.[1] ?? "";
      if (name.startsWith(PATTERN_PREFIX)) return at(`must match the pattern ${name.slice(PATTERN_PREFIX.length)}`);
      return at(`must be a valid ${name}`);
    }
    case "anyOf":
    case "oneOf":
    case "not":
      return at("has none of the accepted forms");
    default:
      return at(BOUNDS.get(error.keyword)?.(expected) ?? error.error.replace(/\.$/, ""));
  }
}
