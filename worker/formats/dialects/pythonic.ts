import type { JsonObject, JsonValue } from "../../protocol/json.ts";
import { isJsonArray } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Format, OutputParser, ParserOptions, ToolResultText } from "../format.ts";
import { toPythonicConstraint } from "../grammar/pythonic-constraint.ts";
import { neutralise } from "../neutralise.ts";
import { createDialectParser, type Dialect, type Opener, type ReadingContext } from "../parsing/output-reader.ts";
import { HERMES_OPENER } from "../parsing/tagged-json.ts";
import { readPythonList } from "../parsing/tagged-python.ts";
import type { Reading } from "../parsing/text-source.ts";
import { describeTools } from "./describe-tools.ts";

const TAGS: readonly (readonly [open: string, close: string])[] = [
  ["<|python_start|>", "<|python_end|>"],
  ["<|tool_call_start|>", "<|tool_call_end|>"],
  ["<function_calls>", "</function_calls>"],
];
const OPENS = TAGS.map(([open]) => open);
const CLOSES = TAGS.map(([, close]) => close);
const MARKERS = [...OPENS, ...CLOSES, "<|tool_response_start|>", "<|tool_response_end|>", "<think>", "</think>"];

const DIALECT: Dialect = {
  openers: [
    ...TAGS.map(
      ([literal, close]): Opener => ({
        literal,
        read: (context: ReadingContext): Reading<boolean> =>
          readPythonList(context, { closers: [close], openers: [literal], anyName: true }),
      }),
    ),
    HERMES_OPENER,
    {
      literal: "[",
      read: (context: ReadingContext): Reading<boolean> =>
        readPythonList(context, { closers: [], openers: [], anyName: false }),
    },
  ],
  dropped: [
    ...CLOSES,
    "</tool_call>",
    "<|im_end|>",
    "<|im_start|>",
    "<|eot|>",
    "<|eom|>",
    "<|eot_id|>",
    "<|endoftext|>",
    "<|python_tag|>",
  ],
  reasoning: [{ open: "<think>", close: "</think>" }],
  bareJson: true,
};

/** The dialect of Llama 4, LFM2 and OLMo 3: calls are Python calls in a list, with keyword arguments. */
export const pythonic: Format = {
  id: "pythonic",
  markers: MARKERS,
  renderSystem(system: string, tools: readonly ToolSpec[]): string {
    if (tools.length === 0) return system;
    const parts = [
      `You can call these functions:\n${describeTools(tools, MARKERS)}`,
      "To call functions, reply with nothing but a Python list of calls with keyword arguments: " +
        '[name1(key="value", count=1), name2()]\n' +
        "Their results come in the next message. When no function is needed, answer in plain text.",
    ];
    return [...(system === "" ? [] : [system]), ...parts].join("\n\n");
  },
  renderCall(name: string, input: JsonObject): string {
    const pairs = Object.entries(input).map(([key, value]) => `${key}=${toPythonLiteral(value)}`);
    return `[${name}(${pairs.join(", ")})]`;
  },
  renderResults(results: readonly ToolResultText[]): { readonly role: "user" | "tool"; readonly content: string } {
    return { role: "tool", content: results.map((result) => neutralise(result.text, MARKERS)).join("\n") };
  },
  createParser(options: ParserOptions): OutputParser {
    return createDialectParser(DIALECT, options);
  },
  toConstraint: toPythonicConstraint,
};

/** A JSON value as Python writes it. */
export function toPythonLiteral(value: JsonValue): string {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value !== "object") return JSON.stringify(value);
  if (isJsonArray(value)) return `[${value.map(toPythonLiteral).join(", ")}]`;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${toPythonLiteral(member)}`);
  return `{${members.join(", ")}}`;
}
