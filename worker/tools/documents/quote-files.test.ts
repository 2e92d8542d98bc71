import { expect, it } from "vitest";
import { quoteFiles } from "./quote-files.ts";

const RULES = {
  name: "house-rules.txt",
  text: `House rules of the rowing club

Boats
A boat is booked by phone at least two days before it is used. After that a booking counts as a late one. The largest boats
hold eight rowers; they may only go
out with a coxswain.

Fees
The yearly fee of 240 euros is due on 1 March. Who pays it late owes a fine of 15 euros.

Keys
Mr. Aydın, room 4, gives out the keys.`,
};

it.each([
  ["until when can I book a boat", "two days before"],
  ["when is the yearly fee due?", "1 March"],
  ["How high is the fine?", "15 euros"],
  ["who gives out the keys", "Mr. Aydın, room 4"],
  ["May the largest boats go out without a coxswain?", "they may only go out with a coxswain."],
])("asked %j, quotes the sentence with %j", (asked, said) => {
  const [best] = quoteFiles(asked, [RULES]);
  expect(best).toMatchObject({ file: RULES.name, text: expect.stringContaining(said) });
});

it("quotes nothing where no telling word is met, and says how much of the question is", () => {
  expect(quoteFiles("who sings in the evening", [RULES])).toEqual([]);
  expect(quoteFiles("what is the time", [RULES])).toEqual([]);
  expect(quoteFiles("yearly fee", [RULES])[0]?.cover).toBe(1);
  expect(quoteFiles("fine for scratched oars", [RULES])[0]?.cover).toBeLessThan(0.7);
});

it("looks at what stands above a sentence, and prefers the sentence to its heading", () => {
  const file = {
    name: "a.txt",
    text: "Opening times\n\nMonday to Friday from 8 to 5.\n\nPrices\n\nA ticket is 3 euros.",
  };
  expect(quoteFiles("what are the opening times", [file]).map(({ text }) => text)).toContain(
    "Monday to Friday from 8 to 5.",
  );
});
