import * as z from "zod/mini";
import { defineTool } from "../../../worker/agent/define/define-tool.ts";
import { formatDistance } from "../../../worker/tools/dates/date-tools.ts";
import { DATE_UNITS, moveDate } from "../../../worker/tools/dates/move-date.ts";
import { formatPlainDate, readPlainDate, toLocalDate } from "../../../worker/tools/dates/plain-date.ts";

/** The tool that the sealed cases call: days_between and date_add in one, as it was when they were sealed. */
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
    unit: z._default(z.enum(DATE_UNITS), "days"),
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
  run: ({ operation, date, amount, unit, other_date }, context) => {
    const today = () => toLocalDate(context);
    const start = readPlainDate(date, today);
    if (operation === "difference") {
      if (other_date === undefined) throw new Error("difference needs other_date.");
      return formatDistance(start, readPlainDate(other_date, today), today());
    }
    if (amount === undefined) throw new Error(`${operation} needs amount.`);
    return formatPlainDate(moveDate(start, operation === "add" ? amount : -amount, unit));
  },
});
