import { describe, expect, it } from "vitest";
import { openTestStore } from "../../store/workspace/workspace-store.fixture.ts";
import { runTool, toContext } from "../tool.contract.ts";
import { createListEvents } from "./list-events.ts";
import { readEvents } from "./read-events.ts";

function toCalendar(...events: readonly string[]): string {
  const entries = events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT`);
  return ["BEGIN:VCALENDAR", ...entries, "END:VCALENDAR"].join("\n");
}

function read(event: string, first: string, last: string, timeZone = "Europe/Vienna") {
  return readEvents([toCalendar(event)], { first, last }, timeZone).map(({ begins }) => begins);
}

describe("the events of a calendar", () => {
  it.each([
    ["a time on the user's clock", "DTSTART:20260504T193000", ["2026-05-04T19:30"]],
    ["a time in UTC", "DTSTART:20260504T220000Z", ["2026-05-05T00:00"]],
    ["a time of another zone", "DTSTART;TZID=America/New_York:20260504T100000", ["2026-05-04T16:00"]],
    ["a whole day", "DTSTART;VALUE=DATE:20260504", ["2026-05-04"]],
    [
      "days on end, whose end is not one of them",
      "DTSTART;VALUE=DATE:20260501\nDTEND;VALUE=DATE:20260505",
      ["2026-05-01"],
    ],
    ["what ended before", "DTSTART;VALUE=DATE:20260501\nDTEND;VALUE=DATE:20260504", []],
    ["each day", "DTSTART:20260501T080000\nRRULE:FREQ=DAILY", ["2026-05-04T08:00", "2026-05-05T08:00"]],
    ["so many times", "DTSTART:20260502T080000\nRRULE:FREQ=DAILY;COUNT=3", ["2026-05-04T08:00"]],
    ["until a day", "DTSTART:20260501T080000\nRRULE:FREQ=DAILY;UNTIL=20260504T235959Z", ["2026-05-04T08:00"]],
    ["each week", "DTSTART:20260406T080000\nRRULE:FREQ=WEEKLY", ["2026-05-04T08:00"]],
    ["every other week", "DTSTART:20260427T080000\nRRULE:FREQ=WEEKLY;INTERVAL=2", []],
    [
      "days of the week",
      "DTSTART:20260428T080000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,FR",
      ["2026-05-04T08:00", "2026-05-05T08:00"],
    ],
    ["each month", "DTSTART:20260104T080000\nRRULE:FREQ=MONTHLY", ["2026-05-04T08:00"]],
    ["each year", "DTSTART;VALUE=DATE:19900505\nRRULE:FREQ=YEARLY", ["2026-05-05"]],
    ["what was called off", "DTSTART:20260504T080000\nSTATUS:CANCELLED", []],
    ["the first Tuesday of a month", "DTSTART:20260407T080000\nRRULE:FREQ=MONTHLY;BYDAY=1TU", ["2026-05-05T08:00"]],
    ["the last but 26 of a month", "DTSTART:20260405T080000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-27", ["2026-05-05T08:00"]],
    [
      "the second workday of a month",
      "DTSTART:20260402T080000\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2",
      ["2026-05-04T08:00"],
    ],
    ["the first Monday in May", "DTSTART:20250505\nRRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=1MO", ["2026-05-04"]],
    ["the 18th Monday of a year", "DTSTART:20250505\nRRULE:FREQ=YEARLY;BYDAY=18MO", ["2026-05-04"]],
    ["a day that no month has", "DTSTART:20260131\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", []],
    ["none of those that were called off", "DTSTART:20260501\nRRULE:FREQ=DAILY\nEXDATE:20260504", ["2026-05-05"]],
    [
      "none that were called off in another zone's time",
      "DTSTART;TZID=America/New_York:20260501T100000\nRRULE:FREQ=DAILY\nEXDATE:20260504T140000Z",
      ["2026-05-05T16:00"],
    ],
    [
      "a clock that changed meanwhile in its own zone",
      "DTSTART;TZID=America/New_York:20260105T100000\nRRULE:FREQ=WEEKLY",
      ["2026-05-04T16:00"],
    ],
    [
      "a rule that is not understood counts once",
      "DTSTART:20260504T080000\nRRULE:FREQ=YEARLY;BYWEEKNO=20",
      ["2026-05-04T08:00"],
    ],
  ])("take place on their days: %s", (_, event, expected) => {
    expect(read(`SUMMARY:x\n${event}`, "2026-05-04", "2026-05-05")).toEqual(expected);
  });

  it("take place where one of them was moved to", () => {
    const series = "UID:a\nSUMMARY:Choir\nDTSTART:20260427T190000\nRRULE:FREQ=WEEKLY";
    const moved = "UID:a\nSUMMARY:Choir\nRECURRENCE-ID:20260504T190000\nDTSTART:20260505T200000";
    const range = { first: "2026-05-01", last: "2026-05-12" };
    const begins = readEvents([toCalendar(series, moved)], range, "Europe/Vienna").map((event) => event.begins);
    expect(begins).toEqual(["2026-05-05T20:00", "2026-05-11T19:00"]);
  });

  it("of ten thousand that were counted since long ago are looked for no longer than a moment", () => {
    const old = "DTSTART:19000101\nRRULE:FREQ=MONTHLY;BYSETPOS=1;BYDAY=MO,TU;COUNT=100000";
    const range = { first: "2026-05-01", last: "2026-05-12" };
    const started = performance.now();
    readEvents([toCalendar(...Array.from({ length: 10_000 }, () => old))], range, "Europe/Vienna");
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it.each([
    "DTSTART:garbage",
    "DTSTART:99999999T999999",
    "DTSTART:20260504T080000\nRRULE:FREQ=YEARLY;INTERVAL=1000000000",
    "DTSTART:20260504T080000\nRRULE:FREQ=DAILY;INTERVAL=x;COUNT=-1",
  ])("that are broken do no harm: %s", (event) => {
    expect(() => read(`SUMMARY:x\n${event}`, "2026-05-04", "2026-05-05")).not.toThrow();
  });
});

describe("list_events", () => {
  const context = toContext({ now: Date.UTC(2026, 4, 4, 7), timeZone: "Europe/Vienna" });
  const asPlan = { ...context, skill: "documents" };

  it("tells the days' events of every calendar in the folders, as words from outside", async () => {
    const { store, root } = await openTestStore();
    await root.put(
      "work.ics",
      toCalendar("SUMMARY:Meeting\nDTSTART:20260504T100000\nDTEND:20260504T110000\nLOCATION:Hall"),
    );
    await root.put(
      "private/home.ics",
      toCalendar("SUMMARY:Dentist\nDTSTART:20260504T090000", "SUMMARY:Choir\nDTSTART:20260505T190000"),
    );
    const tool = createListEvents(store.files);
    const today = await runTool(tool, {}, asPlan);
    expect(today).toMatchObject({ untrusted: true });
    expect(JSON.stringify(today)).toContain(
      JSON.stringify({
        events: [
          { title: "Dentist", begins: "2026-05-04T09:00" },
          { title: "Meeting", begins: "2026-05-04T10:00", ends: "2026-05-04T11:00", where: "Hall" },
        ],
      }),
    );
    expect(JSON.stringify(await runTool(tool, { from: "tomorrow" }, asPlan))).toContain("Choir");
    expect(tool.check({ from: "next year" })).toMatchObject({ ok: false });
  });

  it("says so where there is no calendar, or none that may be read", async () => {
    const { store, root } = await openTestStore();
    const tool = createListEvents(store.files);
    expect(JSON.stringify(await runTool(tool, {}, asPlan))).toContain("There is no calendar");
    await root.put("work.ics", toCalendar("SUMMARY:Secret\nDTSTART:20260504T100000"));
    const asked = runTool(tool, {}, { ...context, skill: "stranger" });
    await expect(asked).rejects.toThrow(/^There is no such file/);
  });
});
