import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };
import { DATE_UNITS, moveDate } from "./move-date.ts";
import { formatPlainDate } from "./plain-date.ts";
import { readDate } from "./read-date.ts";
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
  examples: toExamples(examples.date_add),
  run: async ({ date, amount, unit }, context) => {
    const start = await readDate(date, () => toLocalDate(context));
    return formatPlainDate(moveDate(start, amount, unit));
  },
});
