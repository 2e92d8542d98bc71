import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  toBoundedJson,
} from "../../worker/protocol/json.ts";
import type { ToolEffect, ToolSpec } from "../../worker/protocol/tool.ts";
import { raiseEffect } from "../../worker/tools/mcp/raise-effect.ts";

/** A tool of a case: what it is, and whether its results are words from outside. */
export interface PolicyTool {
  readonly spec: ToolSpec;
  readonly foreign: boolean;
}

/** A text that the model has read, with where it came from. */
export interface PolicyText {
  readonly role: "system" | "user" | "assistant" | "tool" | "note";
  readonly text: string;
  readonly source: string;
  /** True unless the user typed it here or it came with the app. */
  readonly foreign: boolean;
}

/** A call to decide about; its result, if given, is read before the next one. */
export interface PolicyCall {
  readonly name: string;
  readonly input: JsonObject;
  readonly result?: PolicyText;
}

/** What is decided: these calls, by a model that has read this transcript and may use these tools. */
export interface PolicyCase {
  readonly tools: readonly PolicyTool[];
  readonly transcript: readonly PolicyText[];
  readonly calls: readonly PolicyCall[];
  isGranted(tool: string): boolean;
}

/** Sources that are trusted; everything else, an unknown word too, is from outside. Exact words: `user-file` is none. */
const TRUSTED: ReadonlySet<string> = new Set(
  "user human typed user:typed app system developer own ours trusted builtin built-in memory:user note:user".split(" "),
);

const EFFECTS: Readonly<Record<string, ToolEffect>> = {
  reads: "reads",
  read: "reads",
  "read-only": "reads",
  readonly: "reads",
  none: "reads",
  pure: "reads",
  writes: "writes",
  write: "writes",
  changes: "writes",
  deletes: "writes",
  delete: "writes",
  sends: "sends",
  send: "sends",
  network: "sends",
  external: "sends",
  egress: "sends",
};

/** Reads one case; `before` has the tools and the transcript of an earlier line that set them for those that follow. */
export function readPolicyCase(line: JsonObject, before?: PolicyCase): PolicyCase {
  const tools = pick(line, "tools", "functions");
  const transcript = pick(line, "transcript", "messages", "history", "conversation");
  const calls = pick(line, "calls", "call", "tool_calls");
  const grants = pick(line, "grants", "granted", "permissions");
  const granted = new Set(toList(grants).map(String));
  const effects = isJsonObject(line.effects ?? null) ? (line.effects as JsonObject) : {};
  const readTools = tools === undefined ? (before?.tools ?? []) : toList(tools).map((tool) => readTool(tool, effects));
  const isForeignTool = (name: string): boolean => readTools.find(({ spec }) => spec.name === name)?.foreign ?? true;
  return {
    tools: readTools,
    transcript:
      transcript === undefined
        ? (before?.transcript ?? [])
        : toList(transcript).flatMap((each) => readTexts(each, isForeignTool)),
    calls: toList(calls ?? toLastCalls(transcript)).map((each) => readCall(each, isForeignTool)),
    isGranted: (tool) =>
      grants === true || granted.has(tool) || (grants === undefined && before?.isGranted(tool) === true),
  };
}

/** A transcript may end with the calls that its model asks for. */
function toLastCalls(transcript: JsonValue | undefined): JsonValue | undefined {
  const last = toList(transcript).at(-1);
  return last !== undefined && isJsonObject(last) ? pick(last, "tool_calls", "calls") : undefined;
}

function readTool(value: JsonValue, effects: JsonObject): PolicyTool {
  const outer = typeof value === "string" ? { name: value } : value;
  if (!isJsonObject(outer)) throw new Error(`not a tool: ${JSON.stringify(value)}`);
  const tool = isJsonObject(outer.function ?? null) ? { ...outer, ...(outer.function as JsonObject) } : outer;
  const name = pick(tool, "name", "tool");
  if (typeof name !== "string") throw new Error(`a tool has no name: ${JSON.stringify(value)}`);
  const parameters = pick(tool, "parameters", "inputSchema", "input_schema", "schema");
  const source = pick(tool, "source", "origin", "results", "output");
  return {
    foreign: tool.untrusted === true || tool.trusted === false || !(tool.trusted === true || isTrusted(source)),
    spec: {
      name,
      description: typeof tool.description === "string" && tool.description.trim() !== "" ? tool.description : name,
      parameters: parameters !== undefined && isJsonObject(parameters) ? parameters : {},
      effect: readEffect({ effect: effects[name] ?? null, ...tool }),
      ...(pick(tool, "asks", "always_ask", "human_approval") === true ? { asks: true as const } : {}),
    },
  };
}

/** Absent effects are `writes`; hints of a server may raise, and never lower, what it is. */
function readEffect(tool: JsonObject): ToolEffect {
  const given = pick(tool, "effect", "effects", "kind");
  const named = toList(given).map((effect) => EFFECTS[String(effect).toLowerCase()] ?? "sends");
  const effect = named.includes("sends") ? "sends" : named.includes("writes") ? "writes" : (named[0] ?? "writes");
  return isJsonObject(tool.annotations ?? null) ? raiseEffect(effect, tool.annotations as JsonObject) : effect;
}

function readTexts(value: JsonValue, isForeignTool: (name: string) => boolean): readonly PolicyText[] {
  if (typeof value === "string") return [toText("user", value, "user", false)];
  if (!isJsonObject(value)) throw new Error(`not a message: ${JSON.stringify(value)}`);
  const given = String(pick(value, "role", "type") ?? "user");
  const role = toRole(given);
  const content = pick(value, "content", "text", "value", "result", "output") ?? "";
  const source = pick(value, "source", "from", "origin", "provenance");
  const marked =
    value.trusted === true ? false : value.trusted === false || value.untrusted === true || value.foreign === true;
  const name = pick(value, "name", "tool", "tool_name");
  const isForeign = (from: JsonValue | undefined): boolean => {
    if (marked) return true;
    if (value.trusted === true) return false;
    if (from !== undefined) return !isTrusted(from);
    if (role === "tool") return isForeignTool(String(name ?? ""));
    return role === "note" || (role === "user" && toRole(given, true) !== "user");
  };
  const texts = [
    toText(
      role,
      toPlainText(content),
      toSourceName(source ?? (role === "tool" ? `tool:${name ?? ""}` : role)),
      isForeign(source),
    ),
  ];
  // Parts of one message may have sources of their own, and files come with a message.
  for (const part of isJsonArray(content) ? content : []) {
    if (!isJsonObject(part)) continue;
    const from = pick(part, "source", "from", "origin", "provenance");
    if (from !== undefined) texts.push(toText(role, toPlainText(part), toSourceName(from), !isTrusted(from)));
  }
  for (const file of toList(pick(value, "attachments", "files"))) {
    texts.push(toText("user", toPlainText(file), "file", true));
  }
  return texts;
}

function toText(role: PolicyText["role"], text: string, source: string, foreign: boolean): PolicyText {
  return { role, text, source, foreign };
}

function readCall(value: JsonValue, isForeignTool: (name: string) => boolean): PolicyCall {
  const outer = typeof value === "string" ? { name: value } : value;
  if (!isJsonObject(outer)) throw new Error(`not a call: ${JSON.stringify(value)}`);
  const call = isJsonObject(outer.function ?? null) ? { ...outer, ...(outer.function as JsonObject) } : outer;
  const name = pick(call, "name", "tool", "function");
  if (typeof name !== "string") throw new Error(`a call has no name: ${JSON.stringify(value)}`);
  const given = pick(call, "arguments", "args", "input", "parameters") ?? {};
  const input: JsonValue = typeof given === "string" ? JSON.parse(given) : given;
  const bounded = toBoundedJson(input);
  if (!bounded.ok || !isJsonObject(bounded.value)) throw new Error(`the arguments of ${name} are no object`);
  const result = pick(call, "result", "output");
  if (result === undefined) return { name, input: bounded.value };
  const [read] = isJsonObject(result)
    ? readTexts({ role: "tool", name, ...result }, isForeignTool)
    : [toText("tool", toPlainText(result), `tool:${name}`, isForeignTool(name))];
  return { name, input: bounded.value, ...(read === undefined ? {} : { result: read }) };
}

function toRole(role: string, exact = false): PolicyText["role"] {
  switch (role.toLowerCase()) {
    case "system":
    case "developer":
    case "app":
      return "system";
    case "assistant":
    case "model":
    case "ai":
      return "assistant";
    case "tool":
    case "function":
    case "observation":
    case "tool_result":
      return "tool";
    case "memory":
    case "note":
      return "note";
    case "user":
    case "human":
      return "user";
    default:
      return exact ? "tool" : "user";
  }
}

function isTrusted(source: JsonValue | undefined): boolean {
  if (source === undefined) return false;
  if (isJsonObject(source)) {
    if (typeof source.trusted === "boolean") return source.trusted;
    return isTrusted(pick(source, "type", "kind", "name"));
  }
  // Several sources of one text are as trusted as the least of them.
  return toList(source).length > 0 && toList(source).every((each) => TRUSTED.has(String(each).toLowerCase()));
}

function toSourceName(source: JsonValue): string {
  return typeof source === "string" ? source : JSON.stringify(source);
}

function toPlainText(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (isJsonObject(value)) return toPlainText(pick(value, "text", "content", "value") ?? JSON.stringify(value));
  return isJsonArray(value) ? value.map(toPlainText).join("\n") : String(value);
}

function toList(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined || value === null || typeof value === "boolean") return [];
  if (isJsonArray(value)) return value;
  return [value];
}

function pick(value: JsonObject, ...names: readonly string[]): JsonValue | undefined {
  const name = names.find((each) => Object.hasOwn(value, each) && value[each] !== null);
  return name === undefined ? undefined : value[name];
}
