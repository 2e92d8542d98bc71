import type { ArgumentProblem, ToolOutcome } from "../../../worker/protocol/tool.ts";
import type { MessageKey } from "../../messages/catalogue.ts";
import type { Translator } from "../../messages/translate.ts";

/** Messages of our tools to the model when they fail, and the page's texts for them. */
const FAULTS: readonly (readonly [pattern: RegExp, key: MessageKey])[] = [
  [/^The script failed: (?<what>.*)/s, "fault.script"],
  [/^The script ran longer/, "fault.script-late"],
  [/^The script's result is (?:too large|refused)/, "fault.script-large"],
  [/^The files are too large for a script/, "fault.script-files"],
  [/^The query ran longer/, "fault.sql-late"],
  [/^Only a query that reads/, "fault.sql-reading"],
  [/^The query gave too much/, "fault.sql-large"],
  [
    /^(?<what>(?:no such (?:column|table|function)|ambiguous column|near ".*": syntax|incomplete input|.*\(\)).*)/s,
    "fault.sql",
  ],
  [/^Division by zero/, "fault.zero"],
  [/result (?:is too large|has more than)/, "fault.too-large"],
  [/not a real number|no real square root/, "fault.not-real"],
  [/^'(?<what>[^']*)' is not known here|^The expression cannot be read: '(?<other>[^']*)'/, "fault.arithmetic"],
  [/^'(?<what>[^']*)' is no time zone/, "fault.time-zone"],
  [/^'(?<what>[^']*)' is not (?:a date|in the calendar)/, "fault.date"],
  // In stored conversations.
  [/^difference needs other_date/, "fault.second-date"],
  [/needs amount\.$/, "fault.amount"],
  [/^'(?<what>[^']*)' (?:is not a unit|can mean several units)/, "fault.unit"],
  [/no conversion exists/, "fault.conversion"],
  [/^The note is empty/, "fault.empty-note"],
  [/^That is a question and no fact/, "fault.question"],
  [/^There is no note|^No saved note has|^The note is no longer there/, "fault.no-note"],
  [/^Several saved notes have these words/, "fault.several-notes"],
  [/^The column '(?<what>[^']*)' holds (?:dates|text)/, "fault.no-numbers"],
  [/^There is no column '(?<what>[^']*)'/, "fault.no-column"],
  [/ is larger than \d+ MB, the most that is read of a table/, "fault.table-large"],
  [/^There is no table/, "fault.no-table"],
  [/^The manual of this app cannot be read/, "fault.no-manual"],
  [/^The task is empty/, "fault.empty-task"],
  [/^There is no open task '(?<what>[^']*)'/, "fault.no-task"],
  [/There is no such file\. Use/, "fault.no-file"],
  [/The path leads out of the folder\./, "folders.refusal.outside"],
  [/This is no name for a file here\.$/, "folders.refusal.bad-name"],
  [/There is a file of that name already\.$/, "folders.refusal.exists"],
  [/This is a folder, not a file\.$/, "folders.refusal.not-a-file"],
  [/This is a file, not a folder\.$/, "folders.refusal.not-a-folder"],
  [/The file is not text that can be read\.$/, "folders.refusal.not-text"],
  [/The file is too big\.$/, "folders.refusal.too-big"],
  [/The PDF opens only with a password\.$/, "folders.refusal.locked-pdf"],
  [/The document holds no text;/, "folders.refusal.no-text"],
  [/The document is damaged and cannot be read\.$/, "folders.refusal.broken"],
  [/This folder may be read here, not changed\./, "folders.refusal.not-granted"],
  [/The browser asks the user to allow the folder again/, "folders.refusal.no-permission"],
  [/The folder was moved or deleted\. The user/, "folders.refusal.gone"],
  [/Another program is using the file\./, "folders.refusal.in-use"],
  [/There is no room left for the file\.$/, "folders.refusal.full"],
  [/The text to replace is not in the file\./, "folders.refusal.no-match"],
  [/The text to replace is in the file more than once\./, "folders.refusal.many-matches"],
  [/The file was changed while the user was asked\./, "folders.refusal.changed-meanwhile"],
  [/This browser cannot write files here\.$/, "folders.refusal.not-supported"],
  [/^Several open tasks fit: (?<what>.*)\. Say which/, "fault.several-tasks"],
];

/**
 * Why a call failed, in one line in the user's language; a tool of others says it in its own words, and so does one of ours
 * in English.
 */
export function toFaultSentence(message: string, t: Translator, isOwn = false): string {
  for (const [pattern, key] of FAULTS) {
    const groups = pattern.exec(message)?.groups;
    if (groups !== undefined) return t.text(key, { what: groups.what ?? groups.other ?? "" });
    if (pattern.test(message)) return t.text(key);
  }
  return isOwn && t.code !== "en" ? t.text("fault.other") : message;
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
  if (bound === undefined) return t.text("fault.field", { field });
  return t.text(side === "least" ? "fault.at-least" : "fault.at-most", { field, bound: t.number(Number(bound)) });
}
