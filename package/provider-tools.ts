import * as plain from "../worker/formats/dialects/openai-tool.ts";
import { createProviderNames, type ProviderNames } from "../worker/formats/providers/provider-names.ts";
import type { JsonObject } from "../worker/protocol/json.ts";
import type { ToolSpec } from "../worker/protocol/tool.ts";

/**
 * A tool as OpenAI's `tools` member describes it, by a name that OpenAI accepts. Pass the same `names` for all tools of a
 * request: its `changed()` leads from the names of a response back to the tools' own.
 */
export function toOpenAiTool(tool: ToolSpec, names: ProviderNames = createProviderNames()): JsonObject {
  return plain.toOpenAiTool({ ...tool, name: names.toValid(tool.name) });
}

/** The same as Anthropic's Messages API describes it. */
export function toAnthropicTool(tool: ToolSpec, names: ProviderNames = createProviderNames()): JsonObject {
  return plain.toAnthropicTool({ ...tool, name: names.toValid(tool.name) });
}
