import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };
import { formatDistance } from "./format-distance.ts";
import { addMonths, type PlainDate, toDay } from "./plain-date.ts";
import { readDate } from "./read-date.ts";
import { readDateWords } from "./read-date-words.ts";
import { toLocalDate } from "./to-local-date.ts";

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
  examples: toExamples(examples.days_between),
  run: async ({ from, to }, context) => {
    const today = toLocalDate(context);
    const [start, end] = [await readDate(from, () => today), await readDate(to, () => today)];
    const said = readDateWords(to);
    const isAnyYear = said?.type === "date" && said.year === undefined;
    return formatDistance(start, isAnyYear ? toNext(end, start) : end, today);
  },
});

/** The first day of that name that is not before the start: "from today to 1 March" leads into next year in November. */
function toNext(end: PlainDate, start: PlainDate): PlainDate {
  const from = toDay(start).at;
  const years = new Date(from).getUTCFullYear() - new Date(end.at).getUTCFullYear();
  const near = addMonths(end, 12 * years);
  return near.at < from ? addMonths(near, 12) : near;
}
