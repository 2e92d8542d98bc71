import { measureDistance, type PlainDate, toDay } from "./plain-date.ts";

/**
 * How long it is from one date to another: `298 days (9 months and 23 days)`, with `back` where the second is earlier. From
 * or to today the direction goes without saying: "How many days until Christmas?" is asked either way.
 */
export function formatDistance(from: PlainDate, to: PlainDate, today: PlainDate): string {
  const { days, seconds, years, months, restDays } = measureDistance(from, to);
  const text = join([count(days, "day"), ...toClock(seconds)]);
  const calendar = join([count(years, "year"), count(months, "month"), count(restDays, "day")]);
  const isToday = [from, to].some((date) => toDay(date).at === toDay(today).at);
  const direction = to.at < from.at && !isToday ? " back" : "";
  return years + months > 0 ? `${text}${direction} (${calendar})` : `${text}${direction}`;
}

function toClock(seconds: number): readonly string[] {
  return [
    count(Math.floor(seconds / 3600), "hour"),
    count(Math.floor((seconds % 3600) / 60), "minute"),
    count(seconds % 60, "second"),
  ];
}

function count(amount: number, unit: string): string {
  return amount === 0 ? "" : `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}

function join(parts: readonly string[]): string {
  const present = parts.filter((part) => part !== "");
  const last = present.at(-1) ?? "0 days";
  return present.length < 2 ? last : `${present.slice(0, -1).join(", ")} and ${last}`;
}
