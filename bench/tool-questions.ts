import { readFileSync } from "node:fs";
import type { ExpectedCall } from "../worker/evals/grade-call.ts";

/** A question of the measurement. */
export interface ToolQuestion {
  readonly half: "seen" | "unseen";
  readonly skill: string;
  readonly question: string;
  /** Any of these is right. */
  readonly calls: readonly ExpectedCall[];
}

/** Reads the questions that stand beside this file. */
export function readToolQuestions(): readonly ToolQuestion[] {
  const parsed: { questions: ToolQuestion[] } = JSON.parse(
    readFileSync(new URL("./tool-questions.json", import.meta.url), "utf8"),
  );
  return parsed.questions;
}
