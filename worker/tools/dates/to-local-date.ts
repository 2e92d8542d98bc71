import type { ToolContext } from "../../agent/define/tool.ts";
import type { PlainDate } from "./plain-date.ts";

/** The wall clock of the user's time zone. */
export function toLocalDate(context: Pick<ToolContext, "now" | "timeZone">): PlainDate {
  return { at: toWallClock(context.now(), context.timeZone), hasTime: true };
}

/** The time that a clock of a zone shows at a moment, in milliseconds as if it were UTC. */
export function toWallClock(at: number, timeZone: string): number {
  // Sweden writes times as `2026-05-04 19:30:00`.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return Date.parse(`${format.format(at).replace(" ", "T")}Z`);
}
