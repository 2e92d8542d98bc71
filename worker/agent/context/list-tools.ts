import type { ThreadMessage } from "../../formats/format.ts";
import { type Example, rankExamples } from "../../formats/guidance/select-examples.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { DELETE_TOOL } from "./memory-wishes.ts";
import { splitName } from "./split-name.ts";
import { DESCRIBE_TABLE_TOOL, isTableFile, QUERY_TABLE_TOOL, SQL_TOOL } from "./table-tools.ts";

/** Tools that read an attached table: without one they only draw a weak model away from the right tool. */
const TABLE_TOOLS: ReadonlySet<string> = new Set([QUERY_TABLE_TOOL, DESCRIBE_TABLE_TOOL]);

/** Tools that the app itself calls for such a model, see `serveDocuments`. */
const SERVED_TOOLS: ReadonlySet<string> = new Set([
  "search_files",
  "read_file",
  "list_files",
  "find_files",
  "list_events",
]);

/** Tools that the app mostly calls itself for such a model, see `serveTasks`: they come last where none is near. */
const SELDOM_CALLED: ReadonlySet<string> = new Set(["list_tasks", "complete_task"]);

/** Tools on the list of a model that was trained on short lists. */
export const MAX_LISTED = 8;
/** Below this share of the nearest one's likeness a tool counts as no nearer than the others. */
const NEAR_SHARE = 0.5;
/** A tool off the list replaces it when it is so many times as near to a question as the nearest one on it. */
const REPLACING_SHARE = 1.5;

/**
 * The tools that a model with a short list is shown: all, or the nearest to the conversation's first question. They stay
 * the same while the conversation lasts, so that its prompts share their beginning, unless a later question is plainly
 * nearer to a tool that is not among them: from then on they are the nearest to that one. Depends on the questions
 * alone.
 */
export function listTools(thread: readonly ThreadMessage[], all: readonly ToolSpec[]): readonly ToolSpec[] {
  // Called for the user's own words, see `WishServer`; a place on a short list is worth more.
  const hasTable = thread.some(mayHoldTable);
  const tools = all.filter(
    ({ name }) =>
      name !== DELETE_TOOL && name !== SQL_TOOL && !SERVED_TOOLS.has(name) && (hasTable || !TABLE_TOOLS.has(name)),
  );
  return tools.length <= MAX_LISTED ? tools : chooseNearest(thread, tools, (nearest) => nearest.slice(0, MAX_LISTED));
}

/**
 * The tools whose descriptions fit into half of a context: all of them, or the nearest to a question, by the rule of
 * `listTools`. A server may bring a hundred.
 */
export function fitTools(
  thread: readonly ThreadMessage[],
  tools: readonly ToolSpec[],
  contextTokens: number,
): readonly ToolSpec[] {
  const share = toToolShare(contextTokens);
  const take = (nearest: readonly ToolSpec[]): readonly ToolSpec[] => {
    let left = share;
    return nearest.filter((tool) => {
      left -= countCharacters(tool);
      return left >= 0;
    });
  };
  const all = tools.reduce((sum, tool) => sum + countCharacters(tool), 0);
  return all <= share ? tools : chooseNearest(thread, tools, take);
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

/** What `take` takes of the tools, the nearest to a question first; see `listTools` for which question. */
function chooseNearest(
  thread: readonly ThreadMessage[],
  tools: readonly ToolSpec[],
  take: (nearest: readonly ToolSpec[]) => readonly ToolSpec[],
): readonly ToolSpec[] {
  let listed: ReadonlySet<string> | null = null;
  for (const message of thread) {
    if (message.role !== "user") continue;
    const ranked = rankTools(message.asked ?? message.text, tools);
    if (listed === null || isMissed(ranked, listed)) {
      listed = new Set(take(preferNear(ranked, tools)).map(({ name }) => name));
    }
  }
  const chosen = listed ?? new Set(take(tools).map(({ name }) => name));
  return tools.filter(({ name }) => chosen.has(name));
}

/** How near a question is to the nearest of these tools, from 0 to 1. */
export function findNearestTool(question: string, tools: readonly ToolSpec[]): number {
  return rankTools(question, tools)[0]?.likeness ?? 0;
}

/** True for a question with a table's file beside its words, or with cells of a spreadsheet in them. */
function mayHoldTable(message: ThreadMessage): boolean {
  if (message.role !== "user") return false;
  const { text, asked = text, files = [] } = message;
  return asked.includes("\t") || files.some(isTableFile);
}

/** A tool's likeness to a question, from 0 to 1. */
interface RankedTool {
  readonly name: string;
  readonly likeness: number;
}

/** By name, description, parameters and examples; equally near ones keep their order. */
function rankTools(question: string, tools: readonly ToolSpec[]): readonly RankedTool[] {
  const texts = tools.flatMap(({ name, description, parameters, examples = [] }): readonly Example[] => {
    const call = { name, arguments: {} };
    const words = [name, description, ...Object.keys(parameters.properties ?? {})].map(splitName).join(" ");
    return [{ question: words, call }, ...examples.map((example) => ({ question: example.question, call }))];
  });
  const likeness = new Map<string, number>();
  for (const { example, similarity } of rankExamples(question, texts)) {
    const { name = "" } = example.call ?? {};
    likeness.set(name, Math.max(likeness.get(name) ?? 0, similarity));
  }
  return tools
    .map(({ name }) => ({ name, likeness: likeness.get(name) ?? 0 }))
    .sort((left, right) => right.likeness - left.likeness);
}

/**
 * The tools that are about as near as the nearest, and then the others in their own order: what is hardly near to a question
 * takes no other one's place, so that most prompts begin with the same list, which is read before the question is known.
 */
function preferNear(ranked: readonly RankedTool[], tools: readonly ToolSpec[]): readonly ToolSpec[] {
  const least = (ranked[0]?.likeness ?? 0) * NEAR_SHARE;
  const near = new Map(
    ranked.flatMap(({ name, likeness }) => (likeness > 0 && likeness >= least ? [[name, likeness] as const] : [])),
  );
  const byLikeness = (left: ToolSpec, right: ToolSpec): number =>
    (near.get(right.name) ?? 0) - (near.get(left.name) ?? 0) ||
    Number(SELDOM_CALLED.has(left.name)) - Number(SELDOM_CALLED.has(right.name));
  return tools.toSorted(byLikeness);
}

function isMissed(ranked: readonly RankedTool[], listed: ReadonlySet<string>): boolean {
  const [nearest] = ranked;
  if (nearest === undefined || listed.has(nearest.name)) return false;
  const known = ranked.find(({ name }) => listed.has(name))?.likeness ?? 0;
  return nearest.likeness > 0 && nearest.likeness >= REPLACING_SHARE * known;
}
