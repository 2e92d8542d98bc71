import type { ToolContext } from "../../agent/define/tool.ts";
import { toWallTime } from "../../protocol/wall-time.ts";
import type { PlainDate } from "./plain-date.ts";

/** The wall clock of the user's time zone. */
export function toLocalDate(context: Pick<ToolContext, "now" | "timeZone">): PlainDate {
  return { at: Date.parse(`${toWallTime(context.now(), context.timeZone)}Z`), hasTime: true };
}
