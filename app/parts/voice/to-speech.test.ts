import { expect, it } from "vitest";
import { toSpeech } from "./to-speech.ts";

it("reads sentences without their marks, and leaves programs, addresses and pictures out", () => {
  const text = `# The **ferry**

It leaves at 7:40. See [the list](https://example.com/a) or \`timetable\`.

![map](https://example.com/map.png)

- One *ticket*
- Two tickets

\`\`\`js
const a = 1;
\`\`\`

| Day | Price |
|---|---|
| Monday | 3 € |
`;
  expect(toSpeech(text, "en")).toEqual([
    "The ferry",
    "It leaves at 7:40.",
    "See the list or timetable.",
    "One ticket",
    "Two tickets",
    "Day, Price",
    "Monday, 3 €",
  ]);
});

it("cuts what has no end, loses no word of it, and reads nothing where there is nothing", () => {
  const long = Array.from({ length: 200 }, (_, index) => `word${index}`).join(" ");
  const parts = toSpeech(long, "en");
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(300);
  expect(parts.join(" ")).toBe(long);
  expect(toSpeech("x".repeat(1000), "en").join("")).toBe("x".repeat(1000));
  expect(toSpeech("***\n\n…", "en")).toEqual([]);
});
