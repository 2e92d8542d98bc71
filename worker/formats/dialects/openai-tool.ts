import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";

/** A tool as OpenAI's `tools` member and most chat templates describe it. */
export function toOpenAiTool(tool: ToolSpec): JsonObject {
  return { type: "function", function: toOpenAiFunction(tool) };
}

/** The same without the envelope. */
export function toOpenAiFunction({ name, description, parameters }: ToolSpec): JsonObject {
  return { name, description, parameters };
}

/** A tool as Anthropic's Messages API describes it. */
export function toAnthropicTool(tool: ToolSpec): JsonObject {
  return { name: tool.name, description: tool.description, input_schema: tool.parameters };
}

/**
 * Reads the canonical triple from OpenAI's form (`{"type", "function"}` or the function alone) or from Anthropic's.
 * Null when there is no name.
 */
export function fromProviderTool(value: JsonValue): ToolSpec | null {
  if (!isJsonObject(value)) return null;
  const inner = value.function;
  const tool = isJsonObject(inner) ? inner : value;
  const name = tool.name;
  if (typeof name !== "string" || name === "") return null;
  const description = tool.description;
  const parameters = tool.parameters ?? tool.input_schema ?? tool.inputSchema;
  return {
    name,
    description: typeof description === "string" ? description : "",
    parameters: isJsonObject(parameters) ? parameters : { type: "object", properties: {} },
  };
}

/** JSON as Python's `json.dumps` and a template's `tojson` write it: models have read their tools with these spaces. */
export function toSpacedJson(value: JsonValue): string {
  if (isJsonArray(value)) return `[${value.map(toSpacedJson).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${toSpacedJson(member)}`);
  return `{${members.join(", ")}}`;
}
