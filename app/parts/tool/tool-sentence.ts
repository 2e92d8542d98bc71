import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from "../../../worker/protocol/json.ts";
import type { ContentBlock, ToolCall } from "../../../worker/protocol/tool.ts";
import type { Translator } from "../../messages/translate.ts";
import { countPlaces } from "../../ui/count-places.ts";
import { toDueText, toTimeSentence } from "./date-sentence.ts";
import { findToolTitle } from "./tool-titles.ts";
import { toUnitSentence } from "./unit-sentence.ts";

const MAX_FIELDS = 6;
const MAX_PARTS = 3;
const OPERATIONS = ["count", "sum", "average", "min", "max", "median"] as const;
const ACTIONS = ["create", "change", "move", "delete"] as const;

/** Tells the result of a successful call in one line for people: never JSON. Empty for an empty result. */
export function toToolSentence(call: ToolCall, content: readonly ContentBlock[], t: Translator): string {
  const values = content.map(toValue);
  const own = findToolTitle(call.name, t) === null ? undefined : toOwnSentence(call, values[0] ?? null, t);
  return own ?? values.map((value) => toFieldsText(value, t)).join(" ");
}

/** Text that is JSON, as servers of tools send it, counts as JSON. */
function toValue(block: ContentBlock): JsonValue {
  if (block.type === "json") return block.value;
  return /^\s*[[{]/.test(block.text) ? (parseJson(block.text) ?? block.text) : block.text;
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
  if (isJsonArray(value))
    return value.every(isPlain)
      ? value.map((item) => toPart(item, t)).join(", ")
      : t.count("said.entries", value.length);
  const [first] = Object.values(value).filter(isPlain);
  return first === undefined ? t.count("said.entries", Object.keys(value).length) : toPart(first, t);
}

function isPlain(value: JsonValue): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** The sentence for a result of a tool of ours, by its form; undefined where its fields say enough. */
function toOwnSentence({ name, arguments: input }: ToolCall, value: JsonValue, t: Translator): string | undefined {
  const { query } = input;
  const asked = toText(isJsonObject(query) ? query.text : query);
  const filled = Object.entries(input).filter(([, each]) => isPlain(each));
  const values = Object.fromEntries(filled.map(([field, each]) => [field, toPart(each, t)]));
  const own = t.find(`tool-said.${name}`, { ...values, result: toPart(value, t) });
  if (own !== null) return own;
  const found = isJsonObject(value) && isJsonArray(value.matches) ? value.matches : value;
  const isNone = typeof found === "string" || (isJsonArray(found) && found.length === 0);
  const none = isNone ? t.find(`tool-none.${name}`, { query: asked }) : null;
  if (none !== null) return none;
  if (typeof value === "string") return toTimeSentence(toUnitSentence(value, t), t);
  if (typeof value === "number" && toText(input.text) !== "")
    return t.count("said.length", value, { text: toText(input.text) });
  if (isJsonArray(found)) return toPassages(found, t) ?? toManualPages(found, t) ?? toFound(found, t);
  if (!isJsonObject(value)) return undefined;
  for (const toSentence of SENTENCES) {
    const sentence = toSentence(value, t, input);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

/** One sentence for each form of result; undefined where a result has another. */
const SENTENCES: readonly ((value: JsonObject, t: Translator, input: JsonObject) => string | undefined)[] = [
  toSaved,
  toSavedItems,
  toDeleted,
  toTaskSentence,
  toTaskList,
  toTableSentence,
  toShownSentence,
  toColumnSentence,
  toEventList,
  toFileSentence,
  ({ text }) => toText(text) || undefined,
];

function toText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** One field of each object in a list; empty where that is no text. */
function listTexts(list: readonly JsonValue[], field: string): readonly string[] {
  return list.filter(isJsonObject).map((each) => toText(each[field]));
}

function toSaved({ saved, note }: JsonObject, t: Translator, { text }: JsonObject): string | undefined {
  if (saved !== true) return undefined;
  return t.text(note === undefined ? "said.saved" : "said.saved-already", { text: toText(text) });
}

function toDeleted({ deleted, text }: JsonObject, t: Translator): string | undefined {
  return deleted === true && typeof text === "string" ? t.text("said.deleted", { text }) : undefined;
}

function toTaskSentence(value: JsonObject, t: Translator): string | undefined {
  if (typeof value.task !== "string") return undefined;
  const key = value.done === true ? "said.task-done" : "said.task-added";
  const due = toText(value.due) || toText(value.next);
  const sentence = t.text(key, { task: value.task });
  return due === "" ? sentence : `${sentence} · ${toDueText(due, t)}`;
}

function toTableSentence(value: JsonObject, t: Translator, input: JsonObject): string | undefined {
  if (isJsonArray(value.rows)) return t.count("said.rows", Number(value.total));
  const operation = OPERATIONS.find((each) => each === input.operation);
  if (operation === undefined || value.value === undefined) return undefined;
  const column = toText(input.column);
  const named = [t.text(`table.${operation}`), ...(column === "" ? [] : [`“${column}”`])].join(" ");
  const places = countPlaces(value.value);
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  return `${named} = ${typeof value.value === "number" ? t.number(value.value, digits) : toPart(value.value, t)}`;
}

/** A single text as it is, else how much a script showed. */
function toShownSentence(value: JsonObject, t: Translator): string | undefined {
  if (!isJsonArray(value.results)) return undefined;
  const { results } = value;
  const [first] = results;
  if (results.length === 0) return t.text("script.nothing");
  if (results.length === 1 && isJsonObject(first) && first.type === "text") return toText(first.text);
  return t.count("said.results", results.length);
}

function toColumnSentence(value: JsonObject, t: Translator): string | undefined {
  if (!isJsonArray(value.columns)) return undefined;
  return `${t.count("said.rows", Number(value.rows))} · ${listTexts(value.columns, "name").join(", ")}`;
}

function toPassages(value: readonly JsonValue[], t: Translator): string | undefined {
  const files = new Set(listTexts(value, "file").filter(Boolean));
  return files.size === 0 ? undefined : t.count("said.passages", value.length, { files: [...files].join(", ") });
}

function toManualPages(value: readonly JsonValue[], t: Translator): string | undefined {
  const titles = listTexts(value, "title").filter(Boolean);
  return titles.length === 0 ? undefined : t.text("said.manual", { titles: [...new Set(titles)].join(" · ") });
}

function toEventList(value: JsonObject, t: Translator): string | undefined {
  if (!isJsonArray(value.events)) return undefined;
  const titles = listTexts(value.events, "title");
  return [t.count("said.entries", titles.length), ...titles.slice(0, MAX_PARTS)].join(" · ");
}

function toFileSentence(value: JsonObject, t: Translator): string | undefined {
  const action = ACTIONS.find((each) => value[`${each}d`] === true);
  const values = { path: toText(value.file), to: toText(value.now) };
  return action === undefined ? undefined : t.text(`folders.did.${action}`, values);
}

function toTaskList(value: JsonObject, t: Translator): string | undefined {
  if (!isJsonArray(value.tasks)) return undefined;
  const texts = listTexts(value.tasks, "task");
  const more = typeof value.more === "number" ? value.more : 0;
  return t.count("said.tasks", texts.length + more, { tasks: texts.slice(0, MAX_PARTS).join(" · ") });
}

function toSavedItems({ upserted }: JsonObject, t: Translator, { items }: JsonObject): string | undefined {
  if (upserted === undefined || items === undefined || !isJsonArray(items)) return undefined;
  return t.text("said.saved", { text: listTexts(items, "text").join(" · ") });
}

function toFound(value: readonly JsonValue[], t: Translator): string | undefined {
  const notes = listTexts(value, "text").filter(Boolean);
  if (notes.length === 0) return undefined;
  return t.count("said.found", notes.length, { notes: notes.slice(0, MAX_PARTS).join(" · ") });
}
