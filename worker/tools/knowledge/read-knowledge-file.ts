import type { Reading } from "../../protocol/file-fault.ts";
import { readFrontMatter } from "../../protocol/read-front-matter.ts";
import { TOOL_NAME_PATTERN } from "../../protocol/tool.ts";

/** A text from a `NAME.knowledge.md`, which the model loads by its name. */
export interface KnowledgeFile {
  readonly file: string;
  readonly name: string;
  /** For the model: what it will find there. */
  readonly description: string;
  /** Questions that the text answers; they help a small model to come upon it. */
  readonly questions: readonly string[];
  readonly text: string;
}

/** A parsed knowledge file, or all its faults. */
export type KnowledgeReading = Reading<KnowledgeFile>;

const MAX_QUESTIONS = 8;
const MAX_QUESTION = 200;

/** Reads front matter with `name`, `description` and perhaps `questions`, and the text after it. Lists every fault with its line. */
export function readKnowledgeFile(source: string, file: string): KnowledgeReading {
  const read = readFrontMatter(source, file);
  if (!read.ok) return read;
  const { entries, instructions: text, bodyLine, fault, finish, readText } = read;
  const name = readText("name", 64);
  if (name !== "" && (!TOOL_NAME_PATTERN.test(name) || name.includes("."))) {
    fault(entries.get("name")?.line ?? 1, `'${name}' is no name: letters, digits, _ and -`);
  }
  const description = readText("description", 500);
  const listed = entries.get("questions");
  const questions = typeof listed?.value === "string" ? [] : (listed?.value ?? []);
  if (typeof listed?.value === "string") fault(listed.line, "questions must be a list");
  if (questions.length > MAX_QUESTIONS) fault(listed?.line ?? 1, `there are more than ${MAX_QUESTIONS} questions`);
  for (const { text: question, line } of questions) {
    if (question.length > MAX_QUESTION) fault(line, `a question has more than ${MAX_QUESTION} characters`);
  }
  if (text === "") fault(bodyLine, "there is no text after the front matter");
  const asked = questions.map((question) => question.text).filter((question) => question !== "");
  return finish({ file, name, description, questions: asked, text }, ["name", "description", "questions"]);
}
