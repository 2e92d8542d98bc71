import type { Repeat, TaskState } from "../../../worker/protocol/tasks/task.ts";

interface CalendarTask {
  readonly id: string;
  readonly text: string;
  readonly updatedAt: number;
  readonly task: TaskState;
}

/** Bytes of a line, as RFC 5545 has it, without its end. */
const MAX_LINE_BYTES = 75;

/** The open tasks with a date as events of a calendar (RFC 5545), each with an alarm where it has a time. */
export function toCalendar(tasks: readonly CalendarTask[]): string {
  const events = tasks.flatMap(({ task, ...record }) =>
    task.due === undefined || task.doneAt !== undefined ? [] : toEvent(record, task.due, task.repeats),
  );
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Alcove//Tasks//EN", ...events, "END:VCALENDAR"];
  return `${lines.flatMap(fold).join("\r\n")}\r\n`;
}

function toEvent(record: Omit<CalendarTask, "task">, due: string, repeats: Repeat | undefined): readonly string[] {
  const [day = "", time] = due.replaceAll("-", "").split("T");
  const start = time === undefined ? `DTSTART;VALUE=DATE:${day}` : `DTSTART:${day}T${time.replace(":", "")}00`;
  return [
    "BEGIN:VEVENT",
    `UID:${escapeText(record.id)}@alcove`,
    `DTSTAMP:${new Date(record.updatedAt).toISOString().replace(/\.\d+|[-:]/g, "")}`,
    start,
    ...(time === undefined ? [] : ["DURATION:PT15M"]),
    ...(repeats === undefined ? [] : [`RRULE:FREQ=${repeats.toUpperCase()}`]),
    `SUMMARY:${escapeText(record.text)}`,
    "TRANSP:TRANSPARENT",
    ...(time === undefined
      ? []
      : ["BEGIN:VALARM", "ACTION:DISPLAY", `DESCRIPTION:${escapeText(record.text)}`, "TRIGGER:PT0M", "END:VALARM"]),
    "END:VEVENT",
  ];
}

/** A line of a task's text must not become a line of the calendar. */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n|[\r\n\u2028\u2029]/g, "\\n")
    .replace(/\p{Cc}/gu, " ");
}

/** Cuts a line between characters and not inside one. */
function fold(line: string): readonly string[] {
  const encoder = new TextEncoder();
  const lines: string[] = [];
  let current = "";
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > MAX_LINE_BYTES) {
      lines.push(current);
      current = " ";
      bytes = 1;
    }
    current += character;
    bytes += size;
  }
  return [...lines, current];
}
