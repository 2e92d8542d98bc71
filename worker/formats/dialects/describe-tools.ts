import type { ToolSpec } from "../../protocol/tool.ts";
import { neutralise } from "../neutralise.ts";

/** The tools for a model that was trained on no particular form: a line each with name, purpose and argument schema. */
export function describeTools(tools: readonly ToolSpec[], markers: readonly string[]): string {
  return tools
    .map((tool) => {
      const line = `- ${tool.name}: ${tool.description.replaceAll(/\s+/g, " ")} Arguments: ${JSON.stringify(tool.parameters)}`;
      return neutralise(line, markers);
    })
    .join("\n");
}
