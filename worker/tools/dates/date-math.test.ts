import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runTool, toContext } from "../tool.contract.ts";
import { dateMath } from "./date-math.ts";

const add = (date: string, amount: number, unit: string) => runTool(dateMath, { operation: "add", date, amount, unit });
const between = (date: string, other_date: string) => runTool(dateMath, { operation: "difference", date, other_date });

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
  ])("%s and %d %s is %s", (date, amount, unit, result) => {
    expect(add(date, amount, unit)).toBe(result);
  });

  it("reads days in words from today, and takes a date without a year for one of this year", () => {
    const context = toContext({ now: Date.UTC(2026, 10, 22, 12), timeZone: "UTC" });
    const read = (date: string) => runTool(dateMath, { operation: "add", date, amount: 0 }, context);
    const dates = ["1 March", "24. Dezember", "5 de mayo", "Christmas", "morgen", "mañana", "ayer", "übermorgen"];
    expect(dates.map((date) => String(read(date)).slice(0, 10))).toEqual([
      "2026-03-01",
      "2026-12-24",
      "2026-05-05",
      "2026-12-25",
      "2026-11-23",
      "2026-11-23",
      "2026-11-21",
      "2026-11-24",
    ]);
    expect(
      runTool(dateMath, { operation: "difference", date: "1 March", other_date: "24 December 2026" }, context),
    ).toBe("298 days (9 months and 23 days)");
    const count = (date: string, other_date: string) =>
      runTool(dateMath, { operation: "difference", date, other_date }, context);
    for (const days of [count("Christmas", "today"), count("today", "Christmas")]) {
      expect(days).toBe("33 days (1 month and 3 days)");
    }
    for (const text of ["soon", "32 March", "5 de", "march", "1 2 March"]) expect(() => read(text), text).toThrow("'");
  });

  it("knows today in the user's time zone, not in UTC", () => {
    const context = toContext({ now: Date.UTC(2026, 2, 10, 23, 30, 0), timeZone: "Asia/Tokyo" });
    const shift = (date: string) => runTool(dateMath, { operation: "add", date, amount: 1 }, context);
    expect(shift("today")).toBe("2026-03-12 (Thursday)");
    expect(shift("tomorrow")).toBe("2026-03-13 (Friday)");
    expect(shift("yesterday")).toBe("2026-03-11 (Wednesday)");
    expect(shift("now")).toBe("2026-03-12 08:30 (Thursday)");
  });

  it("is undone by subtracting, for days", () => {
    fc.assert(
      fc.property(fc.integer({ min: -300_000, max: 300_000 }), (amount) => {
        const there = String(add("2026-03-10", amount, "days")).slice(0, 10);
        expect(runTool(dateMath, { operation: "subtract", date: there, amount })).toBe("2026-03-10 (Tuesday)");
      }),
    );
  });
});

describe("the difference of two dates", () => {
  it.each([
    ["2024-02-10", "2024-06-01", "112 days (3 months and 22 days)"],
    ["2026-01-01", "2026-01-02", "1 day"],
    ["2026-01-01", "2026-01-01", "0 days"],
    ["2026-03-01", "2026-02-01", "28 days back (1 month)"],
    ["2024-02-29", "2025-02-28", "365 days (1 year)"],
    ["1969-07-20", "2026-07-20", "20819 days (57 years)"],
    ["2026-01-31", "2026-03-01", "29 days (1 month and 1 day)"],
    ["2026-05-01 10:00", "2026-05-03 12:30", "2 days, 2 hours and 30 minutes"],
  ])("%s to %s is %s", (from, to, text) => {
    expect(between(from, to)).toBe(text);
  });
});

describe("what is no date or no move is said in a sentence", () => {
  it.each([
    [{ operation: "add", date: "2026-02-30", amount: 1 }, "'2026-02-30' is not in the calendar"],
    [{ operation: "add", date: "2026-13-01", amount: 1 }, "not in the calendar"],
    [{ operation: "add", date: "2026-01-01 25:00", amount: 1 }, "not in the calendar"],
    [{ operation: "add", date: "03/04/2026", amount: 1 }, "is not a date"],
    [{ operation: "add", date: "someday", amount: 1 }, "is not a date"],
    [{ operation: "add", date: "2026-01-01" }, "add needs amount"],
    [{ operation: "difference", date: "2026-01-01" }, "difference needs other_date"],
    [{ operation: "add", date: "2026-01-01", amount: 1.5, unit: "months" }, "whole number"],
    [{ operation: "add", date: "9999-12-31", amount: 1 }, "year 9999"],
    [{ operation: "add", date: "2026-01-01", amount: 1e15 }, "year 9999"],
    [{ operation: "add", date: "2026-01-01", amount: 1e15, unit: "months" }, "year 9999"],
    [{ operation: "add", date: "2026-01-01", amount: 1e300, unit: "hours" }, "year 9999"],
    [{ operation: "multiply", date: "2026-01-01" }, "must be one of"],
  ])("%j", (args, part) => {
    expect(() => runTool(dateMath, args)).toThrow(part);
  });
});
