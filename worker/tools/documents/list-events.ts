import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { WorkspacePort } from "../../agent/ports/workspace-port.ts";
import { addDays } from "../../protocol/days.ts";
import { toWallTime } from "../../protocol/wall-time.ts";
import { runUntrusted } from "../run-untrusted.ts";
import examples from "./examples.json" with { type: "json" };

const DAY = /^(?:today|tomorrow|\d{4}-\d{2}-\d{2})$/;
const MAX_CALENDARS = 10;
const MAX_EVENTS = 30;

/** The events of the calendars (`.ics` files) in the user's folders. */
export function createListEvents(files: WorkspacePort) {
  return defineTool({
    name: "list_events",
    description: "Shows what is in the user's calendar on some days. Calendars are ICS files of the user's folders.",
    effect: "reads",
    personal: true,
    input: z.object({
      from: z._default(z.string().check(z.regex(DAY), z.describe("today, tomorrow or a date: 2026-05-04")), "today"),
      days: z._default(z.int().check(z.minimum(1), z.maximum(366), z.describe("How many days")), 1),
    }),
    examples: examples.list_events,
    run: ({ from, days }, context) =>
      runUntrusted(async () => {
        const { readEvents } = await import("./read-events.ts");
        const today = toWallTime(context.now(), context.timeZone).slice(0, 10);
        const first = from === "today" ? today : from === "tomorrow" ? addDays(today, 1) : from;
        const range = { first, last: addDays(first, days - 1) };
        const { entries } = await files.find("*.ics", context);
        const calendars = entries.slice(0, MAX_CALENDARS);
        if (calendars.length === 0) return "There is no calendar (ICS file) in the folders that may be read here.";
        const read = calendars.map(async ({ path }) => (await files.readSource(path, context)).text);
        const events = readEvents(await Promise.all(read), range, context.timeZone);
        const listed = events.slice(0, MAX_EVENTS).map((event) => ({ ...event }));
        const more = events.length - listed.length;
        return { events: listed, ...(more > 0 && { more }) };
      }),
  });
}
