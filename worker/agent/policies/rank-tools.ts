import type { ToolSpec } from "../../protocol/tool.ts";
import { createLikeness, type Features, toFeatures } from "../../search/likeness.ts";

/** A tool's likeness to a question, from 0 to 1. */
export interface RankedTool {
  readonly tool: ToolSpec;
  readonly likeness: number;
}

/** A list that was ranked, and what came of its questions. */
interface KnownList {
  readonly tools: readonly ToolSpec[];
  readonly ordinary: readonly Features[];
  readonly rate: (question: string) => readonly number[];
  readonly byQuestion: Map<string, readonly RankedTool[]>;
}

const NONE: readonly Features[] = [];
const MAX_LISTS = 4;
const MAX_QUESTIONS = 200;
/** The newest first: each turn of a conversation asks for all its questions again, with the same lists. */
let recent: readonly KnownList[] = [];

/**
 * Ranks tools by what they say of themselves, the nearest first; equally near ones keep their order. Examples do not count:
 * they share the words of every question. Words that stand in `ordinary` texts as well weigh less. A question is ranked once
 * for a list.
 */
export function rankTools(
  question: string,
  tools: readonly ToolSpec[],
  ordinary: readonly Features[] = NONE,
): readonly RankedTool[] {
  const { rate, byQuestion } = recallList(tools, ordinary);
  const known = byQuestion.get(question);
  if (known !== undefined) return known;
  const likeness = rate(question);
  const ranked = tools
    .map((tool, index) => ({ tool, likeness: likeness[index] ?? 0 }))
    .sort((left, right) => right.likeness - left.likeness);
  if (byQuestion.size >= MAX_QUESTIONS) byQuestion.clear();
  byQuestion.set(question, ranked);
  return ranked;
}

function recallList(tools: readonly ToolSpec[], ordinary: readonly Features[]): KnownList {
  const isSame = (list: KnownList): boolean =>
    list.ordinary === ordinary &&
    list.tools.length === tools.length &&
    tools.every((tool, index) => tool === list.tools[index]);
  const list = recent.find(isSame) ?? {
    ...{ tools, ordinary, byQuestion: new Map() },
    rate: createLikeness(tools.map(readFeatures), ordinary),
  };
  if (list !== recent[0]) recent = [list, ...recent.filter((each) => each !== list)].slice(0, MAX_LISTS);
  return list;
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
