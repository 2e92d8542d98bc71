import { isJsonArray, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import { toPythonicConstraint } from "../grammar/pythonic-constraint.ts";
import { type Dialect, type Opener, THINK } from "../parsing/dialect.ts";
import { HERMES_OPENER } from "../parsing/tagged-json.ts";
import { BARE_LIST_OPENER, readPythonList } from "../parsing/tagged-python.ts";
import { defineFormat } from "./define-format.ts";
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
        read: (context) => readPythonList(context, { closers: [close], openers: [literal], anyName: true }),
      }),
    ),
    HERMES_OPENER,
    BARE_LIST_OPENER,
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
  reasoning: [THINK],
  bareJson: true,
};

/** The dialect of Llama 4, LFM2 and OLMo 3: calls are Python calls in a list, with keyword arguments. */
export const pythonic = defineFormat({
  id: "pythonic",
  markers: MARKERS,
  templateMark: "",
  renderSystem: (system, tools) => [
    system,
    `You can call these functions:\n${describeTools(tools, MARKERS)}`,
    "To call functions, reply with nothing but a Python list of calls with keyword arguments: " +
      '[name1(key="value", count=1), name2()]\n' +
      "Their results come in the next message. When no function is needed, answer in plain text.",
  ],
  calls: { write: renderPythonCall, constrain: toPythonicConstraint },
  dialect: DIALECT,
});

function renderPythonCall(name: string, input: JsonObject): string {
  const pairs = Object.entries(input).map(([key, value]) => `${key}=${toPythonLiteral(value)}`);
  return `[${name}(${pairs.join(", ")})]`;
}

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
