import { describe, expect, test } from "vitest";
import { type Grade, type Graded, isRight } from "./grade.ts";

/** A Tuesday. */
const NOW = new Date(2026, 10, 24, 9, 30);

function grade(wanted: Grade, text: string, rest: Partial<Graded> = {}): boolean {
  return isRight(wanted, { text, notes: [], tasks: [], language: "en", now: NOW, ...rest });
}

describe("a grade", () => {
  test.each<[wanted: Grade, right: readonly string[], wrong: readonly string[]]>([
    [
      { num: 1234.5 },
      ["It is 1,234.5.", "Das sind 1.234,50 Euro", "1 234,5", "= 1234.50"],
      ["1234", "12345", "-1234.5", "123 and 4.5"],
    ],
    [{ num: -5 }, ["-5 degrees", "−5 °C"], ["5", "10-5"]],
    [{ num: [12, 13] }, ["12", "13."], ["14", "112", "12.5"]],
    [{ num: 100, within: 2 }, ["101.5", "98"], ["97", "103"]],
    [{ re: "\\bparis\\b" }, ["It is Paris."], ["Comparison", ""]],
    [{ re: "cat", not: "dog" }, ["A cat."], ["A cat and a dog."]],
    [{ min: 10 }, ["A long text."], ["Short.    "]],
    [
      { declines: true },
      [
        "I can't do that.",
        "I’m sorry, I do not have access to it.",
        "Das kann ich leider nicht.",
        "No tengo acceso.",
        "Je ne peux pas le savoir.",
        "Non posso farlo.",
        "Não tenho essa informação.",
        "Dat kan ik niet.",
        "Nie mogę tego zrobić.",
      ],
      [
        "It is 20 degrees and sunny.",
        "Done, the pizza is on its way.",
        "Es regnet nicht.",
        "I'm sorry for your loss.",
        "",
      ],
    ],
    [{ days: { to: "12-25" } }, ["31 days", "30 days", "in 32 days"], ["33", "25 December"]],
    [{ days: { to: "01-01" } }, ["38 days"], ["36", "328"]],
    [{ days: { since: "11-01" } }, ["23"], ["25", "342"]],
    [{ weekday: { on: "2026-12-25" } }, ["It is a Friday."], ["Thursday"]],
    [{ weekday: { plusDays: 3 } }, ["friday"], ["Saturday"]],
    [
      { date: { plusDays: 10 } },
      ["2026-12-04", "December 4th, 2026", "4 December", "the 4th of December", "04.12.2026", "12/4/2026", "Dec 4"],
      ["14 December", "December 14", "2026-11-04", "4 November"],
    ],
  ])("%j takes what is right and nothing else", (wanted, right, wrong) => {
    for (const text of right) expect(grade(wanted, text), text).toBe(true);
    for (const text of wrong) expect(grade(wanted, text), text).toBe(false);
  });

  test("names of days and months are those of the question's language too", () => {
    const date = { date: { plusDays: 10 } };
    expect(grade(date, "Am 4. Dezember 2026.", { language: "de" })).toBe(true);
    expect(grade(date, "El 4 de diciembre.", { language: "es" })).toBe(true);
    expect(grade(date, "4 grudnia 2026", { language: "pl" })).toBe(true);
    expect(grade(date, "Am 5. Dezember 2026.", { language: "de" })).toBe(false);
    expect(grade({ weekday: { plusDays: 1 } }, "C'est un mercredi.", { language: "fr" })).toBe(true);
    expect(grade({ weekday: { plusDays: 1 } }, "C'est un jeudi.", { language: "fr" })).toBe(false);
  });

  test("a time is that of its zone, a few minutes ago at most", () => {
    const now = new Date("2026-11-24T18:05:00Z");
    const tokyo = { zone: "Asia/Tokyo" };
    for (const text of ["It is 03:05.", "It's 3:05 AM", "03:02", "Es ist 3.05 Uhr"]) {
      expect(grade(tokyo, text, { now }), text).toBe(true);
    }
    for (const text of ["18:05", "03:06", "13:05", "3:05 PM", "2:59"]) {
      expect(grade(tokyo, text, { now }), text).toBe(false);
    }
    expect(grade({ zone: "Europe/Berlin" }, "It's 7:05 p.m. there.", { now })).toBe(true);
    expect(grade({ zone: "Europe/Berlin" }, "It's 7:05 a.m. there.", { now })).toBe(false);
    expect(() => grade({ zone: "Nowhere/At_All" }, "3:05")).toThrow();
  });

  test("notes and tasks are looked at as they are afterwards", () => {
    expect(grade({ note: "4471" }, "Saved.", { notes: ["locker 4471"] })).toBe(true);
    expect(grade({ note: "4471" }, "Saved 4471.")).toBe(false);
    expect(grade({ task: "milk" }, "Added.", { tasks: ["buy milk"] })).toBe(true);
    expect(grade({ task: "milk" }, "Added.", { notes: ["buy milk"] })).toBe(false);
    expect(grade({ nothingSaved: true }, "ok")).toBe(true);
    expect(grade({ nothingSaved: true }, "ok", { notes: ["a pizza"] })).toBe(false);
  });

  test("one of several will do beside what must hold", () => {
    const wanted: Grade = { min: 3, any: [{ num: 7 }, { re: "\\bseven\\b" }] };
    expect(grade(wanted, "seven days")).toBe(true);
    expect(grade(wanted, "7 days")).toBe(true);
    expect(grade(wanted, "7")).toBe(false);
    expect(grade(wanted, "eight days")).toBe(false);
  });
});
