import { describe, expect, it } from "vitest";
import { runTool, toContext } from "../tool.contract.ts";
import { currentTime } from "./date-tools.ts";

const noon = Date.UTC(2026, 6, 3, 12, 5, 9);

describe("the current time", () => {
  it("is told in the user's time zone", async () => {
    expect(await runTool(currentTime, {}, toContext({ now: noon, timeZone: "Europe/Vienna" }))).toBe(
      "Friday, 3 July 2026, 14:05:09 in Europe/Vienna (UTC+02:00)",
    );
  });

  it("is told for another place, across midnight and with half-hour offsets", async () => {
    const context = toContext({ now: Date.UTC(2026, 11, 31, 18, 45, 0), timeZone: "UTC" });
    expect(await runTool(currentTime, { time_zone: "asia/kolkata" }, context)).toMatch(
      /^Friday, 1 January 2027, 00:15:00 in Asia\/(Kolkata|Calcutta) \(UTC\+05:30\)$/,
    );
  });

  it("follows daylight saving time", async () => {
    const winter = toContext({ now: Date.UTC(2026, 0, 3, 12, 0, 0), timeZone: "UTC" });
    expect(await runTool(currentTime, { time_zone: "America/New_York" }, winter)).toContain("07:00:00");
    const summer = toContext({ now: noon, timeZone: "UTC" });
    expect(await runTool(currentTime, { time_zone: "America/New_York" }, summer)).toContain("08:05:09");
  });

  it.each([
    ["Tokyo", "Asia/Tokyo"],
    ["new york", "America/New_York"],
    ["Tokyo, Japan", "Asia/Tokyo"],
    ["UTC", "UTC"],
    ["Tokio", "Asia/Tokyo"],
    ["Nueva York", "America/New_York"],
    ["München", "Europe/Berlin"],
    ["São Paulo", "America/Sao_Paulo"],
    ["Moskau", "Europe/Moscow"],
    ["San Francisco", "America/Los_Angeles"],
  ])("finds the one zone that %j can mean", async (name, zone) => {
    expect(await runTool(currentTime, { time_zone: name }, toContext({ now: noon, timeZone: "UTC" }))).toContain(
      ` in ${zone} `,
    );
  });

  it.each([
    ["2027-02-14", "2027-02-14 (Sunday)"],
    ["14 February 2027", "2027-02-14 (Sunday)"],
  ])("names the weekday of a date that stands where the place should be: %s", async (date, answer) => {
    expect(await runTool(currentTime, { time_zone: date }, toContext({ now: noon, timeZone: "UTC" }))).toBe(answer);
  });

  it.each(["Mars/Base", "Springfield", "../etc", "toString"])("refuses %j with a hint", async (name) => {
    await expect(runTool(currentTime, { time_zone: name }, toContext({}))).rejects.toThrow("is no time zone");
  });
});
