import { describe, expect, it } from "vitest";
import type { PlainDate } from "../dates/plain-date.ts";
import { readDue, splitDue } from "./read-due.ts";

// A Tuesday.
const NOW: PlainDate = { at: Date.UTC(2026, 2, 10, 9, 30), hasTime: true };

describe("when a task is due", () => {
  it.each([
    ["today", "2026-03-10"],
    ["tomorrow", "2026-03-11"],
    ["tomorrow at 9", "2026-03-11T09:00"],
    ["morgen um 18 Uhr", "2026-03-11T18:00"],
    ["mañana a las 7:30", "2026-03-11T07:30"],
    ["at 9:15", "2026-03-11T09:15"],
    ["at 9:45", "2026-03-10T09:45"],
    ["5pm", "2026-03-10T17:00"],
    ["12 am", "2026-03-11T00:00"],
    ["noon", "2026-03-10T12:00"],
    ["tonight", "2026-03-10T20:00"],
    ["Friday", "2026-03-13"],
    ["Freitag", "2026-03-13"],
    ["el viernes", "2026-03-13"],
    ["Tuesday", "2026-03-17"],
    ["next Monday at 8:00", "2026-03-16T08:00"],
    ["next week", "2026-03-17"],
    ["in 3 days", "2026-03-13"],
    ["in zwei Wochen", "2026-03-24"],
    ["tomorrow at nine", "2026-03-11T09:00"],
    ["Friday at ten o'clock", "2026-03-13T10:00"],
    ["mañana a las ocho", "2026-03-11T08:00"],
    ["in twenty-five minutes", "2026-03-10T09:55"],
    ["in 2 Wochen", "2026-03-24"],
    ["in 20 minutes", "2026-03-10T09:50"],
    ["in an hour", "2026-03-10T10:30"],
    ["dentro de 2 meses", "2026-05-10"],
    ["2026-12-24", "2026-12-24"],
    ["2026-12-24 07:40", "2026-12-24T07:40"],
    ["24 December", "2026-12-24"],
    ["5 January", "2027-01-05"],
    ["24.12.", "2026-12-24"],
    ["christmas", "2026-12-25"],
    ["soon", null],
    ["25:00", null],
    ["9", null],
    ["nine", null],
    // The words of the field itself, as a small model copies them.
    ["Friday at 9:00, in 3 days or YYYY-MM-DD HH:MM", null],
  ])("%j is %j", (text, due) => {
    if (due === null) expect(() => readDue(text, NOW)).toThrow("not a date that can be read");
    else expect(readDue(text, NOW)).toEqual({ due });
  });

  it.each([
    ["every day at 7:00", { due: "2026-03-11T07:00", repeats: "daily" }],
    ["täglich", { due: "2026-03-10", repeats: "daily" }],
    ["every Monday", { due: "2026-03-16", repeats: "weekly" }],
    ["jeden Montag um 8 Uhr", { due: "2026-03-16T08:00", repeats: "weekly" }],
    ["2026-01-31 09:00, monthly", { due: "2026-01-31T09:00", repeats: "monthly" }],
    ["cada mes", { due: "2026-03-10", repeats: "monthly" }],
  ])("%j comes again", (text, said) => expect(readDue(text, NOW)).toEqual(said));

  it.each([
    ["call the dentist tomorrow at 9", { text: "call the dentist", due: "2026-03-11T09:00" }],
    ["call the dentist tomorrow at nine", { text: "call the dentist", due: "2026-03-11T09:00" }],
    ["buy twelve eggs", null],
    ["pay the rent on Friday.", { text: "pay the rent", due: "2026-03-13" }],
    ["Miete zahlen bis Freitag", { text: "Miete zahlen", due: "2026-03-13" }],
    ["water the roses every Friday", { text: "water the roses", due: "2026-03-13", repeats: "weekly" }],
  ])("is found at the end of %j", (text, parts) => expect(splitDue(text, NOW)).toEqual(parts));

  it.each(["buy milk", "read chapter 9", "tomorrow", "buy bread at the baker", "order 2 mittag menus"])(
    "is not made up from %j",
    (text) => expect(splitDue(text, NOW)).toBeNull(),
  );
});
