import { attempt } from "../../protocol/attempt.ts";
import { isJsonArray, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { toOpenAiTool } from "../dialects/openai-tool.ts";
import type { ToolResultText } from "../format.ts";
import { breakTokens, neutralise } from "../neutralise.ts";

// Private use characters: no template treats them specially, and none of them is white space.
export const SYSTEM = "\uE000\uE001\uE000";
export const QUESTION = "\uE000\uE002\uE000";
const toMark = (index: number): string => `\uE000\uE005${String.fromCharCode(0xe100 + index)}\uE000`;

/** Writes messages with a template, ending in the start of a reply if `reply`. Throws where the template refuses them. */
export type TemplateWriter = (messages: readonly JsonObject[], reply: boolean, tools?: readonly JsonValue[]) => string;

/** The parts of one model's template with which tools and their results are written. */
interface ToolParts {
  readonly write: TemplateWriter;
  readonly assistantStart: string;
  /** Closes the turn that holds the calls. */
  readonly assistantEnd: string;
  /** Tokens that no content may contain. */
  readonly controlTokens: readonly string[];
  /** Tokens that no system text may contain. */
  readonly turnTokens: readonly string[];
  /** The id that the model's own calls have. */
  toId(name: string, index: number): string;
}

/**
 * The start and the first question of a conversation with the tools declared as the model's own template declares them;
 * null where it names not all of them, leaves the system text or the question out, or writes either twice.
 */
export function writeToolOpening(
  { write, assistantStart, controlTokens, turnTokens }: ToolParts,
  system: string,
  tools: readonly ToolSpec[],
  question: string,
  markers: readonly string[],
): string | null {
  const messages: JsonObject[] = [
    ...(system === "" ? [] : [{ role: "system", content: SYSTEM }]),
    { role: "user", content: QUESTION },
  ];
  const text = attempt(() => write(messages, true, neutraliseTools(tools, [...controlTokens, ...markers])));
  if (text === null) return null;
  const areDeclared = tools.every(({ name }) => text.includes(name));
  const isWhole = isOnce(text, QUESTION) && (system === "" || isOnce(text, SYSTEM));
  if (!areDeclared || !isWhole || !text.endsWith(assistantStart)) return null;
  const opening = text.slice(0, text.length - assistantStart.length);
  return opening
    .replace(SYSTEM, () => breakTokens(system, turnTokens))
    .replace(QUESTION, () => neutralise(question, controlTokens));
}

/** A tool's texts come from elsewhere: nothing in them may open a turn or a call. */
function neutraliseTools(tools: readonly ToolSpec[], tokens: readonly string[]): readonly JsonValue[] {
  const read: JsonValue = JSON.parse(neutralise(JSON.stringify(tools.map(toOpenAiTool)), tokens));
  return isJsonArray(read) ? read : [];
}

function isOnce(text: string, mark: string): boolean {
  const at = text.indexOf(mark);
  return at !== -1 && !text.includes(mark, at + 1);
}

/** The turns with the results of tools as the model's own template writes them; null where it leaves one out. */
export function writeToolResults(
  { write, toId, assistantStart, assistantEnd, controlTokens }: ToolParts,
  results: readonly ToolResultText[],
): string | null {
  const ids = results.map(({ name }, index) => toId(name, index));
  const calls: JsonObject[] = results.map(({ name }, index) => {
    return { id: ids[index] ?? "", type: "function", function: { name, arguments: {} } };
  });
  const asked: JsonObject[] = [
    { role: "user", content: QUESTION },
    { role: "assistant", content: "", tool_calls: calls },
  ];
  const answers: JsonObject[] = results.map(({ name }, index) => {
    return { role: "tool", tool_call_id: ids[index] ?? "", name, content: toMark(index) };
  });
  const before = attempt(() => write(asked, false));
  const text = attempt(() => write([...asked, ...answers], true));
  if (before === null || text === null) return null;
  if (!before.endsWith(assistantEnd) || !text.startsWith(before) || !text.endsWith(assistantStart)) return null;
  const written = text.slice(before.length, text.length - assistantStart.length);
  if (!results.every((_, index) => isOnce(written, toMark(index)))) return null;
  return results.reduce((turns, result, index) => {
    const mark = toMark(index);
    const content = neutralise(result.text, controlTokens);
    // Some templates write a result as JSON.
    const isQuoted = turns.includes(`"${mark}"`);
    return turns.replace(mark, () => (isQuoted ? JSON.stringify(content).slice(1, -1) : content));
  }, written);
}
