import { isJsonArray, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { GbnfRules, toGbnfLiteral } from "../grammar/json-schema-to-gbnf.ts";
import { toWholeConstraint } from "../grammar/line-constraint.ts";
import type { ConstraintMode, OutputConstraint } from "../output-constraint.ts";
import {
  BARE_LIST_OPENER,
  PYTHON_FENCE_OPENER,
  PYTHON_LIST_OPENERS,
  PYTHON_LIST_TAGS,
  toSoleCallOpener,
} from "../parsing/tagged-python.ts";
import { defineFormat } from "./define-format.ts";
import { describeTools } from "./describe-tools.ts";

const MARKERS = [...PYTHON_LIST_TAGS.flat(), "<|tool_response_start|>", "<|tool_response_end|>", "<think>", "</think>"];

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
  openers: [...PYTHON_LIST_OPENERS, PYTHON_FENCE_OPENER, BARE_LIST_OPENER],
  dropped: [
    ...PYTHON_LIST_TAGS.map(([, close]) => close),
    "<|im_end|>",
    "<|im_start|>",
    "<|eot|>",
    "<|eom|>",
    "<|eot_id|>",
    "<|endoftext|>",
    "<|python_tag|>",
  ],
  toNameOpeners: (name) => [toSoleCallOpener(name)],
});

/**
 * Constrains a forced turn to one Python call in a list, its arguments in declared order and written as JSON literals,
 * which the reader accepts as well. A free turn stays free: a bracket alone does not mark a call.
 */
function toPythonicConstraint(tools: readonly ToolSpec[], mode: ConstraintMode): OutputConstraint | null {
  if (mode === "free") return null;
  const rules = new GbnfRules();
  const calls = tools.map(({ name, parameters }) => {
    const members = rules.addMembers(
      parameters,
      '", "',
      (key, schema) => `${toGbnfLiteral(`${key}=`)} ${rules.addSchema(schema)}`,
    );
    return rules.add("call", `${toGbnfLiteral(`[${name}(`)} ${members} ")]"`);
  });
  return toWholeConstraint(mode, rules.toGrammar(calls.join(" | ")));
}

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
