import { expect, it } from "vitest";
import { toCalendar } from "./to-calendar.ts";

const RECORD = { id: "t1", updatedAt: Date.UTC(2026, 2, 10, 9, 30) };

it("writes the open tasks with a date as events, with an alarm where they have a time", () => {
  const calendar = toCalendar([
    { ...RECORD, text: "pay the rent, all of it", task: { due: "2026-03-13T09:00", repeats: "monthly" } },
    { ...RECORD, id: "t2", text: "Ana's birthday", task: { due: "2026-03-14" } },
    { ...RECORD, text: "no date", task: {} },
    { ...RECORD, text: "done", task: { due: "2026-03-01", doneAt: 1 } },
  ]);
  expect(calendar.split("\r\n")).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Alcove//Tasks//EN",
    "BEGIN:VEVENT",
    "UID:t1@alcove",
    "DTSTAMP:20260310T093000Z",
    "DTSTART:20260313T090000",
    "DURATION:PT15M",
    "RRULE:FREQ=MONTHLY",
    "SUMMARY:pay the rent\\, all of it",
    "TRANSP:TRANSPARENT",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:pay the rent\\, all of it",
    "TRIGGER:PT0M",
    "END:VALARM",
    "END:VEVENT",
    "BEGIN:VEVENT",
    "UID:t2@alcove",
    "DTSTAMP:20260310T093000Z",
    "DTSTART;VALUE=DATE:20260314",
    "SUMMARY:Ana's birthday",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

it("keeps what a task says inside its line, and long lines at 75 bytes", () => {
  const text = `one\nATTACH:https://theirs.example ${"ä".repeat(90)}`;
  const lines = toCalendar([{ ...RECORD, text, task: { due: "2026-03-14" } }]).split("\r\n");
  expect(lines.some((line) => line.startsWith("ATTACH"))).toBe(false);
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(lines.join("\r\n").replaceAll("\r\n ", "")).toContain(
    `SUMMARY:one\\nATTACH:https://theirs.example ${"ä".repeat(90)}`,
  );
});
