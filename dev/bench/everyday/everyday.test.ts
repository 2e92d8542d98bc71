import { describe, expect, test } from "vitest";
import type { Asker } from "../ask/ask-request.ts";
import { askQuestion } from "./ask-question.ts";
import { type Graded, isRight } from "./grade.ts";
import { type EverydayQuestion, HALVES, KINDS, readQuestions } from "./questions.ts";

describe("the open list", () => {
  const questions = readQuestions();

  test("has an id for each question, and every kind in both halves", () => {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    for (const half of HALVES) {
      expect(new Set(questions.filter((each) => each.half === half).map(({ kind }) => kind))).toEqual(new Set(KINDS));
    }
  });

  test("is asked in eight languages", () => {
    const languages = new Set(questions.map(({ language = "en" }) => language));
    expect([...languages].toSorted()).toEqual(["de", "en", "es", "fr", "it", "nl", "pl", "pt"]);
  });

  test("takes no silence for an answer unless only what was saved counts", () => {
    const silence: Graded = { text: "", notes: [], tasks: [], language: "en", now: new Date() };
    for (const { id, grade } of questions) expect(isRight(grade, silence), id).toBe(false);
  });
});

describe("asking a question", () => {
  const question: EverydayQuestion = {
    id: "x",
    half: "first",
    kind: "notes",
    earlier: ["Remember 7"],
    texts: ["What was it?"],
    grade: { num: 7, note: "7" },
  };

  test("what came earlier is asked in another chat of the same profile, and the last answer is graded", async () => {
    const asked: unknown[] = [];
    const ask: Asker = async (request) => {
      asked.push(request);
      const answer = {
        text: "It is 7.",
        calls: [],
        by: "model",
        end: "answered",
        seconds: 2,
        tokensRead: 1,
        tokensWritten: 1,
      };
      return { answers: [answer], policy: "native", notes: ["7"], tasks: [] };
    };
    expect(await askQuestion(ask, question)).toMatchObject({ isRight: true, text: "It is 7.", seconds: 2 });
    expect(asked).toMatchObject([
      { texts: ["Remember 7"], profile: "x" },
      { texts: ["What was it?"], profile: "x" },
    ]);
  });
});
