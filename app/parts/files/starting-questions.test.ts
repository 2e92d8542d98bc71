import { expect, it } from "vitest";
import { chooseQuestions } from "./starting-questions.tsx";

const toKeys = (names: readonly string[]) => chooseQuestions(names).map(({ key }) => key);

it("the questions to begin with are the sample's where it is, and name a file of the user's own elsewhere", () => {
  expect(chooseQuestions([])).toEqual([]);
  expect(toKeys(["deutsch", "english", "español", "read me.md"])).toEqual(
    [1, 2, 3, 4, 5].map((number) => `ask.documents.${number}`),
  );
  expect(chooseQuestions(["photos", "contract.pdf", "bank.xlsx"]).at(-1)).toEqual({
    key: "ask.own.documents.5",
    values: { file: "contract.pdf" },
  });
  expect(toKeys(["bank.xlsx"])).toHaveLength(3);
});
