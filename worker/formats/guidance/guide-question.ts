import { isJsonArray, isJsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { toGbnfLiteral } from "../grammar/json-schema-to-gbnf.ts";
import type { OutputConstraint } from "../output-constraint.ts";
import type { CallExample } from "../templates/prompt-thread.ts";
import { groundTools } from "./ground-tools.ts";
import { type Example, rankExamples } from "./select-examples.ts";

/** How a question is presented to a model that cannot choose a tool from a list of schemas. */
export type QuestionGuide =
  /** Show these examples as turns right before the question, and force a call of these narrowed tools. */
  | { readonly type: "call"; readonly examples: readonly CallExample[]; readonly tools: readonly ToolSpec[] }
  /** No tool is similar: let the model talk. */
  | { readonly type: "talk" };

/** Two examples teach the form and cost 120 tokens; a third gained nothing (docs/tool-call-strategies.md). */
const SHOWN_EXAMPLES = 2;
/** Tools whose nearest example has at least this share of the best similarity stay in the choice. */
const KEPT_SHARE = 0.7;
/** Below this similarity no tool is ruled out. */
const FAINT = 0.2;

/** Questions that need no tool: the other side of the comparison with the tools' examples. */
const TALK: readonly Example[] = [
  "Hello, how are you?",
  "Who are you?",
  "What can you do?",
  "What is your name?",
  "Thanks, that was helpful",
  "Tell me a joke",
  "Tell me a story about a dragon",
  "Write a poem about autumn",
  "What is the capital of Spain?",
  "What is the meaning of a proverb?",
  "Why is grass green?",
  "Explain what a comet is",
  "Explain how rain forms",
  "Can you help me?",
  "Who wrote Hamlet?",
  "Translate good evening into Italian",
  "Summarize this text",
  "What do you think about music?",
].map((question) => ({ question }));

/**
 * Chooses examples and tools for a question by its similarity to the tools' examples. Tools without examples stay in
 * the choice, since nothing is known about their questions. Pure.
 */
export function guideQuestion(question: string, tools: readonly ToolSpec[]): QuestionGuide {
  const bank = tools.flatMap(({ name, examples = [] }) =>
    examples.map((example): Example => ({ question: example.question, call: { name, arguments: example.arguments } })),
  );
  // A question with numbers wants something done with them, so it is not small talk.
  const ranked = rankExamples(question, /\d/.test(question) ? bank : [...bank, ...TALK]);
  const nearest = ranked[0];
  if (bank.length === 0 || nearest === undefined || nearest.example.call === undefined || nearest.similarity === 0) {
    return { type: "talk" };
  }
  const kept = keepNear(tools, ranked);
  const names = new Set(kept.map(({ name }) => name));
  const examples = ranked
    .flatMap(({ example }) => (example.call !== undefined && names.has(example.call.name) ? [example] : []))
    .slice(0, SHOWN_EXAMPLES)
    // The most similar one comes last, right before the question.
    .reverse()
    .flatMap(({ question: asked, call }) => (call === undefined ? [] : [{ question: asked, ...call }]));
  return { type: "call", examples, tools: groundTools(question, kept) };
}

function keepNear(tools: readonly ToolSpec[], ranked: ReturnType<typeof rankExamples>): readonly ToolSpec[] {
  const top = ranked[0]?.similarity ?? 0;
  if (top < FAINT) return tools;
  const near = new Set(
    ranked.flatMap(({ example, similarity }) => (similarity >= KEPT_SHARE * top ? [example.call?.name ?? ""] : [])),
  );
  return tools.filter(({ name, examples = [] }) => examples.length === 0 || near.has(name));
}

const LEADS = ["The answer is ", "The result is ", "It is "];
const SAVED = "I have saved it";
/** Shorter facts (a number, a name) need words around them to be an answer. */
const SENTENCE_LENGTH = 16;
const MAX_RESULT_LENGTH = 240;

/**
 * Constrains an answer to the results it rests on: a few words and one of the results, word for word, since a weak model
 * loses digits when it retells. Null when no result is short enough to be an answer.
 *
 * @param results What the tools answered, as the model reads it.
 */
export function toAnswerConstraint(results: readonly string[]): OutputConstraint | null {
  // The grammar ends the answer with a full stop of its own.
  const stripped = results.flatMap(toFacts).map((fact) => fact.replace(/[.!?]+$/u, ""));
  const facts = [...new Set(stripped)].filter(
    (fact) => fact !== "" && fact.length <= MAX_RESULT_LENGTH && !/[\p{Cc}<>]/u.test(fact),
  );
  if (facts.length === 0) return null;
  const answers = facts.map((fact) => {
    const leads = fact === SAVED ? [""] : fact.length < SENTENCE_LENGTH ? LEADS : ["", ...LEADS];
    return `(${leads.map(toGbnfLiteral).join(" | ")}) ${toGbnfLiteral(fact)}`;
  });
  const grammar = `root ::= (${answers.join(" | ")}) "."\n`;
  return {
    mode: "forced",
    gbnf: { grammar, triggers: [] },
    structuralTag: { type: "structural_tag", format: { type: "grammar", grammar } },
  };
}

/** The sentences of a result: itself when it is plain text, the texts inside when it is JSON. */
function toFacts(result: string): readonly string[] {
  try {
    return collectTexts(JSON.parse(result) as JsonValue);
  } catch {
    return [result.trim()];
  }
}

function collectTexts(value: JsonValue): readonly string[] {
  if (typeof value === "number" || typeof value === "string") return [String(value)];
  // Search results come best first, and a weak model does not rank better than the search.
  if (isJsonArray(value)) return value.slice(0, 1).flatMap(collectTexts);
  if (!isJsonObject(value)) return [];
  if (value.saved === true) return [SAVED];
  const { text } = value;
  return text === undefined ? Object.values(value).flatMap(collectTexts) : collectTexts(text);
}
