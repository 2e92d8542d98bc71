import { attempt } from "../../protocol/attempt.ts";
import { isJsonArray, isJsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { ToolResultText } from "../format.ts";
import { GbnfRules, toGbnfLiteral } from "../grammar/json-schema-to-gbnf.ts";
import { neutralise } from "../neutralise.ts";
import { type ConstraintMode, type OutputConstraint, toConstraint } from "../output-constraint.ts";
import type { CallContext } from "../parsing/dialect.ts";
import { readCallArguments } from "../parsing/read-call.ts";
import type { Reading } from "../parsing/text-source.ts";
import { defineFormat } from "./define-format.ts";
import { describeTool, signName } from "./sign-tools.ts";

/** The word that begins a turn of words. */
export const ANSWER_LABEL = "answer:";

const MARKERS: readonly string[] = ["<think>", "</think>"];

/** Reads the label at the beginning of an output; anywhere else it is text. */
function* readAnswerLabel({ start, source, sink }: CallContext): Reading<boolean> {
  if (start !== 0) return false;
  sink.markup();
  yield* source.takeUntil((unit) => unit !== " ", 8);
  return true;
}

/** Offset of the words behind their label. */
const WORDS_START = ANSWER_LABEL.length + 1;

/** Reads `name {…}` at the beginning of an output or of its words; a name anywhere else is text. */
function* readNamedCall(context: CallContext, name: string): Reading<boolean> {
  const { start, source } = context;
  if ((start !== 0 && start !== WORDS_START) || (yield* source.peek()) !== "{") return false;
  yield* readCallArguments(context, name, ["\n"], []);
  return true;
}

/**
 * The form of the policy `staged`: every turn begins with one word that says what it is, `answer:` and then words, or a
 * tool's name and then its arguments. No model is trained on it; examples in the prompt show it, and a constraint holds
 * the first word.
 */
export const staged = defineFormat({
  id: "staged",
  markers: MARKERS,
  templateMark: null,
  renderSystem: (system, tools) => [
    [
      system,
      `Begin each reply with the tool that is needed and its arguments, or with "${ANSWER_LABEL}" for everything else. Tools:`,
      ...tools.map((tool) => neutralise(writeStagedLine(tool), MARKERS)),
      "After a result, answer, or use the next tool.",
    ].join("\n"),
  ],
  calls: {
    write: (name, input) => `${name} ${JSON.stringify(input)}`,
    constrain: constrainFirstWord,
  },
  resultRole: "user",
  renderResult: writeResult,
  openers: [{ literal: ANSWER_LABEL, read: readAnswerLabel }],
  dropped: ["<|im_end|>", "<|eot_id|>", "<|end|>", "<end_of_turn>", "<|endoftext|>"],
  strict: true,
  toNameOpeners: (name) => [{ literal: `${name} `, read: (context) => readNamedCall(context, name) }],
});

/** A tool in one line: its signature, and when to use it; its description where it does not say when. */
export function writeStagedLine(tool: ToolSpec): string {
  return tool.when === undefined ? describeTool(tool) : `${signName(tool)}: ${tool.when}`;
}

/** A remedy told with a failure: without one a small model repeats the failure as its answer. */
const REMEDY = "Use another tool, or answer without it.";

/** A result as words: what JSON says, without its signs, which a small model would repeat. */
function writeResult({ text, failed }: ToolResultText): string {
  return failed === true ? `Failed: ${text} ${REMEDY}` : `Result: ${toWords(text)}`;
}

function toWords(text: string): string {
  return /^\s*[{[]/.test(text) ? (attempt(() => writeValue(JSON.parse(text) as JsonValue)) ?? text) : text;
}

function writeValue(value: JsonValue): string {
  if (isJsonArray(value)) return value.map(writeValue).join("; ");
  if (!isJsonObject(value)) return String(value);
  return Object.entries(value)
    .filter(([name]) => name !== "id")
    .map(([name, member]) => (member === true ? name : `${name}: ${writeValue(member ?? null)}`))
    .join(", ");
}

/** Holds a turn to a whole call, or to the label that words follow; `forced` to a call. */
function constrainFirstWord(tools: readonly ToolSpec[], mode: ConstraintMode): OutputConstraint {
  const rules = new GbnfRules({ spaces: false });
  const calls = tools.map(({ name, parameters }) => `${toGbnfLiteral(`${name} `)} ${rules.addSchema(parameters)}`);
  const label = mode === "free" ? [toGbnfLiteral(ANSWER_LABEL)] : [];
  const tags = tools.map(({ name, parameters }) => ({
    type: "tag",
    begin: `${name} `,
    content: { type: "json_schema", json_schema: parameters },
    end: "",
  }));
  const words = mode === "free" ? [{ type: "const_string", value: ANSWER_LABEL }] : [];
  return toConstraint(mode, rules.toGrammar([...label, ...calls].join(" | ")), {
    type: "or",
    elements: [...words, ...tags],
  });
}
