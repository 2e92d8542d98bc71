import { measureDistance, type PlainDate, toDay } from "./plain-date.ts";

/**
 * How long it is from one date to another: `298 days (9 months and 23 days)`, with `back` where the second is earlier. From
 * or to today the direction goes without saying: "How many days until Christmas?" is asked either way.
 */
export function formatDistance(from: PlainDate, to: PlainDate, today: PlainDate): string {
  const { days, seconds, years, months, restDays } = measureDistance(from, to);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const text = join({ day: days, hour: hours, minute: minutes, second: seconds % 60 });
  const calendar = join({ year: years, month: months, day: restDays });
  const isToday = [from, to].some((date) => toDay(date).at === toDay(today).at);
  const direction = to.at < from.at && !isToday ? " back" : "";
  return years + months > 0 ? `${text}${direction} (${calendar})` : `${text}${direction}`;
}

/** Amounts of units with their names, without those of none. */
function join(amounts: Readonly<Record<string, number>>): string {
  const present = Object.entries(amounts).filter(([, amount]) => amount !== 0);
  const options = { style: "unit", unitDisplay: "long", useGrouping: false } as const;
  const parts = present.map(([unit, amount]) => new Intl.NumberFormat("en", { ...options, unit }).format(amount));
  return new Intl.ListFormat("en-GB").format(parts) || "0 days";
}
