import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };
import { findTimeZone } from "./find-time-zone.ts";
import { formatPlainDate } from "./plain-date.ts";
import { readDate } from "./read-date.ts";
import { toLocalDate } from "./to-local-date.ts";

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
  examples: toExamples(examples.current_time),
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
