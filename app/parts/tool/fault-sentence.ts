import type { ArgumentProblem, ToolOutcome } from "../../../worker/protocol/tool.ts";
import type { Translator } from "../../messages/translate.ts";
import FAULTS from "./faults.json";

/** Messages of our tools to the model when they fail, as patterns, and the names of the page's texts for them. */
const PATTERNS = Object.entries(FAULTS).map(([pattern, key]) => ({ pattern: new RegExp(pattern, "s"), key }));

/**
 * Why a call failed, in one line in the user's language; a tool of others says it in its own words, and so does one of ours
 * in English.
 */
export function toFaultSentence(message: string, t: Translator, isOwn = false): string {
  return toKnownFault(message, t) ?? (isOwn && t.code !== "en" ? t.text("fault.other") : message);
}

function toKnownFault(message: string, t: Translator): string | undefined {
  for (const { pattern, key } of PATTERNS) {
    const found = pattern.exec(message);
    if (found !== null) return t.find(key, { what: found.groups?.what ?? found.groups?.other ?? "" }) ?? message;
  }
  return undefined;
}

/** Names the first fault of a call's arguments, with the name of its field. */
export function toProblemSentence(
  { problems }: Extract<ToolOutcome, { readonly type: "invalid-arguments" }>,
  t: Translator,
): string {
  const [problem] = problems;
  return problem === undefined ? t.text("outcome.invalid-arguments") : toProblemText(problem, t);
}

/** A fault of one argument, with the name of its field. */
export function toProblemText({ path, message }: ArgumentProblem, t: Translator): string {
  const field = path.slice(1).replaceAll("/", " ").replaceAll("_", " ");
  if (field === "") return t.text("outcome.invalid-arguments");
  if (message === "is missing") return t.text("fault.missing", { field });
  if (message === "is not an argument of this tool") return t.text("fault.unknown-field", { field });
  const target = /^(.*) is out of scope$/.exec(message)?.[1];
  if (target !== undefined) return t.text("fault.out-of-scope", { what: target });
  const [, side, bound] = /^must be at (least|most) ([\d.-]+)$/.exec(message) ?? [];
  if (bound === undefined) {
    const known = toKnownFault(message, t);
    return known ?? (t.code === "en" ? `“${field}”: ${message}` : t.text("fault.field", { field }));
  }
  return t.text(side === "least" ? "fault.at-least" : "fault.at-most", { field, bound: t.number(Number(bound)) });
}
