import type { ToolSpec } from "../../protocol/tool.ts";
import { type Features, rateLikeness, toFeatures } from "../../search/likeness.ts";

/** A tool's likeness to a question, from 0 to 1. */
export interface RankedTool {
  readonly tool: ToolSpec;
  readonly likeness: number;
}

/**
 * Ranks tools by what they say of themselves, the nearest first; equally near ones keep their order. Examples do not count:
 * they share the words of every question. Words that stand in `ordinary` texts as well weigh less.
 */
export function rankTools(
  question: string,
  tools: readonly ToolSpec[],
  ordinary?: readonly Features[],
): readonly RankedTool[] {
  const likeness = rateLikeness(question, tools.map(readFeatures), ordinary);
  return tools
    .map((tool, index) => ({ tool, likeness: likeness[index] ?? 0 }))
    .sort((left, right) => right.likeness - left.likeness);
}

const FEATURES = new WeakMap<ToolSpec, Features>();

function readFeatures(tool: ToolSpec): Features {
  const { name, when = "", description, parameters } = tool;
  const words = (): string =>
    [name, when, description, ...Object.keys(parameters.properties ?? {})].map(splitName).join(" ");
  const features = FEATURES.get(tool) ?? toFeatures(words());
  FEATURES.set(tool, features);
  return features;
}

/** A name's words, apart. */
function splitName(name: string): string {
  return name.replaceAll(/[_.-]/g, " ").replaceAll(/([a-z])([A-Z])/g, "$1 $2");
}
