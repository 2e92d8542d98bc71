import type { ToolSpec } from "../../protocol/tool.ts";
import type { ToolResultText } from "../format.ts";
import { neutralise } from "../neutralise.ts";
import { toTags } from "../parsing/dialect.ts";
import { toOpenAiTool, toSpacedJson } from "./openai-tool.ts";

/** Marks of the Hermes dialect and its kin beside those of calls. */
export const HERMES_MARKERS = toTags("tool_response", "tools", "think");

/** How the Hermes dialect and its kin introduce their tools: one JSON line for each. */
export function renderSignatures(tools: readonly ToolSpec[], markers: readonly string[]): readonly string[] {
  const lines = tools.map((tool) => neutralise(toSpacedJson(toOpenAiTool(tool)), markers));
  return [
    "# Tools\n\nYou may call one or more functions to assist with the user query.",
    `You are provided with function signatures within <tools></tools> XML tags:\n<tools>\n${lines.join("\n")}\n</tools>`,
  ];
}

/** A result in a tag of its own. */
export function renderToolResponse({ text }: ToolResultText): string {
  return `<tool_response>\n${text}\n</tool_response>`;
}
