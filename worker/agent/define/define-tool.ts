import * as core from "zod/v4/core";
import { toBoundedJson } from "../../protocol/bounded-json.ts";
import { defined } from "../../protocol/defined.ts";
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "../../protocol/json.ts";
import type { EffectPreview } from "../../protocol/run-event.ts";
import { type ArgumentProblem, TOOL_NAME_PATTERN, type ToolExample, type ToolSpec } from "../../protocol/tool.ts";
import { findUnknown, followPointer, openInput, toPointerToken, toTypeName } from "./coerce-arguments.ts";
import type { Tool, ToolContext } from "./tool.ts";

// The content policy forbids `new Function`, which zod uses to compile schemas unless told otherwise before the first
// schema is made. Every file that defines a tool imports this one first.
core.config({ jitless: true });

/** The declaration of a tool. */
export interface ToolDefinition<Schema extends core.$ZodObject, Name extends string = string, Output = unknown>
  extends Pick<ToolSpec, "description" | "effect" | "asks" | "when" | "forFiles" | "recalled" | "seldom" | "personal">,
    Pick<Tool, "timeoutMs" | "onError"> {
  /** See `TOOL_NAME_PATTERN`. */
  readonly name: Name;
  /**
   * A zod object (`zod` or `zod/mini`). Fields with a default are optional for the model; descriptions reach it;
   * fields that are not listed are refused, in objects within it too unless they are declared loose.
   */
  readonly input: Schema;
  /** Checked against `input` at construction, so that they may come from a file of JSON. */
  readonly examples?: readonly (Omit<ToolExample, "arguments" | "shown"> & {
    readonly arguments: object;
    readonly shown?: boolean;
  })[];
  /** Gets checked input. What it throws becomes a `failed` outcome: say in one sentence what the model should change. */
  run(input: core.output<Schema>, context: ToolContext): Output | Promise<Output>;
  /** The change the call would make. Must change nothing. */
  preview?(input: core.output<Schema>, context: ToolContext): Promise<EffectPreview | null> | EffectPreview | null;
}

/**
 * Makes a tool from a zod schema: the JSON Schema is derived, and the arguments are checked and typed by the same
 * source. Throws at once, naming the tool, on a bad name, an empty description, a schema that JSON Schema cannot
 * express, or an example that the schema refuses.
 */
export function defineTool<Schema extends core.$ZodObject, const Name extends string, Output>(
  definition: ToolDefinition<Schema, Name, Output>,
): Tool<core.output<Schema>, Name, Output> {
  const schema = toStrict(definition.input);
  const parameters = toParameters(definition.name, schema);
  return makeTool(definition, parameters, (args) => checkInput(args, schema, parameters));
}

/** Everything of a tool but its name, its input and what it does. */
type ToolFacts = Omit<ToolDefinition<core.$ZodObject>, "name" | "input" | "run" | "preview"> &
  Pick<ToolSpec, "author" | "sendsTo" | "secrets" | "scoped"> &
  Pick<Tool, "about">;

/** Checked input, or the problems. */
export type CheckedArguments<Input> =
  | { readonly ok: true; readonly input: Input }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[] };

/**
 * Makes a tool of the JSON Schema of its arguments and of a check of those, which are bounded and coerced before. Throws
 * at once, naming the tool, on a bad name, an empty description, or an example that the check refuses.
 */
export function makeTool<Input, const Name extends string, Output>(
  definition: ToolFacts & Pick<Tool<Input, Name, Output>, "run" | "preview"> & { readonly name: Name },
  parameters: JsonSchema,
  check: (args: JsonObject) => CheckedArguments<Input>,
): Tool<Input, Name, Output> {
  const { name, description, timeoutMs, preview, onError, about } = definition;
  if (!TOOL_NAME_PATTERN.test(name)) {
    throw new Error(`Tool '${name}': a name has 1 to 128 letters, digits, '_', '-' or '.'.`);
  }
  if (description.trim() === "") throw new Error(`Tool '${name}': the description is empty.`);
  const { effect, asks, author, when, forFiles, recalled, seldom, personal, sendsTo, secrets, scoped } = definition;
  // Their arguments are checked below.
  const examples = definition.examples as readonly ToolExample[] | undefined;
  const listed = { effect, asks, author, examples, when, forFiles, recalled, seldom, personal };
  const tool: Tool<Input, Name, Output> = {
    spec: { name, description, parameters, ...defined({ ...listed, sendsTo, secrets, scoped }) },
    check: (raw) => {
      const opened = openInput(raw, parameters);
      if (!opened.ok) return opened;
      const checked = check(opened.arguments);
      return checked.ok ? { ...checked, coerced: opened.coerced } : checked;
    },
    run: (input, context) => definition.run(input, context),
    ...(preview === undefined ? {} : { preview: (input, context) => preview.call(definition, input, context) }),
    ...defined({ timeoutMs, onError, about }),
  };
  for (const example of examples ?? []) {
    const checked = tool.check(example.arguments);
    if (checked.ok) continue;
    const problems = checked.problems.map((problem) => `${problem.path || "/"} ${problem.message}`).join("; ");
    throw new Error(`Tool '${name}': the example '${example.question}' is refused: ${problems}.`);
  }
  return tool;
}

/** The same object schema, but refusing unknown fields unless it handles them itself. */
function toStrict<Schema extends core.$ZodObject>(schema: Schema): Schema {
  if (schema._zod.def.catchall !== undefined) return schema;
  return core.clone(schema, { ...schema._zod.def, catchall: core._never(core.$ZodNever) });
}

function toParameters(name: string, schema: core.$ZodObject): JsonSchema {
  const fail = (reason: string): never => {
    throw new Error(`Tool '${name}': its input has no JSON Schema: ${reason}.`);
  };
  let rendered: unknown;
  try {
    rendered = core.toJSONSchema(schema, { io: "input", unrepresentable: "throw", reused: "inline" });
  } catch (error) {
    return fail(error instanceof Error ? error.message : "unknown fault");
  }
  const bounded = toBoundedJson(rendered);
  if (!bounded.ok) return fail(bounded.reason);
  const tidy = tidySchema(bounded.value);
  return isJsonObject(tidy) ? tidy : fail("it is not an object");
}

/**
 * Removes what means nothing to a model and only enlarges grammars (the dialect, the safe-integer bounds that zod adds
 * to every integer), and closes objects that do not say what becomes of unknown fields.
 */
function tidySchema(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(tidySchema);
  if (!isJsonObject(schema)) return schema;
  const isOpen =
    schema.type === "object" && isJsonObject(schema.properties) && schema.additionalProperties === undefined;
  const entries = Object.entries(schema).filter(
    ([key, value]) =>
      key !== "$schema" &&
      key !== "~standard" &&
      !(key === "minimum" && value === Number.MIN_SAFE_INTEGER) &&
      !(key === "maximum" && value === Number.MAX_SAFE_INTEGER),
  );
  const tidied = entries.map(([key, value]) => [key, key === "default" ? value : tidySchema(value)]);
  return Object.fromEntries(isOpen ? [...tidied, ["additionalProperties", false]] : tidied);
}

function checkInput<Schema extends core.$ZodObject>(
  args: JsonObject,
  schema: Schema,
  parameters: JsonSchema,
): CheckedArguments<core.output<Schema>> {
  const parsed = core.safeParse(schema, args);
  if (!parsed.success) return { ok: false, problems: parsed.error.issues.flatMap((issue) => toProblems(issue, args)) };
  // A plain `z.object` inside the input drops unknown fields without a word.
  const unknown = findUnknown(args, parameters, parameters);
  if (unknown.length > 0) return { ok: false, problems: unknown.map(toUnknownProblem) };
  return { ok: true, input: parsed.data };
}

function toProblems(issue: core.$ZodIssue, args: JsonObject): readonly ArgumentProblem[] {
  const path = issue.path.map((key) => `/${toPointerToken(String(key))}`).join("");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => toUnknownProblem(`${path}/${toPointerToken(key)}`));
  }
  if (followPointer(args, path) === undefined) return [{ path, message: "is missing" }];
  return [{ path, message: toMessage(issue) }];
}

function toUnknownProblem(path: string): ArgumentProblem {
  return { path, message: "is not an argument of this tool" };
}

function toMessage(issue: core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${toTypeName(issue.expected)}`;
    case "invalid_value":
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "too_small":
      return toBoundMessage(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum);
    case "too_big":
      return toBoundMessage(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return issue.pattern === undefined ? `must be a valid ${issue.format}` : `must match ${issue.pattern}`;
    case "custom":
      return issue.message === "" || issue.message === "Invalid input" ? "is not accepted" : issue.message;
    default:
      return "has none of the accepted forms";
  }
}

/** The units in which the sizes of values with parts are counted. */
const UNITS: Readonly<Record<string, string>> = { string: "characters", array: "items", set: "items" };

function toBoundMessage(origin: string, relation: string, bound: number | bigint): string {
  const unit = UNITS[origin];
  return unit === undefined ? `must be ${relation} ${bound}` : `must have ${relation} ${bound} ${unit}`;
}
