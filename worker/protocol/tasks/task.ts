import { addDays, DAY_MS, toDay, toMs } from "../days.ts";

/** Tasks are kept in this namespace of the memory. */
export const TASK_NAMESPACE = "tasks";

/** How often a task comes again. */
export const REPEATS = ["daily", "weekly", "monthly", "yearly"] as const;
export type Repeat = (typeof REPEATS)[number];

/** Task fields of a note. */
export interface TaskState {
  /** On the user's wall clock: a day `YYYY-MM-DD`, or a minute `YYYY-MM-DDTHH:MM`. Absent: at any time. */
  readonly due?: string;
  readonly repeats?: Repeat;
  /** The first day it was due, for a task that comes again: the 31st stays the 31st after a February. */
  readonly firstDue?: string;
  /** Milliseconds since the epoch. Absent: open. */
  readonly doneAt?: number;
}

/** A day, or a day and a minute, as a due date is written. */
export const DUE_PATTERN = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/;

const DAY_LENGTH = "YYYY-MM-DD".length;

/** The state of a task that begins at a due date. */
export function toTask(due: string | undefined, repeats: Repeat | undefined): TaskState {
  if (due === undefined) return {};
  return repeats === undefined ? { due } : { due, repeats, firstDue: due };
}

/** Whether a due date has come. `wall` is the minute that the user's clock shows, `YYYY-MM-DDTHH:MM`. */
export function isDue(due: string, wall: string): boolean {
  return due <= wall.slice(0, due.length);
}

/** Whether a due date is over: a task of a day is late from the next day on. */
export function isOverdue(due: string, wall: string): boolean {
  return due < wall.slice(0, due.length);
}

interface Listed {
  readonly task: TaskState;
  readonly createdAt: number;
}

/** Orders tasks: the soonest first, then what has no date; what is done last, the newest of it first. */
export function compareTasks(
  { task: one, createdAt: oneAt }: Listed,
  { task: other, createdAt: otherAt }: Listed,
): number {
  if (one.doneAt !== undefined && other.doneAt !== undefined) return other.doneAt - one.doneAt;
  if (one.doneAt !== undefined || other.doneAt !== undefined) return one.doneAt === undefined ? -1 : 1;
  // Any text that stands after every year.
  const [left, right] = [one.due ?? "~", other.due ?? "~"];
  return left === right ? oneAt - otherAt : left < right ? -1 : 1;
}

/** Closes a task, or moves one that repeats to its next due date. */
export function completeTask(task: TaskState, now: number, wall: string): TaskState {
  const { due, repeats, firstDue = due } = task;
  if (due === undefined || repeats === undefined || firstDue === undefined) return { ...task, doneAt: now };
  // A due date of a file may be none of the calendar.
  if (Number.isNaN(toUtc(due) + toUtc(firstDue))) return { ...task, doneAt: now };
  const after = isDue(due, wall) ? wall.slice(0, DAY_LENGTH) : due.slice(0, DAY_LENGTH);
  let next = firstDue;
  // A clock can be years ahead or behind, so the steps are counted and not walked from the first day.
  for (let step = estimateSteps(firstDue, after, repeats); next.slice(0, DAY_LENGTH) <= after; step += 1) {
    next = moveDue(firstDue, repeats, step);
  }
  return { ...task, due: next };
}

function estimateSteps(from: string, to: string, repeats: Repeat): number {
  const days = Math.max(0, (toUtc(to) - toUtc(from)) / DAY_MS);
  const length = { daily: 1, weekly: 7, monthly: 31, yearly: 366 }[repeats];
  return Math.max(1, Math.floor(days / length));
}

function moveDue(due: string, repeats: Repeat, steps: number): string {
  const from = new Date(toUtc(due));
  const rest = due.slice(DAY_LENGTH);
  if (repeats === "daily" || repeats === "weekly") {
    return addDays(due.slice(0, DAY_LENGTH), steps * (repeats === "daily" ? 1 : 7)) + rest;
  }
  const month = from.getUTCMonth() + steps * (repeats === "monthly" ? 1 : 12);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return toDay(Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay))) + rest;
}

function toUtc(due: string): number {
  return toMs(due.slice(0, DAY_LENGTH));
}
