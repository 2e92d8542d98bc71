import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { DATE_UNITS, moveDate } from "./move-date.ts";
import { formatPlainDate } from "./plain-date.ts";
import { readSaidDate } from "./read-said-date.ts";
import { toLocalDate } from "./to-local-date.ts";

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
  examples: [
    {
      question: "Which weekday is 3 March 2027?",
      arguments: { date: "2027-03-03", amount: 0, unit: "days" },
      shown: true,
    },
    {
      question: "What date is 6 weeks after 2025-08-20?",
      arguments: { date: "2025-08-20", amount: 6, unit: "weeks" },
    },
    {
      question: "Which date comes 45 days after 2024-11-02?",
      arguments: { date: "2024-11-02", amount: 45, unit: "days" },
    },
    { question: "Which day was 10 days ago?", arguments: { date: "today", amount: -10, unit: "days" } },
    {
      question: "What is the date in 2 months?",
      arguments: { date: "today", amount: 2, unit: "months" },
      shown: true,
    },
    { question: "What weekday is 2025-05-09?", arguments: { date: "2025-05-09", amount: 0, unit: "days" } },
  ],
  run: ({ date, amount, unit }, context) =>
    formatPlainDate(
      moveDate(
        readSaidDate(date, () => toLocalDate(context)),
        amount,
        unit,
      ),
    ),
});
