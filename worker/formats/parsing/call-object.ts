import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import { readJsonText } from "./json-reader.ts";

/** Members that may hold a call's tool name, the first match counts. */
export const NAME_KEYS: readonly string[] = [
  "name",
  "tool",
  "tool_name",
  "toolName",
  "function_name",
  "function",
  "action",
  "recipient_name",
];

/** Members that may hold a call's arguments, the first match counts. */
export const ARGUMENT_KEYS: readonly string[] = [
  "arguments",
  "args",
  "parameters",
  "params",
  "input",
  "tool_input",
  "toolInput",
  "action_input",
  "tool_arguments",
];

/** Members that may hold a list of calls. */
export const CALL_LIST_KEYS: readonly string[] = ["tool_calls", "toolCalls", "function_calls", "tool_uses"];

/** Members that may wrap a call object. */
const WRAPPER_KEYS: readonly string[] = [
  "function",
  "tool_call",
  "toolCall",
  "function_call",
  "functionCall",
  "action",
];

/** A call read from a JSON object, or why the object is not one. */
export type CallObjectResult =
  | {
      readonly type: "call";
      readonly name: string;
      readonly arguments: JsonObject;
      /** False when the object had no member for arguments at all. */
      readonly argumentsGiven: boolean;
    }
  /** Nothing in the object names a tool. */
  | { readonly type: "nameless" }
  /** It names a tool, and its arguments cannot be read. */
  | { readonly type: "broken"; readonly name: string; readonly reason: string };

/** Reads `{"name", "arguments"}` and its relatives of other families, also inside one wrapper object. */
export function readCallObject(object: JsonObject): CallObjectResult {
  for (const key of WRAPPER_KEYS) {
    const inner = member(object, key);
    if (!isJsonObject(inner)) continue;
    const result = readFlatCall(inner);
    if (result.type !== "nameless") return result;
  }
  return readFlatCall(object);
}

/** The calls of `{"tool_calls": [...]}` or `{"function_calls": [...]}`; null when the object has no such list. */
export function readCallList(object: JsonObject): readonly JsonObject[] | null {
  for (const key of CALL_LIST_KEYS) {
    const list = member(object, key);
    if (isJsonArray(list)) {
      const calls = list.filter((item) => isJsonObject(item));
      if (calls.length > 0 && calls.length === list.length) return calls;
    }
  }
  return null;
}

/** Reads an arguments value: an object, JSON text of one (decoded once), or nothing. */
export function readArguments(
  value: JsonValue | undefined,
): { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly reason: string } {
  if (value === undefined || value === null) return { ok: true, value: {} };
  if (isJsonObject(value)) return { ok: true, value };
  if (typeof value !== "string") return { ok: false, reason: "the arguments are not an object" };
  if (value.trim() === "") return { ok: true, value: {} };
  const read = readJsonText(value);
  if (!read.ok) return { ok: false, reason: `the arguments are text that is not JSON: ${read.reason}` };
  if (!isJsonObject(read.value)) return { ok: false, reason: "the arguments are not an object" };
  return { ok: true, value: read.value };
}

/** A member of a JSON object, own members only. */
export function member(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function readFlatCall(object: JsonObject): CallObjectResult {
  let name = "";
  for (const key of NAME_KEYS) {
    const value = member(object, key);
    if (typeof value === "string" && value.trim() !== "") {
      // Recipients are named with their namespace.
      name = key === "recipient_name" ? value.trim().replace(/^functions\./, "") : value.trim();
      break;
    }
  }
  if (name === "") return { type: "nameless" };
  const key = ARGUMENT_KEYS.find((candidate) => member(object, candidate) !== undefined);
  const read = readArguments(key === undefined ? undefined : member(object, key));
  if (!read.ok) return { type: "broken", name, reason: read.reason };
  return { type: "call", name, arguments: read.value, argumentsGiven: key !== undefined };
}
