import type { TaskState } from "../../../worker/protocol/tasks/task.ts";
import type { Translator } from "../../messages/translate.ts";

/** The day of a task, its time and how often it comes again, each where it has one. */
export function toWhen({ due, repeats }: TaskState, t: Translator): readonly string[] {
  return [
    ...(due === undefined ? [] : [toDay(due, t)]),
    ...(repeats === undefined ? [] : [t.text(`tasks.repeats.${repeats}`)]),
  ];
}

function toDay(due: string, t: Translator): string {
  const date = new Date(`${due.slice(0, 10)}T${due.slice(11) || "00:00"}`);
  if (Number.isNaN(date.getTime())) return due;
  const time = hasTime(due) ? ({ timeStyle: "short" } as const) : {};
  return new Intl.DateTimeFormat(t.locale, { dateStyle: "full", ...time }).format(date);
}

/** True for a due date with a time, which is a reminder: without one nothing rings. */
export function hasTime(due: string): boolean {
  return due.length > 10;
}
