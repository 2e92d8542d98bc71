import { describe, expect, it } from "vitest";
import { quoteFiles } from "./quote-files.ts";
import { QUOTED_FILES } from "./quote-quality.fixture.ts";

function quote(asked: string, text: string): readonly string[] {
  return quoteFiles(asked, [{ name: "a.txt", text }])?.quotes.flatMap(({ lines }) => lines) ?? [];
}

describe("quoting from files", () => {
  it("shows the line that answers for at least seventeen of twenty questions, and few others", () => {
    const missed: string[] = [];
    let questions = 0;
    let lines = 0;
    for (const file of QUOTED_FILES) {
      for (const [asked, answer] of file.questions) {
        const shown = quote(asked, file.text);
        questions += 1;
        lines += shown.length;
        if (!shown.join("\n").toLowerCase().includes(answer.toLowerCase())) missed.push(`${file.name}: ${asked}`);
      }
    }
    expect(questions).toBeGreaterThanOrEqual(100);
    expect(1 - missed.length / questions, missed.join("\n")).toBeGreaterThanOrEqual(0.85);
    expect(lines / questions).toBeLessThan(1.5);
  });

  it("takes sentences and entries whole, also where a line was broken inside them", () => {
    expect(quote("How long is the notice period?", "Rent is 840 euros.\nThe notice period is\nthree months.")).toEqual([
      "The notice period is three months.",
    ]);
    expect(quote("Who fixed the roof?", "Mr. Hale fixed the roof at No. 14 in May. It rained.")).toEqual([
      "Mr. Hale fixed the roof at No. 14 in May.",
    ]);
    expect(quote("Welche Nummer hat der Vertrag?", "Vertrag Nr. 7714 vom 3. Mai. Er gilt zwei Jahre.")).toEqual([
      "Vertrag Nr. 7714 vom 3. Mai.",
    ]);
  });

  it("looks for the kind of thing that is asked for", () => {
    const text =
      "The fair is organised by the fair's office.\nThe fair opens on 4 May.\nA stall at the fair costs 30 euros.";
    expect(quote("When is the fair?", text)).toEqual(["The fair opens on 4 May."]);
    expect(quote("How much is a stall?", text)).toEqual(["A stall at the fair costs 30 euros."]);
  });

  it("counts a heading for what stands below it", () => {
    const text = "Guide to the lamp\n\n# Warranty\nTwo years from the purchase.\n\n# Cleaning\nUse a dry cloth.";
    expect(quote("How long is the warranty?", text)).toEqual(["Two years from the purchase."]);
  });

  it("says what its lines are: an answer, the nearest there are, or the beginning", () => {
    const files = [{ name: "a.txt", text: "The rent is 840 euros.\nThe flat has two rooms.\nPets are allowed." }];
    expect(quoteFiles("How high is the rent?", files)?.kind).toBe("answer");
    expect(quoteFiles("Who painted the Mona Lisa?", files)?.kind).toBe("nearest");
    expect(quoteFiles("What is this file about?", files)).toMatchObject({
      kind: "beginning",
      quotes: [{ name: "a.txt", lines: ["The rent is 840 euros.", "The flat has two rooms.", "Pets are allowed."] }],
    });
    expect(quoteFiles("How high is the rent?", [{ name: "a.txt", text: " \n" }])).toBeNull();
  });

  it("quotes from the file that has it, of several", () => {
    const files = [
      { name: "lease.txt", text: "The rent is 840 euros." },
      { name: "car.txt", text: "The car has a blue roof." },
    ];
    expect(quoteFiles("What colour is the roof of the car?", files)?.quotes).toEqual([
      { name: "car.txt", file: 1, lines: ["The car has a blue roof."] },
    ]);
  });

  it("finds one sentence in a long text", () => {
    const filler = Array.from({ length: 4000 }, (_, index) => `${index}. The harbour was quiet and the town slept.`);
    const text = [...filler.slice(0, 2500), "The harbour master is called Jonas Brandt.", ...filler.slice(2500)].join(
      "\n",
    );
    expect(quote("What is the harbour master called?", text)).toEqual(["The harbour master is called Jonas Brandt."]);
  });
});
