import type { ThreadMessage } from "../../formats/format.ts";
import type { ToolExample, ToolSpec } from "../../protocol/tool.ts";
import { fuseScores, type Scored } from "../../search/fuse-scores.ts";
import type { NearTools } from "../ports/turn-policy.ts";
import { rankTools } from "./rank-tools.ts";

/** Tools that a model is always shown, where there are more: seeds of a wrong choice grow with the list. */
export const MAX_LISTED = 8;
/** Tools found for one question at most. */
const MAX_FOUND = 2;
/** From so many tools on those that are found by meaning take the places of the ones that happen to stand first. */
export const MANY_TOOLS = 48;
/** A tool off the list is found for a question that it is at least so near to, from 0 to 1, … */
const MIN_LIKENESS = 0.18;
/** … and so many times as near as the nearest one on the list. */
const MIN_LEAD = 1.2;

/** The tools of a conversation: those that are always shown, and those found for single questions. */
export interface ChosenTools {
  readonly listed: readonly ToolSpec[];
  /** Those that may be found. */
  readonly others: readonly ToolSpec[];
  /** By the question's index in the thread. */
  readonly found: ReadonlyMap<number, readonly ToolSpec[]>;
}

/**
 * Chooses the tools that a model is shown: all of a short list; of a longer one those for files that are here, then those
 * that say when to use them, then the others, in their own order, unless meaning tells which of these; and for each question
 * the nearest of the rest. Depends on the thread's beginning alone, so that a list stays as it is while a conversation grows.
 */
export function chooseTools(
  thread: readonly ThreadMessage[],
  tools: readonly ToolSpec[],
  { isSmall = true, nearTools }: { readonly isSmall?: boolean; readonly nearTools?: NearTools | undefined } = {},
): ChosenTools {
  const endings = listEndings(thread);
  const isSeldom = ({ seldom }: ToolSpec): boolean => isSmall && seldom === true;
  const often = tools.filter((tool) => !isSeldom(tool));
  const offered = often.length <= MAX_LISTED ? often : often.filter((tool) => isForFiles(tool, endings));
  const rate = (tool: ToolSpec): number => Number(tool.forFiles !== undefined) * 2 + Number(tool.when !== undefined);
  const first = new Set(
    offered
      .filter((tool) => nearTools === undefined || rate(tool) > 0)
      .toSorted((left, right) => rate(right) - rate(left))
      .slice(0, MAX_LISTED)
      .map(({ name }) => name),
  );
  const listed = offered.filter(({ name }) => first.has(name));
  const others = [...offered.filter(({ name }) => !first.has(name)), ...tools.filter(isSeldom)];
  const found = new Map<number, readonly ToolSpec[]>();
  if (others.length === 0) return { listed, others, found };
  thread.forEach((message, index) => {
    if (message.role !== "user") return;
    const asked = message.asked ?? message.text;
    const byMeaning = nearTools?.get(asked);
    const near =
      byMeaning === undefined ? findNear(asked, listed, others) : findMeant(asked, listed.length, others, byMeaning);
    if (near.length > 0) found.set(index, near);
  });
  return { listed, others, found };
}

/**
 * The tools without those whose results a small model is given anyway: notes recalled for a question draw it to search for
 * more. All of a list that holds nothing else.
 */
export function withoutRecalled(tools: readonly ToolSpec[]): readonly ToolSpec[] {
  const others = tools.filter(({ recalled }) => recalled !== true);
  return tools.length <= MAX_LISTED || others.length === 0 ? tools : others;
}

/** The examples that a small model is shown. */
export function listShown({ examples = [] }: ToolSpec): readonly ToolExample[] {
  return examples.filter(({ shown }) => shown === true);
}

function findNear(asked: string, listed: readonly ToolSpec[], others: readonly ToolSpec[]): readonly ToolSpec[] {
  const ranked = rankTools(asked, [...listed, ...others]);
  const best = ranked.find(({ tool }) => listed.includes(tool))?.likeness ?? 0;
  return ranked
    .filter(({ tool, likeness }) => others.includes(tool) && likeness >= Math.max(MIN_LIKENESS, best * MIN_LEAD))
    .slice(0, MAX_FOUND)
    .map(({ tool }) => tool);
}

/** By words and by meaning, as many as are shown of a short list. */
function findMeant(
  asked: string,
  listed: number,
  others: readonly ToolSpec[],
  byMeaning: readonly Scored<string>[],
): readonly ToolSpec[] {
  const byName = new Map(others.map((tool) => [tool.name, tool]));
  const byWords = rankTools(asked, others).map(({ tool, likeness }) => ({ id: tool.name, score: likeness }));
  return fuseScores(asked, byWords, byMeaning)
    .flatMap(({ id }) => byName.get(id) ?? [])
    .slice(0, Math.max(MAX_FOUND, MAX_LISTED - listed));
}

function isForFiles({ forFiles }: ToolSpec, endings: ReadonlySet<string>): boolean {
  return forFiles === undefined || forFiles.some((ending) => endings.has(ending));
}

/** The endings of the files that go along with the questions, in small letters. */
function listEndings(thread: readonly ThreadMessage[]): ReadonlySet<string> {
  const names = thread.flatMap((message) => (message.role === "user" ? (message.files ?? []) : []));
  return new Set(names.map((name) => name.slice(name.lastIndexOf(".") + 1).toLowerCase()));
}

/**
 * The tools whose descriptions fit into half of a context, in their order.
 */
export function fitTools(tools: readonly ToolSpec[], contextTokens: number): readonly ToolSpec[] {
  let left = toToolShare(contextTokens);
  return tools.filter((tool) => {
    left -= countCharacters(tool);
    return left >= 0;
  });
}

/** The characters that the tools' descriptions may take in a context: half of it. JSON has about four characters a token. */
export function toToolShare(contextTokens: number): number {
  return contextTokens * 2;
}

const CHARACTERS = new WeakMap<ToolSpec, number>();

function countCharacters(tool: ToolSpec): number {
  const { name, description, parameters } = tool;
  const known = CHARACTERS.get(tool) ?? JSON.stringify({ name, description, parameters }).length;
  CHARACTERS.set(tool, known);
  return known;
}
