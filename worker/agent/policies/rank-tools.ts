import type { ToolSpec } from "../../protocol/tool.ts";
import { rankTexts } from "./rank-texts.ts";

/** A tool's likeness to a question, from 0 to 1. */
export interface RankedTool {
  readonly tool: ToolSpec;
  readonly likeness: number;
}

/** Ranks tools by name, description, parameters and examples, the nearest first; equally near ones keep their order. */
export function rankTools(question: string, tools: readonly ToolSpec[]): readonly RankedTool[] {
  const texts = tools.flatMap((tool): readonly { readonly tool: ToolSpec; readonly text: string }[] => {
    const { name, when = "", description, parameters, examples = [] } = tool;
    const words = [name, when, description, ...Object.keys(parameters.properties ?? {})].map(splitName).join(" ");
    return [{ tool, text: words }, ...examples.map((example) => ({ tool, text: example.question }))];
  });
  const likeness = new Map<ToolSpec, number>();
  rankTexts(
    question,
    texts.map(({ text }) => text),
  ).forEach((similarity, index) => {
    const tool = texts[index]?.tool;
    if (tool !== undefined) likeness.set(tool, Math.max(likeness.get(tool) ?? 0, similarity));
  });
  return tools
    .map((tool) => ({ tool, likeness: likeness.get(tool) ?? 0 }))
    .sort((left, right) => right.likeness - left.likeness);
}

/** A name's words, apart. */
function splitName(name: string): string {
  return name.replaceAll(/[_.-]/g, " ").replaceAll(/([a-z])([A-Z])/g, "$1 $2");
}
