import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { attempt } from "../../protocol/attempt.ts";
import examples from "./examples.json" with { type: "json" };
import { findTimeZone } from "./find-time-zone.ts";
import { DATE_UNITS, moveDate } from "./move-date.ts";
import {
  addMonths,
  formatPlainDate,
  measureDistance,
  type PlainDate,
  readPlainDate,
  toDay,
  toLocalDate,
} from "./plain-date.ts";
import { readDateWords } from "./read-date-words.ts";

export const currentTime = defineTool({
  name: "current_time",
  description:
    "Tells the current date, weekday and time. Use it for every question about now or today. Leave time_zone out for " +
    "the user's own place.",
  when: "what time or date it is now, anywhere",
  effect: "reads",
  input: z.object({
    time_zone: z.optional(
      z.string().check(z.describe("IANA time zone of the place asked about, for instance Asia/Tokyo")),
    ),
  }),
  examples: examples.current_time,
  run: async ({ time_zone }, context) => {
    const wanted = time_zone?.trim() || context.timeZone;
    const timeZone = findTimeZone(wanted) ?? (await import("./city-names.ts")).findCityZone(wanted);
    if (timeZone === undefined) {
      // A weak model asks the clock for the weekday of a date.
      const date = await readDate(wanted, () => toLocalDate(context)).then(formatPlainDate, () => null);
      if (date !== null) return date;
      throw new Error(`'${wanted}' is no time zone. Use an IANA name such as Europe/Paris or America/New_York.`);
    }
    const show = (options: Intl.DateTimeFormatOptions): string =>
      new Intl.DateTimeFormat("en-GB", { timeZone, ...options }).format(context.now());
    const offset = show({ timeZoneName: "longOffset" }).replace(/^.*GMT/, "UTC");
    const day = `${show({ weekday: "long" })}, ${show({ dateStyle: "long" })}`;
    return `${day}, ${show({ timeStyle: "medium" })} in ${timeZone} (${offset})`;
  },
});

export const dateAdd = defineTool({
  name: "date_add",
  description:
    "Tells the date or time that is some minutes, hours, days, weeks, months or years after another; a negative amount " +
    "goes back. The answer names the weekday: amount 0 tells that of a date.",
  when: "a date or time some days, weeks, hours after or before (negative); a weekday (amount 0)",
  effect: "reads",
  input: z.object({
    date: z.string().check(z.describe("The date to start from: YYYY-MM-DD, today, tomorrow, yesterday or a weekday")),
    amount: z.number().check(z.describe("How many units later; negative for before, 0 for the date itself")),
    unit: z.enum(DATE_UNITS),
  }),
  examples: examples.date_add,
  run: async ({ date, amount, unit }, context) => {
    const start = await readDate(date, () => toLocalDate(context));
    return formatPlainDate(moveDate(start, amount, unit));
  },
});

export const daysBetween = defineTool({
  name: "days_between",
  description:
    "Tells how long it is from one date to another, in days and in years, months and days. Use it for every question " +
    "about how many days, weeks or months until, since or between dates.",
  when: "how long from one date to another",
  effect: "reads",
  input: z.object({
    from: z.string().check(z.describe("The first date: YYYY-MM-DD, today, tomorrow, yesterday or a weekday")),
    to: z.string().check(z.describe("The second date, written like the first")),
  }),
  examples: examples.days_between,
  run: async ({ from, to }, context) => {
    const today = toLocalDate(context);
    const [start, end] = [await readDate(from, () => today), await readDate(to, () => today)];
    const said = readDateWords(to);
    const isAnyYear = said?.type === "date" && said.year === undefined;
    return formatDistance(start, isAnyYear ? toNext(end, start) : end, today);
  },
});

/** Reads a date as `readSaidDate` does, which is loaded for what is no plain date. */
async function readDate(text: string, today: () => PlainDate): Promise<PlainDate> {
  return attempt(() => readPlainDate(text, today)) ?? (await import("./read-said-date.ts")).readSaidDate(text, today);
}

/** The first day of that name that is not before the start: "from today to 1 March" leads into next year in November. */
function toNext(end: PlainDate, start: PlainDate): PlainDate {
  const from = toDay(start).at;
  const years = new Date(from).getUTCFullYear() - new Date(end.at).getUTCFullYear();
  const near = addMonths(end, 12 * years);
  return near.at < from ? addMonths(near, 12) : near;
}

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
