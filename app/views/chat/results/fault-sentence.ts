import type { ArgumentProblem, ToolOutcome } from "../../../../worker/protocol/tool.ts";
import type { MessageKey } from "../../../messages/catalogue.ts";
import type { Translator } from "../../../messages/translate.ts";

/** What our tools say to the model when they fail, and what the page says for it. */
const FAULTS: readonly (readonly [pattern: RegExp, key: MessageKey])[] = [
  [/^The script failed: (?<what>.*)/s, "fault.script"],
  [/^The script ran longer/, "fault.script-late"],
  [/^The script's result is (?:too large|refused)/, "fault.script-large"],
  [/^The files are too large for a script/, "fault.script-files"],
  [/^Division by zero/, "fault.zero"],
  [/result (?:is too large|has more than)/, "fault.too-large"],
  [/not a real number|no real square root/, "fault.not-real"],
  [/^'(?<what>[^']*)' is not known here|^The expression cannot be read: '(?<other>[^']*)'/, "fault.arithmetic"],
  [/^'(?<what>[^']*)' is no time zone/, "fault.time-zone"],
  [/^'(?<what>[^']*)' is not (?:a date|in the calendar)/, "fault.date"],
  [/^difference needs other_date/, "fault.second-date"],
  [/needs amount\.$/, "fault.amount"],
  [/^'(?<what>[^']*)' (?:is not a unit|can mean several units)/, "fault.unit"],
  [/no conversion exists/, "fault.conversion"],
  [/^The note is empty/, "fault.empty-note"],
  [/^That is a question and no fact/, "fault.question"],
  [/^There is no note/, "fault.no-note"],
  [/^There is no column '(?<what>[^']*)'/, "fault.no-column"],
  [/^There is no table/, "fault.no-table"],
  [/^The task is empty/, "fault.empty-task"],
  [/^There is no open task '(?<what>[^']*)'/, "fault.no-task"],
  [/^Several open tasks fit: (?<what>.*)\. Say which/, "fault.several-tasks"],
];

/** Why a call failed, in one line in the user's language; a tool of others says it in its own words. */
export function toFaultSentence(message: string, t: Translator): string {
  for (const [pattern, key] of FAULTS) {
    const groups = pattern.exec(message)?.groups;
    if (groups !== undefined) return t.text(key, { what: groups.what ?? groups.other ?? "" });
    if (pattern.test(message)) return t.text(key);
  }
  return message;
}

/** What is wrong with a call's arguments: the first thing, with the name of its field. */
export function toProblemSentence(
  { problems }: Extract<ToolOutcome, { readonly type: "invalid-arguments" }>,
  t: Translator,
): string {
  const [problem] = problems;
  return problem === undefined ? t.text("outcome.invalid-arguments") : toText(problem, t);
}

function toText({ path, message }: ArgumentProblem, t: Translator): string {
  const field = path.slice(1).replaceAll("/", " ").replaceAll("_", " ");
  if (field === "") return t.text("outcome.invalid-arguments");
  if (message === "is missing") return t.text("fault.missing", { field });
  if (message === "is not an argument of this tool") return t.text("fault.unknown-field", { field });
  const target = /^(.*) is out of scope$/.exec(message)?.[1];
  if (target !== undefined) return t.text("fault.out-of-scope", { what: target });
  return t.text("fault.field", { field, message });
}
