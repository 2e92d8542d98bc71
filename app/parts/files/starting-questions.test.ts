import { describe, expect, it } from "vitest";
import { ASKED_MODES, chooseQuestions, toConnectedFiles } from "./starting-questions.tsx";

const NOTHING = toConnectedFiles([]);
const SAMPLE = toConnectedFiles(["deutsch", "english", "español", "read me.md"]);

describe("the questions to begin with", () => {
  it.each(ASKED_MODES)("of the mode %s are five, with the sample folder", (mode) => {
    expect(chooseQuestions(mode, SAMPLE).map(({ key }) => key)).toEqual([1, 2, 3, 4, 5].map((n) => `ask.${mode}.${n}`));
  });

  it("name files of the user's own folder, and leave out what it has not", () => {
    const own = toConnectedFiles(["photos", "contract.pdf", "bank.xlsx"]);
    expect(chooseQuestions("documents", own)).toHaveLength(5);
    expect(chooseQuestions("documents", own).at(-1)).toEqual({
      key: "ask.own.documents.5",
      values: { file: "contract.pdf" },
    });
    expect(chooseQuestions("tables", own).map(({ values }) => values)).toEqual([
      { table: "bank.xlsx" },
      { table: "bank.xlsx" },
    ]);
    expect(chooseQuestions("tables", toConnectedFiles(["a.txt"]))).toEqual([]);
    expect(chooseQuestions("documents", NOTHING)).toHaveLength(3);
  });

  it("to write and to plan need no file that is there", () => {
    expect(chooseQuestions("writer", NOTHING)).toHaveLength(5);
    expect(chooseQuestions("plan", NOTHING)).toHaveLength(5);
  });
});
