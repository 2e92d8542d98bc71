import { isJsonObject } from "../../../worker/protocol/json.ts";
import { type Asker, toAskRequest } from "../ask/ask-request.ts";
import { isRight } from "./grade.ts";
import type { EverydayQuestion } from "./questions.ts";

/** A question that was asked. */
export interface AskedQuestion {
  readonly question: EverydayQuestion;
  readonly isRight: boolean;
  readonly text: string;
  readonly calls: readonly string[];
  readonly policy: string;
  /** Of the last answer. */
  readonly seconds: number;
}

/** Asks a question in a profile of its own and grades the last answer. What cannot be asked is wrong. */
export async function askQuestion(ask: Asker, question: EverydayQuestion): Promise<AskedQuestion> {
  const { id, earlier, texts, files = [], grade, language = "en" } = question;
  const common = { profile: id, language };
  if (earlier !== undefined) await ask(toAskRequest({ ...common, texts: earlier }));
  const { answers, policy, notes, tasks } = await ask(toAskRequest({ ...common, texts, files }));
  const last = answers.at(-1);
  const text = last?.text ?? "";
  const wording = tasks.map((task) => (typeof task.text === "string" ? task.text : ""));
  const calls = (last?.calls ?? [])
    .filter(isJsonObject)
    .map((call) => `${call.name}(${JSON.stringify(call.arguments)})`);
  return {
    question,
    isRight: isRight(grade, { text, notes, tasks: wording, language, now: new Date() }),
    text,
    calls,
    policy,
    seconds: last?.seconds ?? 0,
  };
}
