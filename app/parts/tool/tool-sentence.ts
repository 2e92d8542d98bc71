import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../../worker/protocol/json.ts";
import type { ContentBlock, ToolCall } from "../../../worker/protocol/tool.ts";
import type { Translator } from "../../messages/translate.ts";
import { toDateSentence, toTimeSentence } from "./date-sentence.ts";
import { toUnitSentence } from "./unit-sentence.ts";

const MAX_FIELDS = 6;
const MAX_PARTS = 3;
const OPERATIONS = ["count", "sum", "average", "min", "max", "median"] as const;
const ACTIONS = ["create", "change", "move", "delete"] as const;
const REPEATED = ["daily", "weekly", "monthly", "yearly"] as const;

/** What came of a successful call, in one line for people: never JSON. Empty for an empty result. */
export function toToolSentence(call: ToolCall, content: readonly ContentBlock[], t: Translator): string {
  const values = content.map(toValue);
  const own = TOOLS.get(call.name)?.({ input: call.arguments, value: values[0] ?? null, t });
  return own ?? values.map((value) => toFieldsText(value, t)).join(" ");
}

/** Text that is JSON, as servers of tools send it, counts as JSON. */
function toValue(block: ContentBlock): JsonValue {
  if (block.type === "json") return block.value;
  if (!/^\s*[[{]/.test(block.text)) return block.text;
  try {
    return JSON.parse(block.text) as JsonValue;
  } catch {
    return block.text;
  }
}

/** Any value as names and values: the fallback for tools that this app does not know. */
export function toFieldsText(value: JsonValue, t: Translator): string {
  if (isJsonArray(value)) {
    const shown = value.slice(0, MAX_PARTS).map((item) => toPart(item, t));
    return [t.count("said.entries", value.length), ...shown].join(" · ");
  }
  if (!isJsonObject(value)) return toPart(value, t);
  // Plain text of a tool of the user's own: see `to-manifest-tool.ts`.
  if (typeof value.raw_output === "string" && Object.keys(value).length === 1) return value.raw_output;
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  return entries
    .slice(0, MAX_FIELDS)
    .map(([name, each]) => `${name.replaceAll("_", " ")}: ${toPart(each, t)}`)
    .join(" · ");
}

function toPart(value: JsonValue, t: Translator): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return t.number(value, { maximumFractionDigits: 20 });
  if (typeof value === "boolean") return t.text(value ? "said.yes" : "said.no");
  if (value === null) return t.text("said.nothing");
  const plain = isJsonArray(value) ? value.every(isPlain) : false;
  if (plain && isJsonArray(value)) return value.map((item) => toPart(item, t)).join(", ");
  if (isJsonArray(value)) return t.count("said.entries", value.length);
  const [first] = Object.values(value).filter(isPlain);
  return first === undefined ? t.count("said.entries", Object.keys(value).length) : toPart(first, t);
}

function isPlain(value: JsonValue): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

interface ToolResult {
  readonly input: JsonObject;
  readonly value: JsonValue;
  readonly t: Translator;
}

/** One sentence for each tool of ours; undefined where a result is not what the tool gives. */
const TOOLS: ReadonlyMap<string, (result: ToolResult) => string | undefined> = new Map([
  ["calculate", ({ input, value, t }) => toEquation(toText(input.expression), value, t)],
  ["add", ({ input, value, t }) => toEquation(toOperation(input, "+", t), value, t)],
  ["subtract", ({ input, value, t }) => toEquation(toOperation(input, "−", t), value, t)],
  ["multiply", ({ input, value, t }) => toEquation(toOperation(input, "×", t), value, t)],
  ["divide", ({ input, value, t }) => toEquation(toOperation(input, "÷", t), value, t)],
  ["sqrt", ({ input, value, t }) => toEquation(`√${toPart(input.x ?? "", t)}`, value, t)],
  ["string_length", ({ input, value, t }) => toLength(toText(input.text), value, t)],
  ["current_time", ({ value, t }) => (typeof value === "string" ? toTimeSentence(value, t) : undefined)],
  ["days_between", toDateResult],
  ["date_add", toDateResult],
  // In stored conversations: days_between and date_add have taken its place.
  ["date_math", toDateResult],
  ["convert_units", ({ value, t }) => (typeof value === "string" ? toUnitSentence(value, t) : undefined)],
  ["memory_write", ({ input, value, t }) => toSaved(toText(input.text), value, t)],
  ["memory_search", ({ input, value, t }) => toFound(toText(input.query), value, t)],
  ["memory_read", ({ value }) => (isJsonObject(value) ? toText(value.text) || undefined : undefined)],
  ["memory_delete", ({ value, t }) => toDeleted(value, t)],
  ["search_manual", ({ input, value, t }) => toManualPages(toText(input.query), value, t)],
  ["add_task", ({ value, t }) => toTaskSentence(value, "said.task-added", t)],
  ["complete_task", ({ value, t }) => toTaskSentence(value, "said.task-done", t)],
  ["list_tasks", ({ value, t }) => toTaskList(value, t)],
  ["query_table", ({ input, value, t }) => toTableSentence(input, value, t)],
  ["draw_chart", ({ input, value, t }) => toTableSentence(input, value, t)],
  ["run_sql", ({ input, value, t }) => toTableSentence(input, value, t)],
  ["run_javascript", ({ value, t }) => toShownSentence(value, t)],
  ["describe_table", ({ value, t }) => toColumnSentence(value, t)],
  ["list_events", ({ value, t }) => toEventList(value, t)],
  ["search_files", ({ value, t }) => toPassages(value, t)],
  ["write_file", ({ value, t }) => toFileSentence(value, t)],
  ["edit_file", ({ value, t }) => toFileSentence(value, t)],
  ["move_file", ({ value, t }) => toFileSentence(value, t)],
  ["delete_file", ({ value, t }) => toFileSentence(value, t)],
  ["kom.memory.v1.upsert_memory", ({ input, t }) => toSavedItems(input, t)],
  [
    "kom.memory.v1.search_memory",
    ({ input, value, t }) =>
      isJsonObject(value) && isJsonObject(input.query)
        ? toFound(toText(input.query.text), value.matches ?? null, t)
        : undefined,
  ],
  ["set_light", ({ t }) => t.text("outcome.detected")],
] satisfies [string, (result: ToolResult) => string | undefined][]);

function toDateResult({ value, t }: ToolResult): string | undefined {
  return typeof value === "string" ? toDateSentence(value, t) : undefined;
}

function toText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function toOperation({ a, b }: JsonObject, sign: string, t: Translator): string {
  return `${toPart(a ?? "", t)} ${sign} ${toPart(b ?? "", t)}`;
}

function toEquation(left: string, value: JsonValue, t: Translator): string {
  return `${left} = ${toPart(value, t)}`;
}

function toLength(text: string, value: JsonValue, t: Translator): string | undefined {
  return typeof value === "number" ? t.count("said.length", value, { text }) : undefined;
}

function toSaved(text: string, value: JsonValue, t: Translator): string | undefined {
  if (!isJsonObject(value) || value.saved !== true) return undefined;
  return t.text(value.note === undefined ? "said.saved" : "said.saved-already", { text });
}

function toDeleted(value: JsonValue, t: Translator): string | undefined {
  return isJsonObject(value) && value.deleted === true
    ? t.text("said.deleted", { text: toText(value.text) })
    : undefined;
}

function toTaskSentence(
  value: JsonValue,
  key: "said.task-added" | "said.task-done",
  t: Translator,
): string | undefined {
  if (!isJsonObject(value) || typeof value.task !== "string") return undefined;
  const due = toText(value.due) || toText(value.next);
  const sentence = t.text(key, { task: value.task });
  return due === "" ? sentence : `${sentence} · ${toDueText(due, t)}`;
}

/** The date of a due date in the user's language: `2026-11-27 09:00 (Friday), weekly`. */
function toDueText(due: string, t: Translator): string {
  const [date = "", ...rest] = due.split(", ");
  const repeats = rest.find((word) => REPEATED.some((each) => each === word));
  const key = REPEATED.find((each) => each === repeats);
  const words = key === undefined ? [] : [t.text(`tasks.repeats.${key}`)];
  return [toDateSentence(date, t), ...words, ...(rest.includes("late") ? [t.text("tasks.late")] : [])].join(", ");
}

function toTableSentence(input: JsonObject, value: JsonValue, t: Translator): string | undefined {
  if (!isJsonObject(value)) return undefined;
  if (isJsonArray(value.rows)) return t.count("said.rows", Number(value.total));
  const operation = OPERATIONS.find((each) => each === input.operation);
  if (operation === undefined || value.value === undefined) return undefined;
  const column = toText(input.column);
  const named = [t.text(`table.${operation}`), ...(column === "" ? [] : [`“${column}”`])].join(" ");
  return `${named} = ${value.value === null ? t.text("said.nothing") : toPart(value.value, t)}`;
}

/** A single text as it is, else how much a script showed. */
function toShownSentence(value: JsonValue, t: Translator): string | undefined {
  if (!isJsonObject(value) || !isJsonArray(value.results)) return undefined;
  const { results } = value;
  const [first] = results;
  if (results.length === 0) return t.text("script.nothing");
  if (results.length === 1 && isJsonObject(first) && first.type === "text") return toText(first.text);
  return t.count("said.results", results.length);
}

function toColumnSentence(value: JsonValue, t: Translator): string | undefined {
  if (!isJsonObject(value) || !isJsonArray(value.columns)) return undefined;
  const names = value.columns.flatMap((each) => (isJsonObject(each) ? [toText(each.name)] : []));
  return `${t.count("said.rows", Number(value.rows))} · ${names.join(", ")}`;
}

function toPassages(value: JsonValue, t: Translator): string | undefined {
  if (!isJsonArray(value)) return undefined;
  const files = new Set(value.flatMap((each) => (isJsonObject(each) ? [toText(each.file)] : [])));
  return t.count("said.passages", value.length, { files: [...files].join(", ") });
}

function toManualPages(query: string, value: JsonValue, t: Translator): string | undefined {
  if (typeof value === "string") return t.text("said.manual-none", { query });
  if (!isJsonArray(value)) return undefined;
  const titles = value.flatMap((each) => (isJsonObject(each) ? [toText(each.title)] : []));
  return t.text("said.manual", { titles: [...new Set(titles)].join(" · ") });
}

function toEventList(value: JsonValue, t: Translator): string | undefined {
  if (!isJsonObject(value) || !isJsonArray(value.events)) return undefined;
  const titles = value.events.flatMap((each) => (isJsonObject(each) ? [toText(each.title)] : []));
  return [t.count("said.entries", titles.length), ...titles.slice(0, MAX_PARTS)].join(" · ");
}

function toFileSentence(value: JsonValue, t: Translator): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const action = ACTIONS.find((each) => value[`${each}d`] === true);
  const values = { path: toText(value.file), to: toText(value.now) };
  return action === undefined ? undefined : t.text(`folders.did.${action}`, values);
}

function toTaskList(value: JsonValue, t: Translator): string | undefined {
  if (typeof value === "string") return t.text("said.no-tasks");
  if (!isJsonObject(value) || !isJsonArray(value.tasks)) return undefined;
  const texts = value.tasks.flatMap((each) => (isJsonObject(each) ? [toText(each.task)] : []));
  const more = typeof value.more === "number" ? value.more : 0;
  return t.count("said.tasks", texts.length + more, { tasks: texts.slice(0, MAX_PARTS).join(" · ") });
}

function toSavedItems({ items }: JsonObject, t: Translator): string | undefined {
  if (!isJsonArray(items)) return undefined;
  const texts = items.flatMap((item) => (isJsonObject(item) ? [toText(item.text)] : []));
  return t.text("said.saved", { text: texts.join(" · ") });
}

function toFound(query: string, value: JsonValue, t: Translator): string | undefined {
  if (typeof value === "string" || (isJsonArray(value) && value.length === 0)) {
    return t.text("said.found-none", { query });
  }
  if (!isJsonArray(value)) return undefined;
  const notes = value.flatMap((note) => (isJsonObject(note) ? [toText(note.text)] : []));
  return t.count("said.found", notes.length, { notes: notes.slice(0, MAX_PARTS).join(" · ") });
}
