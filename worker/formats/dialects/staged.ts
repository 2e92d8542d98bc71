import type { ToolSpec } from "../../protocol/tool.ts";
import { GbnfRules, toGbnfLiteral } from "../grammar/json-schema-to-gbnf.ts";
import { neutralise } from "../neutralise.ts";
import type { ConstraintMode, OutputConstraint } from "../output-constraint.ts";
import { type CallContext, type Dialect, THINK } from "../parsing/dialect.ts";
import { readCallArguments } from "../parsing/read-call.ts";
import type { Reading } from "../parsing/text-source.ts";
import { defineFormat } from "./define-format.ts";

/** The word that begins a turn of words. */
export const ANSWER_LABEL = "answer:";

const MARKERS: readonly string[] = ["<think>", "</think>"];

const DIALECT: Dialect = {
  openers: [{ literal: ANSWER_LABEL, read: readAnswerLabel }],
  dropped: ["<|im_end|>", "<|eot_id|>", "<|end|>", "<end_of_turn>", "<|endoftext|>"],
  reasoning: [THINK],
  bareJson: false,
};

/** Reads the label at the beginning of an output; anywhere else it is text. */
function* readAnswerLabel({ start, source, sink }: CallContext): Reading<boolean> {
  if (start !== 0) return false;
  sink.markup();
  yield* source.takeUntil((unit) => unit !== " ", 8);
  return true;
}

/** Reads `name {…}` at the beginning of an output; a name anywhere else is text. */
function* readNamedCall(context: CallContext, name: string): Reading<boolean> {
  const { start, source } = context;
  if (start !== 0 || (yield* source.peek()) !== "{") return false;
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
    `${system}\n${INSTRUCTION}\n${tools.map((tool) => neutralise(writeStagedLine(tool), MARKERS)).join("\n")}`,
  ],
  calls: {
    write: (name, input) => `${name} ${JSON.stringify(input)}`,
    constrain: constrainFirstWord,
  },
  resultRole: "user",
  renderResult: ({ text, failed }) => `${failed === true ? "Failed" : "Result"}: ${text}`,
  dialect: DIALECT,
  toNameOpeners: (name) => [{ literal: `${name} `, read: (context) => readNamedCall(context, name) }],
});

const INSTRUCTION =
  `Begin each reply with the tool that is needed and its arguments, or with "${ANSWER_LABEL}" for everything else. ` +
  "After a result, answer, or use the next tool. Tools:";

/** A tool in one line: its name, the names of its arguments, and when to use it. */
export function writeStagedLine({ name, when, description, parameters }: ToolSpec): string {
  const names = Object.keys(parameters.properties ?? {}).map((each) => JSON.stringify(each));
  return `${name} {${names.join(",")}}: ${when ?? toFirstSentence(description)}`;
}

const MAX_LINE = 100;

function toFirstSentence(description: string): string {
  const line = description.replaceAll(/\s+/g, " ").trim();
  const [sentence = line] = line.split(/(?<=[.!?]) /);
  return sentence.length > MAX_LINE ? `${sentence.slice(0, MAX_LINE)}…` : sentence.replace(/\.$/, "");
}

/** Holds a turn to a whole call, or to the label that words follow; `forced` to a call. */
function constrainFirstWord(tools: readonly ToolSpec[], mode: ConstraintMode): OutputConstraint | null {
  if (tools.length === 0) return null;
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
  return {
    mode,
    gbnf: { grammar: rules.toGrammar([...label, ...calls].join(" | ")), triggers: [] },
    structuralTag: { type: "structural_tag", format: { type: "or", elements: [...words, ...tags] } },
  };
}
