import type { ToolContext } from "../../agent/define/tool.ts";
import type { PlainDate } from "./plain-date.ts";

/** The wall clock of the user's time zone. */
export function toLocalDate(context: Pick<ToolContext, "now" | "timeZone">): PlainDate {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: context.timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  const parts = new Map(format.formatToParts(context.now()).map((part) => [part.type, Number(part.value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const at = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return { at, hasTime: true };
}
