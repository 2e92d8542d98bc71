import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import {
  addDays,
  addMonths,
  addSeconds,
  formatPlainDate,
  measureDistance,
  type PlainDate,
  readPlainDate,
  toDay,
} from "./plain-date.ts";
import { toLocalDate } from "./to-local-date.ts";

const UNITS = ["minutes", "hours", "days", "weeks", "months", "years"] as const;
type Unit = (typeof UNITS)[number];

export const dateMath = defineTool({
  name: "date_math",
  description:
    "Calculates with dates. operation add or subtract moves date by amount and unit; difference counts from date to " +
    "other_date. The answer names the weekday. Dates are YYYY-MM-DD, today, tomorrow or yesterday.",
  effect: "reads",
  input: z.object({
    operation: z.enum(["add", "subtract", "difference"]),
    date: z.string().check(z.describe("The date to start from, YYYY-MM-DD or today")),
    amount: z.optional(z.number().check(z.describe("How many units to add or subtract"))),
    unit: z._default(z.enum(UNITS), "days"),
    other_date: z.optional(z.string().check(z.describe("For difference: the date to count to"))),
  }),
  examples: [
    {
      question: "What date is 6 weeks after 2025-08-20?",
      arguments: { operation: "add", date: "2025-08-20", amount: 6, unit: "weeks" },
    },
    {
      question: "Which date comes 45 days after 2024-11-02?",
      arguments: { operation: "add", date: "2024-11-02", amount: 45, unit: "days" },
    },
    {
      question: "How many days are there from 2024-02-10 to 2024-06-01?",
      arguments: { operation: "difference", date: "2024-02-10", other_date: "2024-06-01" },
    },
    {
      question: "Which day was 10 days ago?",
      arguments: { operation: "subtract", date: "today", amount: 10, unit: "days" },
    },
    {
      question: "What is the date in 2 months?",
      arguments: { operation: "add", date: "today", amount: 2, unit: "months" },
    },
  ],
  recognise: async (question, context) => (await import("./read-date-question.ts")).readDateQuestion(question, context),
  run: ({ operation, date, amount, unit, other_date }, context) => {
    const today = () => toLocalDate(context);
    const start = readPlainDate(date, today);
    if (operation === "difference") {
      if (other_date === undefined) throw new Error("difference needs other_date.");
      return formatDistance(start, readPlainDate(other_date, today), toDay(today()));
    }
    if (amount === undefined) throw new Error(`${operation} needs amount.`);
    return formatPlainDate(move(start, operation === "add" ? amount : -amount, unit));
  },
});

function move(date: PlainDate, amount: number, unit: Unit): PlainDate {
  switch (unit) {
    case "minutes":
      return addSeconds(date, amount * 60);
    case "hours":
      return addSeconds(date, amount * 3600);
    case "days":
      return addDays(date, toWhole(amount, unit));
    case "weeks":
      return addDays(date, 7 * toWhole(amount, unit));
    case "months":
      return addMonths(date, toWhole(amount, unit));
    case "years":
      return addMonths(date, 12 * toWhole(amount, unit));
  }
}

function toWhole(amount: number, unit: Unit): number {
  if (!Number.isInteger(amount)) throw new Error(`The amount of ${unit} must be a whole number.`);
  return amount;
}

/** From or to today the direction goes without saying: "How many days until Christmas?" is asked either way. */
function formatDistance(from: PlainDate, to: PlainDate, today: PlainDate): string {
  const { days, seconds, years, months, restDays } = measureDistance(from, to);
  const text = join([count(days, "day"), ...toClock(seconds)]);
  const calendar = join([count(years, "year"), count(months, "month"), count(restDays, "day")]);
  const isToday = [from, to].some((date) => toDay(date).at === today.at);
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
