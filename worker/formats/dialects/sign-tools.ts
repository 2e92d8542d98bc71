import { isJsonArray, isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { neutralise } from "../neutralise.ts";

const MAX_TOOL_TEXT = 100;
const MAX_PARAMETER_TEXT = 40;
const MAX_CHOICES = 12;
const MAX_DEPTH = 3;
const TYPES: ReadonlyMap<string, string> = new Map([
  ["string", ""],
  ["integer", "int"],
  ["number", "num"],
  ["boolean", "bool"],
  ["null", "null"],
]);
const PLAIN_CHOICE = /^[A-Za-z0-9_.+-]+$/;
const WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+|[\u0080-\u{10ffff}]+/gu;
const EMPTY_WORDS = ["the", "a", "an", "of", "to"];

type SignedTool = Pick<ToolSpec, "name" | "description" | "parameters">;

/**
 * The tools as signatures, a line each: `- city_weather(city, unit?: celsius|fahrenheit): Tells the weather of a city`.
 * The tuned starter was trained on exactly this text; dev/model/starter/README.md defines it, and `prompt_cases.json` there
 * holds both sides to it.
 */
export function signTools(tools: readonly ToolSpec[], markers: readonly string[]): string {
  return tools.map((tool) => neutralise(signTool(tool), markers)).join("\n");
}

/** A tool's name and parameters in one line, without a word about them: `city_weather(city, unit?: celsius|fahrenheit)`. */
export function signName({ name, parameters }: Pick<ToolSpec, "name" | "parameters">): string {
  return `${name}(${writeMembers(parameters, 0, false)})`;
}

/** One tool's line, nothing in it neutralised. */
export function signTool(tool: SignedTool): string {
  return `- ${describeTool(tool)}`;
}

/** A tool's signature and description in one line. */
export function describeTool({ name, description, parameters }: SignedTool): string {
  const note = cut(description, MAX_TOOL_TEXT);
  return `${name}(${writeMembers(parameters, 0, true)})${note === "" ? "" : `: ${note}`}`;
}

/** One line of at most so many code points: whole sentences where they fit, else whole words; no full stop at the end. */
function cut(text: string, most: number): string {
  let line = text.replaceAll(/\s+/g, " ").trim();
  const points = [...line];
  if (points.length > most) {
    const head = points.slice(0, most);
    const sentence = head.findLastIndex((point, index) => (point === "." || point === ";") && head[index + 1] === " ");
    const stop = sentence < Math.floor(most / 3) ? head.lastIndexOf(" ") : sentence;
    line = head
      .slice(0, stop > 0 ? stop : most)
      .join("")
      .replace(/[ ,;:(]+$/, "");
  }
  return line.endsWith(".") ? line.slice(0, -1) : line;
}

/** A schema in a few tokens; empty for a plain text. */
function writeType(schema: JsonSchema, depth: number): string {
  if (schema.const !== undefined) return writeChoice(schema.const);
  const choices = toList(schema.enum);
  if (choices.length > 0) {
    const shown = choices.slice(0, MAX_CHOICES).map(writeChoice);
    return [...shown, ...(choices.length > MAX_CHOICES ? ["…"] : [])].join("|");
  }
  const branches = [schema.anyOf, schema.oneOf].map(toList).find((list) => list.length > 0);
  if (branches !== undefined) {
    return [...new Set(branches.filter(isJsonObject).map((branch) => writeType(branch, depth) || "str"))].join("|");
  }
  const { type } = schema;
  if (isJsonArray(type)) {
    return type.map((one) => (TYPES.get(String(one)) ?? String(one)) || "str").join("|");
  }
  if (type === "array") {
    const inner = isJsonObject(schema.items) ? writeType(schema.items, depth + 1) : "any";
    return `[${inner || "str"}]`;
  }
  if (type === "object" || schema.properties !== undefined) {
    const isOpen = !isJsonObject(schema.properties) || Object.keys(schema.properties).length === 0;
    return isOpen || depth >= MAX_DEPTH ? "object" : `{${writeMembers(schema, depth + 1, false)}}`;
  }
  return TYPES.get(String(type)) ?? "any";
}

/** One of the values of an enum: bare where that is clear, else as JSON. */
function writeChoice(value: JsonValue): string {
  return typeof value === "string" && PLAIN_CHOICE.test(value) ? value : JSON.stringify(value);
}

/** The parameters of a tool, or the members of an object. */
function writeMembers(schema: JsonSchema, depth: number, isDescribed: boolean): string {
  const needed = new Set<JsonValue>(toList(schema.required));
  return Object.entries(isJsonObject(schema.properties) ? schema.properties : {})
    .map(([name, value]) => {
      const member: JsonObject = isJsonObject(value) ? value : {};
      const isOptional = !needed.has(name) || member.default !== undefined;
      const type = writeType(member, depth);
      const note = isDescribed ? describeParameter(name, member) : "";
      return `${name}${isOptional ? "?" : ""}${type === "" ? "" : `: ${type}`}${note === "" ? "" : ` (${note})`}`;
    })
    .join(", ");
}

/** A parameter's description, cut; empty where it says no more than the name. */
function describeParameter(name: string, { description, format }: JsonObject): string {
  const note = cut(String(description || format || ""), MAX_PARAMETER_TEXT);
  const known = new Set([...splitWords(name), ...EMPTY_WORDS]);
  return splitWords(note).some((word) => !known.has(word)) ? note : "";
}

/** The words of a name or text, in small letters: at capitals, digits and signs. */
function splitWords(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase());
}

function toList(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}
