import { findUntrue } from "./find-untrue.ts";
import { findFlaw } from "./judge-answer.ts";
import type { Newcomer } from "./newcomer.ts";
import type { Expectation, Question } from "./question.ts";
import type { Stage } from "./stage.ts";

/** Asks a question in the open chat and reports what came of it. */
export async function askAndReport(stage: Stage, user: Newcomer, question: Question, isSealed = false): Promise<void> {
  const since = Date.now();
  const shown = await user.ask(question.ask).catch((error: unknown) => String(error));
  const seconds = (Date.now() - since) / 1000;
  if (typeof shown === "string") {
    stage.report({
      name: isSealed ? null : question.ask,
      flaw: "no end",
      untrue: [],
      shown: isSealed ? null : shown,
      seconds,
    });
    return;
  }
  const untrue = findUntrue(shown);
  stage.report({
    name: isSealed ? null : question.ask,
    flaw: findFlaw(question, shown.text, new Date()) ?? (await findLostNote(user, question)),
    untrue: shown.saysFromMemory && question.recalls !== true ? [...untrue, "a note recalled for nothing"] : untrue,
    shown: isSealed ? null : shown.everything.replaceAll("\n", " | "),
    seconds,
  });
}

/** Asks several questions, each in a chat of its own or all in the open one. */
export async function askAll(
  stage: Stage,
  user: Newcomer,
  questions: readonly (readonly [ask: string, expect: Expectation])[],
  own = true,
): Promise<void> {
  for (const [ask, expect] of questions) {
    if (own) await user.newChat();
    await askAndReport(stage, user, { ask, expect });
  }
}

async function findLostNote(user: Newcomer, { saves }: Question): Promise<string | null> {
  if (saves === undefined) return null;
  const notes = await user.readNotes();
  return notes.some((note) => note.toLowerCase().includes(saves)) ? null : "the note was not kept";
}
