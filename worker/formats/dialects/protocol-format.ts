import { isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Format, OutputParser, ParseEvent, ParserOptions, ToolResultText } from "../format.ts";
import { GbnfRules, toGbnfLiteral } from "../grammar/json-schema-to-gbnf.ts";
import { neutralise } from "../neutralise.ts";
import { type ConstraintMode, type OutputConstraint, toConstraint } from "../output-constraint.ts";
import { member, readArguments } from "../parsing/call-object.ts";
import { createParser } from "../parsing/create-parser.ts";
import type { DeclaredTools } from "../parsing/declared-tools.ts";
import { type OutputContext, THINK } from "../parsing/dialect.ts";
import { JsonReader } from "../parsing/json-reader.ts";
import { OutputSink } from "../parsing/output-sink.ts";
import { STRICT_JSON } from "../parsing/read-call.ts";
import { readReasoning, type ThoughtMarks } from "../parsing/read-reasoning.ts";
import { type Reading, TextSource } from "../parsing/text-source.ts";
import { readCommand } from "./command.ts";
import { describeTools } from "./describe-tools.ts";

/** Maximum length of `thought` in characters. */
const MAX_THOUGHT = 200;

const MARKERS = ["@tool", "<think>", "</think>"];
const ENDS = ["<|im_end|>", "<|eot_id|>", "<|end|>", "<end_of_turn>", "<|endoftext|>", "</s>"];

/** Matches nowhere. */
const NOTHING = /(?!)/g;

/** An object of the protocol, or the reason why it is rejected, which the model reads. */
type ProtocolMessage =
  | { readonly type: "action"; readonly thought: string; readonly tool: string; readonly args: JsonObject }
  | { readonly type: "final"; readonly thought: string; readonly text: string }
  | { readonly type: "rejected"; readonly reason: string };

/** Checks an object against the protocol: known members only, a short thought, either an action or a final answer. */
function readProtocolMessage(object: JsonValue, tools: DeclaredTools): ProtocolMessage {
  if (!isJsonObject(object)) return reject("it is not an object");
  const unknown = Object.keys(object).find((key) => key !== "thought" && key !== "action" && key !== "final");
  if (unknown !== undefined) return reject(`the field '${unknown}' is not part of the protocol`);
  const thought = member(object, "thought") ?? "";
  if (typeof thought !== "string") return reject("'thought' is not a string");
  if (thought.length > MAX_THOUGHT) return reject(`'thought' is longer than ${MAX_THOUGHT} characters`);
  const action = member(object, "action");
  const final = member(object, "final");
  if (action !== undefined && final !== undefined) return reject("it has both 'action' and 'final'");
  if (action !== undefined) return readAction(action, thought, tools);
  if (final === undefined) return reject("it has neither 'action' nor 'final'");
  if (!isJsonObject(final)) return reject("'final' is not an object");
  const extra = Object.keys(final).find((key) => key !== "content");
  if (extra !== undefined) return reject(`'final' has the unknown field '${extra}'`);
  const content = member(final, "content");
  if (content === undefined) return reject("'final' has no 'content'");
  return { type: "final", thought, text: typeof content === "string" ? content : JSON.stringify(content) };
}

function readAction(action: JsonValue, thought: string, tools: DeclaredTools): ProtocolMessage {
  if (!isJsonObject(action)) return reject("'action' is not an object");
  const extra = Object.keys(action).find((key) => key !== "tool" && key !== "args");
  if (extra !== undefined) return reject(`'action' has the unknown field '${extra}'`);
  const tool = member(action, "tool");
  if (typeof tool !== "string" || tool === "") return reject("'action' names no tool");
  if (!tools.has(tool)) {
    return reject(
      `'${tool.slice(0, 80)}' is not one of the tools; the tools are ${tools.names().join(", ") || "none"}`,
    );
  }
  const args = member(action, "args");
  if (args !== undefined && !isJsonObject(args)) return reject("'args' is not an object");
  const read = readArguments(args);
  return read.ok ? { type: "action", thought, tool, args: read.value } : reject(read.reason);
}

function reject(reason: string): ProtocolMessage {
  return { type: "rejected", reason };
}

const THOUGHT: ThoughtMarks = { closes: [THINK.close], labels: [] };

function* readReply({ source, sink, tools }: OutputContext, reasoningOpen: boolean): Reading<void> {
  let isClosed = !reasoningOpen || (yield* readReasoning(source, sink, THOUGHT));
  yield* source.skipSpace();
  if (yield* source.accept(THINK.open)) isClosed = yield* readReasoning(source, sink, THOUGHT);
  yield* source.skipSpace();
  const start = source.position;
  source.hold();
  const next = yield* source.peek();
  if (next === "") {
    sink.isReasoning = false;
    sink.broken(start, isClosed ? "the reply is empty" : "the reply ends inside its thought", "");
    return;
  }
  if (next === "@") {
    const line = yield* takeRest(source);
    const call = readSingleCommand(line, tools);
    if (typeof call === "string") sink.broken(start, call, source.held());
    else sink.call(call.name, call.arguments, call.repairs ?? []);
    return;
  }
  if (next !== "{") {
    yield* takeRest(source);
    sink.broken(start, "the reply is not a single JSON object", source.held());
    return;
  }
  const reader = new JsonReader(source, STRICT_JSON);
  const read = yield* reader.read();
  if ("fault" in read) {
    const reason = `${read.fault}, at character ${source.position}`;
    yield* takeRest(source);
    sink.broken(start, reason, source.held());
    return;
  }
  const rest = yield* takeRest(source);
  const message: ProtocolMessage =
    rest === ""
      ? readProtocolMessage(read.value, tools)
      : { type: "rejected", reason: "there is text after the JSON object" };
  if (message.type === "rejected") {
    sink.broken(start, message.reason, source.held());
    return;
  }
  sink.reasoning(message.thought);
  sink.markup();
  if (message.type === "action") sink.call(message.tool, message.args, reader.repairs);
  else sink.text(message.text);
}

/** Reads a reply that is one command and nothing else; a sentence when it is not. */
function readSingleCommand(line: string, tools: DeclaredTools): Extract<ParseEvent, { type: "call" }> | string {
  const source = new TextSource();
  const sink = new OutputSink();
  source.push(line);
  source.ended = true;
  source.hold();
  source.index = 1;
  const context = { source, sink, tools, start: 0, bodyStart: 1, literal: "@", leniency: STRICT_JSON };
  const step = readCommand(context).next();
  const rest = source.text.slice(source.index).trim();
  const events = sink.take(true);
  const broken = events.find((event) => event.type === "call-broken");
  if (broken !== undefined) return broken.broken.reason;
  const call = events.find((event) => event.type === "call");
  if (step.value !== true || call === undefined) return "the reply is not a single JSON object";
  return rest === "" ? call : "there is text after the command";
}

/** Consumes the rest and returns it without white space and end-of-turn tokens. */
function* takeRest(source: TextSource): Reading<string> {
  let rest = yield* source.takeUntilUnit(NOTHING);
  for (const end of ENDS) rest = rest.replaceAll(end, "");
  return rest.trim();
}

/**
 * The thought/action/final protocol: every reply is one JSON object, nothing around it, either
 * `{"thought", "action": {"tool", "args"}}` or `{"final": {"content"}}`. Anything else is rejected with its reason. A
 * single `@tool name {json}` line is accepted in its place.
 */
export const protocolFormat: Format = {
  id: "protocol",
  markers: MARKERS,
  templateMark: null,
  wholeReply: true,
  renderSystem(system: string, tools: readonly ToolSpec[]): string {
    const parts = [
      "Reply with a single JSON object and nothing else: no markdown, no text around it. It is one of\n" +
        `{"thought": "<at most ${MAX_THOUGHT} characters>", "action": {"tool": "<name>", "args": {<arguments>}}}\n` +
        '{"final": {"content": "<your answer>"}}',
      ...(tools.length === 0
        ? ["There are no tools: always reply with `final`."]
        : [
            "Use `action` when you need a tool; its result comes in the next message. Use `final` when you are done. " +
              `Invent no tools and no fields.\n\nTools:\n${describeTools(tools, MARKERS)}`,
          ]),
    ];
    return [...(system === "" ? [] : [system]), ...parts].join("\n\n");
  },
  renderCall(name: string, input: JsonObject): string {
    return JSON.stringify({ thought: "", action: { tool: name, args: input } });
  },
  renderResults(results: readonly ToolResultText[]): { readonly role: "user" | "tool"; readonly content: string } {
    const blocks = results.map((result) =>
      JSON.stringify({ tool: result.name, result: neutralise(result.text, MARKERS) }),
    );
    return { role: "user", content: blocks.join("\n") };
  },
  createParser(options: ParserOptions): OutputParser {
    return createParser(options, (context) => readReply(context, options.reasoningOpen === true));
  },
  /** Both modes lock the whole reply: `free` to an action or a final answer, `forced` to an action. */
  toConstraint(tools: readonly ToolSpec[], mode: ConstraintMode): OutputConstraint | null {
    if (tools.length === 0) return null;
    const rules = new GbnfRules();
    const thought = `"{\\"thought\\":" ${rules.use("s")} "\\"" ${rules.use("char")}{0,${MAX_THOUGHT}} "\\"," s`;
    const actions = tools.map((tool) => {
      const begin = toGbnfLiteral(`"action":{"tool":${JSON.stringify(tool.name)},"args":`);
      return rules.add("action", `${thought} ${begin} ${rules.addSchema(tool.parameters)} "}}"`);
    });
    // An answer's words have no bound but the turn's.
    const content = `("\\"" ${rules.use("char")}* "\\"" | ${rules.addSchema({ type: ["object", "array"] })})`;
    const final = rules.add("final", `"{\\"final\\":{\\"content\\":" ${content} "}}"`);
    const grammar = rules.toGrammar([...actions, ...(mode === "free" ? [final] : [])].join(" | "));
    return toConstraint(mode, grammar, { type: "json_schema", json_schema: toReplySchema(tools, mode) });
  },
};

function toReplySchema(tools: readonly ToolSpec[], mode: ConstraintMode): JsonObject {
  const thought = { type: "string", maxLength: MAX_THOUGHT };
  const actions = tools.map(({ name, parameters }) =>
    toWholeObject({ thought, action: toWholeObject({ tool: { const: name }, args: parameters }) }),
  );
  const final = toWholeObject({ final: toWholeObject({ content: {} }) });
  return { anyOf: mode === "free" ? [...actions, final] : actions };
}

/** The schema of an object that has all of these properties and no others. */
function toWholeObject(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
