import { expect, it } from "vitest";
import { openSample } from "./sample-folder.fixture.ts";

const CALENDAR = [
  "BEGIN:VCALENDAR",
  ...["BEGIN:VEVENT", "SUMMARY:Dentist", "DTSTART:20260310T143000", "LOCATION:Ring 4", "END:VEVENT"],
  ...["BEGIN:VEVENT", "SUMMARY:Choir", "DTSTART:20260311T190000", "END:VEVENT"],
  "END:VCALENDAR",
].join("\n");

it.each([
  ["What is in my calendar today?", /^In your calendar:\n\n- Dentist \(Tuesday,? 10 March 2026, 14:30, Ring 4\)$/],
  ["What's on my calendar tomorrow?", /Choir/],
  ["Which appointments do I have this week?", /Dentist.*Choir/s],
  ["Was steht morgen in meinem Kalender?", /^In deinem Kalender:\n\n- Choir \(Mittwoch, 11\. März 2026, 19:00\)$/],
  ["¿Qué tengo en mi calendario hoy?", /^En tu calendario:\n\n- Dentist/],
  ["What do I have to do today?", /^Nothing on your list is due today\.\n\nIn your calendar:\n\n- Dentist/],
])("what a calendar in a folder says is told without asking a small model: %s", async (question, expected) => {
  const { ask, put } = await openSample({ now: Date.UTC(2026, 2, 10, 9) });
  await put("work.ics", CALENDAR);
  const { text, prompts } = await ask(question, "plan");
  expect(text).toMatch(expected);
  expect(prompts).toEqual([]);
});

it("an empty day, and folders without a calendar, are said to have nothing", async () => {
  const { ask, put } = await openSample({ now: Date.UTC(2030, 2, 10, 9) });
  expect((await ask("What is in my calendar today?", "plan")).text).toBe("Your calendar has nothing for then.");
  await put("work.ics", CALENDAR);
  expect((await ask("What is in my calendar today?", "plan")).text).toBe("Your calendar has nothing for then.");
  expect((await ask("What do I have to do today?", "plan")).text).toBe("Nothing on your list is due today.");
});
