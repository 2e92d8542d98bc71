import type * as core from "zod/v4/core";
import { toPointerToken } from "../worker/agent/define/coerce-arguments.ts";
import {
  type CheckedArguments,
  defineTool as defineZodTool,
  makeTool,
  type ToolDefinition,
} from "../worker/agent/define/define-tool.ts";
import type { Tool, ToolContext } from "../worker/agent/define/tool.ts";
import { toBoundedJson } from "../worker/protocol/bounded-json.ts";
import { isJsonObject, type JsonObject, type JsonSchema } from "../worker/protocol/json.ts";

/**
 * A schema of any library that follows Standard Schema and Standard JSON Schema (https://standardschema.dev): ArkType's, or
 * Valibot's by its `toStandardJsonSchema`.
 */
export interface StandardInput<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema: { readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown> };
  };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The declaration of a tool whose schema is not zod's. */
export interface StandardToolDefinition<Input, Name extends string, Result>
  extends Omit<ToolDefinition<core.$ZodObject, Name, Result>, "input" | "preview" | "run"> {
  /** An object. Its validation must not be asynchronous. */
  readonly input: StandardInput<unknown, Input>;
  /** Gets checked input. What it throws becomes a `failed` outcome: say in one sentence what the model should change. */
  run(input: Input, context: ToolContext): Result | Promise<Result>;
}

/** Makes a tool from a schema of zod, or of any library that follows Standard JSON Schema. Throws as the first form does. */
export function defineTool<Schema extends core.$ZodObject, const Name extends string, Output>(
  definition: ToolDefinition<Schema, Name, Output>,
): Tool<core.output<Schema>, Name, Output>;
export function defineTool<Input, const Name extends string, Output>(
  definition: StandardToolDefinition<Input, Name, Output>,
): Tool<Input, Name, Output>;
export function defineTool(definition: AnyDefinition): Tool {
  if (isZod(definition)) return defineZodTool(definition);
  const { name, input } = definition;
  return makeTool(definition, toParameters(name, input), (args) => check(args, input));
}

type AnyDefinition = ToolDefinition<core.$ZodObject> | StandardToolDefinition<unknown, string, unknown>;

function isZod(definition: AnyDefinition): definition is ToolDefinition<core.$ZodObject> {
  return "_zod" in definition.input;
}

function toParameters(name: string, input: StandardInput): JsonSchema {
  const { vendor, jsonSchema } = input["~standard"];
  // A library may lack this half of the standard, whatever its types say.
  const given: unknown = jsonSchema;
  if (given === undefined) {
    throw new TypeError(`Tool '${name}': its ${vendor} schema gives no JSON Schema (Valibot: toStandardJsonSchema).`);
  }
  const bounded = toBoundedJson(jsonSchema.input({ target: "draft-2020-12" }));
  if (!bounded.ok || !isJsonObject(bounded.value) || bounded.value.type !== "object") {
    throw new TypeError(`Tool '${name}': its input is not an object.`);
  }
  const { $schema: _, ...parameters } = bounded.value;
  return parameters;
}

function check(args: JsonObject, input: StandardInput): CheckedArguments<unknown> {
  const result = input["~standard"].validate(args);
  if (result instanceof Promise) throw new TypeError("the schema's validation is asynchronous");
  if (result.issues === undefined) return { ok: true, input: result.value };
  return {
    ok: false,
    problems: result.issues.map(({ message, path = [] }) => ({
      path: path.map((step) => `/${toPointerToken(String(typeof step === "object" ? step.key : step))}`).join(""),
      message,
    })),
  };
}
