import { expect, it } from "vitest";
import type { Attachment } from "../../protocol/message.ts";
import { askResponders } from "../fastpath.fixture.ts";

const RULES: Attachment = {
  name: "rules.pdf",
  mediaType: "application/pdf",
  text: `Examination rules

An exam may be repeated twice. Dr. Weber decides on a third attempt.
A doctor's note must be handed in within three days of the exam.

The thesis
The thesis is written in English or German. The length is

between 40 and 60 pages.
Call Ms. Ortiz in room 2.14 about the internship.
Students who pay the fee too late owe a fine of 20 euros, and are
removed from the register after four weeks.
The ocean has taken up a third of the carbon. Its ph is 8.1.`,
};

const ask = async (text: string, model: "tiny" | "large" = "tiny"): Promise<string | undefined> =>
  (await askResponders(text, [], [], [RULES], model))?.text;

it.each<[question: string, quote: string]>([
  ["How often can I repeat an exam?", "> An exam may be repeated twice."],
  ["when do i have to hand in the doctors note", "> A doctor's note must be handed in within three days of the exam."],
  ["How many pages must my thesis have?", "> The length is between 40 and 60 pages."],
  ["Who do I call about the internship?", "> Call Ms. Ortiz in room 2.14 about the internship."],
  [
    "What happens if I pay the fee too late?",
    "owe a fine of 20 euros, and are removed from the register after four weeks.",
  ],
  ["ph of the ocean today", "> Its ph is 8.1."],
])("is answered by the sentence that says it, over the ends of lines and pages: %s", async (question, quote) => {
  const answer = await ask(question);
  expect(answer).toContain(quote);
  expect(answer).toContain("— rules.pdf");
});

it("brings the nearest passages where none has enough of the question", async () => {
  expect(await ask("Which lecturers of the faculty decide on stipends for an exam abroad?")).toMatch(
    /^These passages come nearest:\n\n> /u,
  );
  expect(await ask("Welche Fakultät bezahlt die Reise zum internship in der Schweiz?")).toMatch(
    /^Diese Stellen kommen/u,
  );
});

it("refuses what has to be written from the whole, with the beginning, for a larger model", async () => {
  for (const question of [
    "summarize this for me",
    "give me the key points",
    "make 3 flashcards",
    "Fass das bitte zusammen",
  ]) {
    const refused = await askResponders(question, [], [], [RULES], "tiny");
    expect(refused?.text, question).toMatch(/(?:too small|zu klein)[^>]+> Examination rules/u);
    expect(refused?.tooSmall, question).toBe(true);
  }
});

it("leaves to the model what the files have nothing of, and everything to a larger one", async () => {
  for (const question of ["What is the capital of France?", "Hello!", "thanks"])
    expect(await ask(question)).toBeUndefined();
  expect(await ask("How often can I repeat an exam?", "large")).toBeUndefined();
});

it("lets exact skills answer first", async () => {
  expect(await ask("What is 12 * 7?")).toBe("12 × 7 = **84**");
});

it("quotes a folder with the passage's mark, where a sentence has what is asked, and is silent where none has", async () => {
  const passages = [
    {
      source: "[1]",
      file: "trip-to-porto.md",
      text: "# Porto, 8 to 12 May\n\n- Flight TP 553 leaves at 9:25; be there at 7:30.",
    },
    { source: "[2]", file: "expenses.csv", text: "2026-01-09,Railway,travel,42.00\nflight,Porto,leave,1" },
  ];
  const askFolder = (text: string) => askResponders(text, [], [], [], "tiny", passages);
  expect(await askFolder("When does my flight to Porto leave?")).toMatchObject({
    text: "> Flight TP 553 leaves at 9:25; be there at 7:30. [1]",
    calls: [{ name: "search_files" }],
  });
  expect((await askFolder("When does my train to Porto leave?"))?.text).toMatch(
    /^These passages come nearest:\n\n> Flight/u,
  );
  expect(await askFolder("What is the capital of France?")).toBeNull();
  // One word of many stands there.
  expect(await askFolder("Which museum of Berlin shows the first flight of an airship?")).toBeNull();

  const askSmall = (text: string, files: Parameters<typeof askResponders>[3] = []) =>
    askResponders(text, [], [], files, "small", passages);
  expect(await askSmall("When does my flight to Porto leave?")).toMatchObject({
    text: "",
    calls: [{ name: "search_files" }],
  });
  expect(await askSmall("What is the capital of France?")).toBeNull();
  expect(await askSmall("When does my flight to Porto leave?", [RULES])).toBeNull();
});
