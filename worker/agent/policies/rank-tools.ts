import type { ToolSpec } from "../../protocol/tool.ts";
import { createLikeness, type Features, toFeatures } from "../../search/likeness.ts";

/** A tool's likeness to a question, from 0 to 1. */
export interface RankedTool {
  readonly tool: ToolSpec;
  readonly likeness: number;
}

/** The ranks of a list of tools for a question, the nearest first. */
export type ToolRanker = (question: string) => readonly RankedTool[];

/**
 * Ranks tools by what they say of themselves, the nearest first; equally near ones keep their order. Examples do not count:
 * they share the words of every question. Words that stand in `ordinary` texts as well weigh less.
 */
export function createToolRanker(tools: readonly ToolSpec[], ordinary?: readonly Features[]): ToolRanker {
  const rate = createLikeness(tools.map(readFeatures), ordinary);
  return (question) => {
    const likeness = rate(question);
    return tools
      .map((tool, index) => ({ tool, likeness: likeness[index] ?? 0 }))
      .sort((left, right) => right.likeness - left.likeness);
  };
}

/** A list that was ranked, and what came of its questions. */
interface KnownRanks {
  readonly tools: readonly ToolSpec[];
  readonly rank: ToolRanker;
  readonly byQuestion: Map<string, readonly RankedTool[]>;
}

const KNOWN = new WeakMap<ToolSpec, KnownRanks>();
const MAX_QUESTIONS = 200;

/** The same, which remembers: each turn of a conversation asks for all its questions again, with the same list. */
export function recallToolRanker(tools: readonly ToolSpec[]): ToolRanker {
  const [first] = tools;
  if (first === undefined) return () => [];
  const last = KNOWN.get(first);
  const isSame = last?.tools.length === tools.length && tools.every((tool, index) => tool === last.tools[index]);
  const known = isSame ? last : { tools, rank: createToolRanker(tools), byQuestion: new Map() };
  KNOWN.set(first, known);
  return (question) => {
    const ranked = known.byQuestion.get(question) ?? known.rank(question);
    if (known.byQuestion.size >= MAX_QUESTIONS) known.byQuestion.clear();
    known.byQuestion.set(question, ranked);
    return ranked;
  };
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
