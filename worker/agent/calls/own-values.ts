import type { ThreadMessage } from "../../formats/format.ts";
import { isJsonArray, isJsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolCall } from "../../protocol/tool.ts";
import type { Tool } from "../define/tool.ts";

/** Characters that continue a word: a value beside one of them is only a part of what the user typed. */
const IN_WORD = /[\p{L}\p{M}\p{N}\p{Cf}\p{Co}_]/u;
/** A number, a date or a time, as tools that compute write them. */
const MEASURE = /^[+-]?\d[\d.,:+-]*(?:[T ]\d[\d.:+-]*Z?)?$/;

/** Characters that are looked at on each side of a value. */
const BESIDE = 4;

/** The texts that a call's values are looked for in. */
interface OwnTexts {
  readonly question: string;
  /** Results of this run's exact tools. */
  readonly results: readonly string[];
}

/**
 * True if everything that a call carries is the user's: each value stands in the question, whole and letter for letter, or
 * is a number, date or time that a tool of ours computed since. Nothing is normalised, so a look-alike is another value. A
 * call that carries no word at all is not the user's either. `thread` is what the model had read, without text from outside.
 */
export function hasOwnValues(
  { arguments: input }: ToolCall,
  tool: Tool,
  thread: readonly ThreadMessage[],
  allowlist: ReadonlyMap<string, Tool>,
): boolean {
  const declared = tool.spec.parameters.properties ?? null;
  const entries = Object.entries(input);
  if (!isJsonObject(declared) || entries.some(([name]) => !Object.hasOwn(declared, name))) return false;
  const texts = toOwnTexts(thread, allowlist);
  const values = entries.flatMap(([, value]) => (isJsonArray(value) ? value : [value]));
  return values.some(isWord) && values.every((value) => isOwn(value, texts, tool.spec.effect === "writes"));
}

/** The newest question as the user typed it, and what was computed since. */
function toOwnTexts(thread: readonly ThreadMessage[], allowlist: ReadonlyMap<string, Tool>): OwnTexts {
  const asked = thread.findLastIndex((message) => message.role === "user" && message.asked !== undefined);
  const message = thread[asked];
  const results = thread.slice(asked + 1).flatMap((each) => (each.role === "tool" ? each.results : []));
  return {
    question: (message?.role === "user" ? message.asked : undefined) ?? "",
    results: results.flatMap(({ name, text, outside, failed }) =>
      isExact(allowlist.get(name)) && outside !== true && failed !== true ? [text] : [],
    ),
  };
}

/** A tool of the app that only computes: it reads neither what is stored nor what others say. */
function isExact(tool: Tool | undefined): boolean {
  if (tool === undefined) return false;
  const { effect, personal, sendsTo, author } = tool.spec;
  return effect === "reads" && personal !== true && sendsTo === undefined && author === undefined;
}

/** A number alone may be the same by chance. */
function isWord(value: JsonValue): boolean {
  return typeof value === "string" && /\p{L}/u.test(value);
}

function isOwn(value: JsonValue, { question, results }: OwnTexts, isKeptHere: boolean): boolean {
  // A switch of a tool that stores here says nothing to anybody.
  if (typeof value === "boolean") return isKeptHere;
  if (typeof value !== "string" && typeof value !== "number") return false;
  const text = String(value);
  return standsIn(question, text) || (MEASURE.test(text) && results.some((result) => standsIn(result, text)));
}

/** True if `text` holds `value` with no letter, digit or mark next to it. */
function standsIn(text: string, value: string): boolean {
  if (value.trim() === "") return false;
  const isMeasure = MEASURE.test(value);
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    const before = text.slice(Math.max(0, at - BESIDE), at);
    const after = text.slice(at + value.length, at + value.length + BESIDE);
    if (isBorder(before, -1, value, 0) && isBorder(after, 0, value, -1) && !(isMeasure && isInMeasure(before, after)))
      return true;
  }
  return false;
}

/** True if no word goes on over this edge of a value. */
function isBorder(beside: string, end: 0 | -1, value: string, edge: 0 | -1): boolean {
  const next = [...beside].at(end);
  const own = [...value].at(edge);
  if (next === undefined) return true;
  // A mark belongs to the character before it, whatever that is.
  if (end === 0 && /[\p{M}\p{Cf}]/u.test(next)) return false;
  return !(IN_WORD.test(next) && own !== undefined && IN_WORD.test(own));
}

/** True if a number is only a part of a longer one: the 5 of `1.5`, the 40 of `7:40`. */
function isInMeasure(before: string, after: string): boolean {
  return /\d[.,:+/-]$|[+-]$/.test(before) || /^[.,:+/-]\d/.test(after);
}
