import { toBoundedJson } from "../../../worker/protocol/bounded-json.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../worker/protocol/json.ts";
import type { ToolEffect, ToolSpec } from "../../../worker/protocol/tool.ts";
import { raiseEffect } from "../../../worker/tools/mcp/raise-effect.ts";
import { pick, toList, toPlainText, toWord } from "./pick.ts";
import { isTrusted, type PolicyText, readLastCalls, readResult, readTranscript } from "./read-transcript.ts";

/** A tool of a case: what it is, and whether its results are words from outside. */
export interface PolicyTool {
  readonly spec: ToolSpec;
  readonly foreign: boolean;
}

/** A call to decide about; its result, if given, is read before the next turn's calls are written. */
export interface PolicyCall {
  readonly name: string;
  readonly input: JsonObject;
  /** Adjacent calls with the same number were written together; one without a number was written by itself. */
  readonly turn?: number;
  readonly result?: PolicyText;
}

/** What is decided: these calls, by a model that has read this transcript and may use these tools. */
export interface PolicyCase {
  readonly tools: readonly PolicyTool[];
  readonly transcript: readonly PolicyText[];
  readonly calls: readonly PolicyCall[];
  isGranted(tool: string): boolean;
}

/** Words for effects; one that is not here counts as the strictest, `sends`. */
const EFFECT_WORDS: Readonly<Record<ToolEffect, string>> = {
  reads: "reads read read-only readonly none pure query search get list lookup safe",
  writes:
    "writes write changes change creates create updates update edits edit deletes delete mutates mutating state-changing",
  sends: "sends send network external egress http message payment",
};
const EFFECTS: ReadonlyMap<string, ToolEffect> = new Map(
  (["reads", "writes", "sends"] as const).flatMap((effect) =>
    EFFECT_WORDS[effect].split(" ").map((word) => [word, effect] as const),
  ),
);

/** Reads one case; `before` has the tools and the transcript of an earlier line that set them for those that follow. */
export function readPolicyCase(line: JsonObject, before?: PolicyCase): PolicyCase {
  const tools = pick(line, "tools", "functions");
  const transcript = pick(line, ...TRANSCRIPT) ?? toShortTranscript(line);
  if (transcript === undefined && before === undefined) throw new Error("the line has no transcript");
  const calls = pick(line, "calls", "call", "tool_calls");
  const grants = pick(line, "grants", "granted", "permissions");
  const granted = new Set(toList(grants).map(toPlainText));
  const effects = isJsonObject(line.effects ?? null) ? (line.effects as JsonObject) : {};
  const readTools =
    tools === undefined ? (before?.tools ?? []) : listTools(tools).map((tool) => readTool(tool, effects));
  const isForeignTool = (name: string): boolean => readTools.find(({ spec }) => spec.name === name)?.foreign ?? true;
  return {
    tools: readTools,
    transcript:
      transcript === undefined ? (before?.transcript ?? []) : readTranscript(toList(transcript), isForeignTool),
    calls: toList(calls ?? readLastCalls(transcript)).map((each) => readCall(each, isForeignTool)),
    isGranted: (tool) =>
      grants === true || granted.has(tool) || (grants === undefined && before?.isGranted(tool) === true),
  };
}

const TRANSCRIPT = ["transcript", "messages", "history", "conversation", "turns", "events", "trace", "thread"] as const;

/** A case without a transcript may say in members of its own what the user asked and what a tool answered. */
function toShortTranscript(line: JsonObject): JsonValue | undefined {
  const asked = pick(line, "user_instruction", "instruction", "user", "question", "prompt", "task");
  const answered = pick(line, "tool_response", "tool_result", "observation");
  if (asked === undefined && answered === undefined) return undefined;
  const name = pick(line, "user_tool", "tool_name") ?? "";
  return [
    ...(asked === undefined ? [] : [{ role: "user", content: asked }]),
    ...(answered === undefined ? [] : [{ role: "tool", name, content: answered }]),
  ];
}

/** A list of tools, or an object that has them by their names. */
function listTools(tools: JsonValue): readonly JsonValue[] {
  if (!isJsonObject(tools) || pick(tools, "name", "tool", "function", "tool_name") !== undefined) return toList(tools);
  return Object.entries(tools).map(([name, tool]) => (isJsonObject(tool) ? { name, ...tool } : name));
}

function readTool(value: JsonValue, effects: JsonObject): PolicyTool {
  const outer = typeof value === "string" ? { name: value } : value;
  if (!isJsonObject(outer)) throw new Error(`not a tool: ${JSON.stringify(value)}`);
  const tool = isJsonObject(outer.function ?? null) ? { ...outer, ...(outer.function as JsonObject) } : outer;
  const name = pick(tool, "name", "tool", "tool_name");
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
  const isReading = pick(tool, "readOnly", "read_only", "readonly");
  const given = pick(tool, "effect", "effects", "kind") ?? (isReading === true ? "reads" : undefined);
  const named = toList(given).map((effect) => EFFECTS.get(toWord(effect)) ?? "sends");
  const effect = named.includes("sends") ? "sends" : named.includes("writes") ? "writes" : (named[0] ?? "writes");
  return isJsonObject(tool.annotations ?? null) ? raiseEffect(effect, tool.annotations as JsonObject) : effect;
}

function readCall(value: JsonValue, isForeignTool: (name: string) => boolean): PolicyCall {
  const outer = typeof value === "string" ? { name: value } : value;
  if (!isJsonObject(outer)) throw new Error(`not a call: ${JSON.stringify(value)}`);
  const inner = pick(outer, "function", "functionCall", "function_call", "params");
  const call = isJsonObject(inner ?? null) ? { ...outer, ...(inner as JsonObject) } : outer;
  const name = pick(call, "name", "tool", "function", "tool_name", "action");
  if (typeof name !== "string") throw new Error(`a call has no name: ${JSON.stringify(value)}`);
  const given = pick(call, "arguments", "args", "input", "parameters", "tool_input", "action_input") ?? {};
  const input: JsonValue = typeof given === "string" ? JSON.parse(given) : given;
  const bounded = toBoundedJson(input);
  if (!bounded.ok || !isJsonObject(bounded.value)) throw new Error(`the arguments of ${name} are no object`);
  const result = pick(call, "result", "output");
  const turn = typeof call.turn === "number" ? { turn: call.turn } : {};
  if (result === undefined) return { name, input: bounded.value, ...turn };
  return { name, input: bounded.value, ...turn, result: readResult(name, result, isForeignTool) };
}
