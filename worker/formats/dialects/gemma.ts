import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { GbnfRules, toGbnfLiteral } from "../grammar/json-schema-to-gbnf.ts";
import { neutralise } from "../neutralise.ts";
import { type ConstraintMode, type OutputConstraint, toTaggedConstraint } from "../output-constraint.ts";
import type { CallContext, Opener } from "../parsing/dialect.ts";
import { reportBroken } from "../parsing/read-call.ts";
import { readTaggedJson } from "../parsing/tagged-json.ts";
import { BARE_LIST_OPENER, readPythonList } from "../parsing/tagged-python.ts";
import type { Reading } from "../parsing/text-source.ts";
import { defineFormat } from "./define-format.ts";
import { readGemmaObject } from "./gemma-literal.ts";

interface CallMarks {
  readonly open: string;
  readonly close: string;
  /** Stands on both sides of a text. */
  readonly quote: string;
}

/** The marks around a call of FunctionGemma, and of Gemma 4. */
const CALL_MARKS: readonly CallMarks[] = [
  { open: "<start_function_call>", close: "<end_function_call>", quote: "<escape>" },
  { open: "<|tool_call>", close: "<tool_call|>", quote: '<|"|>' },
];
const OPENS = CALL_MARKS.map(({ open }) => open);
const CLOSES = CALL_MARKS.map(({ close }) => close);
/** A call in a code block. */
const FENCED = { closers: ["```"], openers: [] };
const MARKERS = [
  ...OPENS,
  ...CLOSES,
  ...["declaration", "response"].flatMap((part) => [`<start_function_${part}>`, `<end_function_${part}>`]),
  ...["<escape>", "<tool_response|>", "<channel|>", "<turn|>"],
];

function* readCall(context: CallContext): Reading<boolean> {
  const { source, sink, tools } = context;
  for (let count = 0; ; count += 1) {
    yield* source.skipSpace();
    if (!(yield* source.accept("call:"))) {
      if (count > 0) break;
      const next = yield* source.peek();
      if (next === "{" || next === "[") return yield* readTaggedJson(context, { closers: CLOSES, openers: OPENS });
      return yield* reportBroken(context, "expected 'call:' and the tool's name", CLOSES, OPENS);
    }
    const name = (yield* source.takeUntil((unit) => unit === "{" || unit === "<" || unit === "\n", 256)).trim();
    if (name === "" || (yield* source.peek()) !== "{") {
      const reason = name === "" ? "the call names no tool" : `'${name}' has no arguments`;
      return yield* reportBroken(context, reason, CLOSES, OPENS);
    }
    sink.name(name);
    const read = yield* readGemmaObject(source, (key) => tools.argumentSchema(name, key), [...CLOSES, ...OPENS]);
    if ("fault" in read) return yield* reportBroken(context, read.fault, CLOSES, OPENS);
    sink.call(name, read.input);
    source.hold();
  }
  const closer = yield* source.acceptOne(CLOSES);
  sink.markup();
  if (closer === null) sink.text(source.release());
  return true;
}

/** `call:` is a word unless a declared tool's name and its arguments follow. */
function* readBareCall(context: CallContext): Reading<boolean> {
  const { source, sink, tools } = context;
  const name = yield* source.takeUntil((unit) => !/[\p{L}\p{N}_.-]/u.test(unit), 128);
  if (name === "" || !tools.has(name) || (yield* source.peek()) !== "{") return false;
  sink.name(name);
  const read = yield* readGemmaObject(source, (key) => tools.argumentSchema(name, key), [...CLOSES, ...OPENS]);
  if ("fault" in read) {
    sink.broken(context.start, read.fault, source.held());
    return true;
  }
  sink.call(name, read.input);
  return true;
}

/**
 * The dialect of FunctionGemma and Gemma 4: `call:name{key:value}` between call tokens, strings between quote tokens.
 * Gemma 3's code fences (`tool_code` with a Python call, `tool_call` with JSON) are read as well.
 */
export const gemma = defineFormat({
  id: "gemma",
  markers: MARKERS,
  templateMark: "",
  renderSystem(system, tools) {
    const declarations = tools.map(
      (tool) => `<start_function_declaration>declaration:${tool.name}${toDeclaration(tool)}<end_function_declaration>`,
    );
    const intro = system === "" ? "You are a model that can do function calling with the following functions" : system;
    return [intro + declarations.join("")];
  },
  calls: {
    write: (name, input) => `<start_function_call>call:${name}${toGemmaLiteral(input)}<end_function_call>`,
    constrain: toGemmaConstraint,
  },
  renderResult: ({ name, text }) =>
    `<start_function_response>response:${name}${toGemmaLiteral({ value: text })}<end_function_response>`,
  resultSeparator: "",
  openers: [
    ...OPENS.map((literal): Opener => ({ literal, read: readCall })),
    { literal: "```tool_code", read: (context) => readPythonList(context, FENCED) },
    { literal: "```tool_call", read: (context) => readTaggedJson(context, FENCED) },
    { literal: "call:", read: readBareCall },
    BARE_LIST_OPENER,
  ],
  dropped: [
    ...CLOSES,
    "<end_of_turn>",
    "<start_of_turn>",
    "<eos>",
    "<turn|>",
    "<|turn>",
    "<start_function_response>",
    "<end_function_response>",
    "<|tool_response>",
    "<tool_response|>",
  ],
  reasoning: [{ open: "<|channel>", close: "<channel|>", labels: ["thought", "<|channel>thought"] }],
});

/** Either generation's marks are let through: each model's own tokens make one of them likely. */
function toGemmaConstraint(tools: readonly ToolSpec[], mode: ConstraintMode): OutputConstraint {
  const rules = new GbnfRules();
  const forms = CALL_MARKS.flatMap((marks) => tools.map((tool) => ({ tool, marks })));
  const calls = forms.map(({ tool, marks }) => {
    const pairs = toPairs(tool, marks.quote, rules);
    return rules.add("call", `${toGbnfLiteral(toCallStart(tool, marks))} ${pairs} ${toGbnfLiteral(`}${marks.close}`)}`);
  });
  const tags = forms.map(({ tool, marks }) => ({
    type: "tag",
    begin: toCallStart(tool, marks),
    content: { type: "grammar", grammar: toPairsGrammar(tool, marks.quote) },
    end: `}${marks.close}`,
  }));
  return toTaggedConstraint(mode, rules.toGrammar(calls.join(" | ")), tags, OPENS);
}

function toCallStart(tool: ToolSpec, marks: CallMarks): string {
  return `${marks.open}call:${tool.name}{`;
}

function toPairsGrammar(tool: ToolSpec, quote: string): string {
  const rules = new GbnfRules();
  return rules.toGrammar(toPairs(tool, quote, rules));
}

/** Only scalars are constrained to their kind; lists and objects need only be balanced Gemma literals. */
function toPairs(tool: ToolSpec, quote: string, rules: GbnfRules): string {
  const text = rules.add("text", `${toGbnfLiteral(quote)} [^<]* ${toGbnfLiteral(quote)}`);
  // Refers to itself, so that its name comes before its body.
  const value = rules.add("any", '""');
  const scalar = `${text} | ${rules.use("number")} | ${rules.use("boolean")} | ${rules.use("null")}`;
  const key = rules.add("key", "[A-Za-z_] [A-Za-z0-9_]*");
  rules.define(
    value,
    `${scalar} | "[" (${value} ("," ${value})*)? "]" | "{" (${key} ":" ${value} ("," ${key} ":" ${value})*)? "}"`,
  );
  const members = rules.addMembers(tool.parameters, '","', (name, schema) => {
    const kind = isJsonObject(schema) && typeof schema.type === "string" ? schema.type : "";
    const isScalar = kind === "number" || kind === "integer" || kind === "boolean";
    return `${toGbnfLiteral(`${name}:`)} ${kind === "string" ? text : isScalar ? rules.use(kind) : value}`;
  });
  return members === "" ? '""' : members;
}

/** A value as Gemma writes it: keys bare, strings between `<escape>` tokens. */
function toGemmaLiteral(value: JsonValue): string {
  if (typeof value === "string") return `<escape>${value}<escape>`;
  if (value === null || typeof value !== "object") return String(value);
  if (isJsonArray(value)) return `[${value.map(toGemmaLiteral).join(",")}]`;
  const members = Object.entries(value).map(([key, item]) => `${key}:${toGemmaLiteral(item)}`);
  return `{${members.join(",")}}`;
}

function toDeclaration(tool: ToolSpec): string {
  const description = `<escape>${neutralise(tool.description, MARKERS)}<escape>`;
  return `{description:${description},parameters:${toSchemaDeclaration(tool.parameters)}}`;
}

function toSchemaDeclaration(schema: JsonObject): string {
  const parts: string[] = [];
  const properties = schema.properties;
  if (isJsonObject(properties)) {
    const members = Object.entries(properties).map(
      ([key, value]) => `${key}:${isJsonObject(value) ? toSchemaDeclaration(value) : "{}"}`,
    );
    parts.push(`properties:{${members.join(",")}}`);
  }
  const description = schema.description;
  if (typeof description === "string") parts.push(`description:<escape>${neutralise(description, MARKERS)}<escape>`);
  const listed = schema.enum;
  if (isJsonArray(listed)) parts.push(`enum:${toGemmaLiteral(listed)}`);
  const items = schema.items;
  if (isJsonObject(items)) parts.push(`items:${toSchemaDeclaration(items)}`);
  const required = schema.required;
  if (isJsonArray(required)) parts.push(`required:${toGemmaLiteral(required)}`);
  const type = schema.type;
  if (typeof type === "string") parts.push(`type:<escape>${type.toUpperCase()}<escape>`);
  return `{${parts.join(",")}}`;
}
