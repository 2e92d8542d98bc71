import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runTool, toContext } from "../tool.contract.ts";
import { dateAdd, daysBetween } from "./date-tools.ts";

const add = async (date: string, amount: number, unit: string) => await runTool(dateAdd, { date, amount, unit });
const between = async (from: string, to: string) => await runTool(daysBetween, { from, to });
const CONTEXT = toContext({ now: Date.UTC(2026, 10, 22, 12), timeZone: "UTC" });
const read = async (date: string) => await runTool(dateAdd, { date, amount: 0, unit: "days" }, CONTEXT);

describe("adding to a date", () => {
  it.each([
    ["2024-01-31", 1, "months", "2024-02-29 (Thursday)"],
    ["2023-01-31", 1, "months", "2023-02-28 (Tuesday)"],
    ["2024-02-29", 1, "years", "2025-02-28 (Friday)"],
    ["2024-02-28", 1, "days", "2024-02-29 (Thursday)"],
    ["1900-02-28", 1, "days", "1900-03-01 (Thursday)"],
    ["2000-02-28", 1, "days", "2000-02-29 (Tuesday)"],
    ["2026-12-31", 2, "weeks", "2027-01-14 (Thursday)"],
    ["2026-03-31", -1, "months", "2026-02-28 (Saturday)"],
    ["2026-01-15", -13, "months", "2024-12-15 (Sunday)"],
    ["0050-06-01", 1, "days", "0050-06-02 (Thursday)"],
    ["2026-05-01 22:30", 3, "hours", "2026-05-02 01:30 (Saturday)"],
    ["2026-05-01", 90, "minutes", "2026-05-01 01:30 (Friday)"],
    ["2026-05-01T10:00:15", 1, "days", "2026-05-02 10:00:15 (Saturday)"],
    ["March 5, 2026", 1, "days", "2026-03-06 (Friday)"],
    ["5th of Mar 2026", 1, "days", "2026-03-06 (Friday)"],
    ["2026/3/5", 0, "days", "2026-03-05 (Thursday)"],
    ["24. Dezember 2026", 0, "days", "2026-12-24 (Thursday)"],
    ["24.12.2026", 0, "days", "2026-12-24 (Thursday)"],
    ["3. März 2027", 0, "days", "2027-03-03 (Wednesday)"],
    ["5 de mayo de 2026", 0, "days", "2026-05-05 (Tuesday)"],
    ["Sunday, 14 February 2027", 0, "days", "2027-02-14 (Sunday)"],
    ["Nochebuena 2026", 0, "days", "2026-12-24 (Thursday)"],
  ])("%s and %d %s is %s", async (date, amount, unit, result) => {
    expect(await add(date, amount, unit)).toBe(result);
  });

  it("leaves a date without a time of day alone when nothing is added, whatever the unit", async () => {
    for (const unit of ["minutes", "hours", "days", "weeks", "months", "years"]) {
      expect(await add("1 May 2027", 0, unit), unit).toBe("2027-05-01 (Saturday)");
    }
  });

  it.each([
    ["Friday", "2026-11-27 (Friday)"],
    ["next Sunday", "2026-11-29 (Sunday)"],
    ["lunes", "2026-11-23 (Monday)"],
    ["Easter", "2027-03-28 (Sunday)"],
    ["14:30", "2026-11-22 14:30 (Sunday)"],
    ["tomorrow at 9:15", "2026-11-23 09:15 (Monday)"],
    ["Friday, 3 pm", "2026-11-27 15:00 (Friday)"],
    ["today 12:05 am", "2026-11-22 00:05 (Sunday)"],
    ["24. Dezember 2026 um 18:00 Uhr", "2026-12-24 18:00 (Thursday)"],
  ])("reads “%s”, a weekday for the next one", async (date, result) => {
    expect(await read(date)).toBe(result);
  });

  it("reads days in words from today, and takes a date without a year for one of this year", async () => {
    const dates = ["1 March", "24. Dezember", "5 de mayo", "Christmas", "morgen", "mañana", "ayer", "übermorgen"];
    const days = await Promise.all(dates.map(async (date) => String(await read(date)).slice(0, 10)));
    expect(days).toEqual([
      "2026-03-01",
      "2026-12-24",
      "2026-05-05",
      "2026-12-25",
      "2026-11-23",
      "2026-11-23",
      "2026-11-21",
      "2026-11-24",
    ]);
    for (const text of ["soon", "32 March", "5 de", "march", "1 2 March", "tomorrow at 9:75", "25:00", "soon 9:00"]) {
      await expect(read(text), text).rejects.toThrow("'");
    }
  });

  it("knows today in the user's time zone, not in UTC", async () => {
    const context = toContext({ now: Date.UTC(2026, 2, 10, 23, 30, 0), timeZone: "Asia/Tokyo" });
    const shift = async (date: string) => await runTool(dateAdd, { date, amount: 1, unit: "days" }, context);
    expect(await shift("today")).toBe("2026-03-12 (Thursday)");
    expect(await shift("tomorrow")).toBe("2026-03-13 (Friday)");
    expect(await shift("yesterday")).toBe("2026-03-11 (Wednesday)");
    expect(await shift("now")).toBe("2026-03-12 08:30 (Thursday)");
  });

  it("is undone by the negative amount, for days", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -300_000, max: 300_000 }), async (amount) => {
        const there = String(await add("2026-03-10", amount, "days")).slice(0, 10);
        expect(await add(there, -amount, "days")).toBe("2026-03-10 (Tuesday)");
      }),
    );
  });
});

describe("the days between two dates", () => {
  it.each([
    ["2024-02-10", "2024-06-01", "112 days (3 months and 22 days)"],
    ["2026-01-01", "2026-01-02", "1 day"],
    ["2026-01-01", "2026-01-01", "0 days"],
    ["2026-03-01", "2026-02-01", "28 days back (1 month)"],
    ["2024-02-29", "2025-02-28", "365 days (1 year)"],
    ["1969-07-20", "2026-07-20", "20819 days (57 years)"],
    ["2026-01-31", "2026-03-01", "29 days (1 month and 1 day)"],
    ["2026-05-01 10:00", "2026-05-03 12:30", "2 days, 2 hours and 30 minutes"],
    ["today", "Friday", "3 days"],
    ["1 May 2027", "3. März 2028", "307 days (10 months and 2 days)"],
  ])("%s to %s are %s", async (from, to, text) => {
    expect(await between(from, to)).toBe(text);
  });

  it("are the same from and to today, without a direction", async () => {
    const count = async (from: string, to: string) => await runTool(daysBetween, { from, to }, CONTEXT);
    expect(await count("1 March", "24 December 2026")).toBe("298 days (9 months and 23 days)");
    for (const days of [await count("Christmas", "today"), await count("today", "Christmas")]) {
      expect(days).toBe("33 days (1 month and 3 days)");
    }
  });

  it("lead to the next such day where the second has no year", async () => {
    const count = async (from: string, to: string) => await runTool(daysBetween, { from, to }, CONTEXT);
    expect(await count("today", "1 March")).toBe("99 days (3 months and 7 days)");
    expect(await count("1 March", "today")).toBe("266 days (8 months and 21 days)");
    expect(await count("2030-05-01", "3 June")).toBe("33 days (1 month and 2 days)");
    expect(await count("24 December", "New Year")).toBe("8 days");
    expect(await count("today", "yesterday")).toBe("1 day");
    expect(await count("now", "22 November")).toBe(await count("22 November", "now"));
  });
});

describe("what is no date or no move is said in a sentence", () => {
  it.each([
    [{ date: "2026-02-30", amount: 1, unit: "days" }, "'2026-02-30' is not in the calendar"],
    [{ date: "2026-13-01", amount: 1, unit: "days" }, "not in the calendar"],
    [{ date: "2026-01-01 25:00", amount: 1, unit: "days" }, "not in the calendar"],
    [{ date: "03/04/2026", amount: 1, unit: "days" }, "is not a date"],
    [{ date: "someday", amount: 1, unit: "days" }, "is not a date"],
    [{ date: "2026-01-01" }, "/amount is missing"],
    [{ date: "2026-01-01", amount: 1 }, "/unit is missing"],
    [{ date: "2026-01-01", amount: 1.5, unit: "months" }, "whole number"],
    [{ date: "9999-12-31", amount: 1, unit: "days" }, "year 9999"],
    [{ date: "2026-01-01", amount: 1e15, unit: "days" }, "year 9999"],
    [{ date: "2026-01-01", amount: 1e15, unit: "months" }, "year 9999"],
    [{ date: "2026-01-01", amount: 1e300, unit: "hours" }, "year 9999"],
    [{ date: "2026-01-01", amount: 1, unit: "moons" }, "must be one of"],
  ])("%j", async (args, part) => {
    await expect((async () => await runTool(dateAdd, args))()).rejects.toThrow(part);
  });

  it("says which of two dates is missing or none", async () => {
    await expect((async () => await runTool(daysBetween, { from: "2026-01-01" }))()).rejects.toThrow("/to is missing");
    await expect(between("2026-01-01", "someday")).rejects.toThrow("'someday' is not a date");
  });
});
