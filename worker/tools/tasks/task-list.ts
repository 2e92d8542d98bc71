import type { ToolContext } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import type { MemoryRecord } from "../../protocol/memory.ts";
import { compareTasks, isDue, isOverdue, TASK_NAMESPACE, type TaskState } from "../../protocol/tasks/task.ts";
import { toWallTime } from "../../protocol/wall-time.ts";
import { toWeekday } from "../dates/plain-date.ts";

/** A note that is a task. */
export interface TaskRecord extends MemoryRecord {
  readonly task: TaskState;
}

const MAX_TASKS = 1000;

/** Lists open tasks, the soonest first, then those without a date; done ones last, the newest first. */
export async function readTasks(memory: Pick<MemoryPort, "search">): Promise<readonly TaskRecord[]> {
  const hits = await memory.search({ text: "", namespace: TASK_NAMESPACE, limit: MAX_TASKS });
  return hits
    .map(({ record }) => record)
    .filter((record): record is TaskRecord => record.task !== undefined)
    .sort(compareTasks);
}

/** The minute that the user's clock shows, as due dates are written. */
export function toWall(context: Pick<ToolContext, "now" | "timeZone">): string {
  return toWallTime(context.now(), context.timeZone).slice(0, 16);
}

/** `2026-11-27 09:00 (Friday), weekly`, with `late` where its time is over. */
export function formatDue({ due, repeats, doneAt }: TaskState, wall: string): string | undefined {
  if (due === undefined) return undefined;
  const weekday = toWeekday(Date.parse(`${due.slice(0, 10)}T00:00Z`));
  const day = `${due.replace("T", " ")} (${weekday})`;
  const late = doneAt === undefined && isOverdue(due, wall) ? ["late"] : [];
  return [day, ...(repeats === undefined ? [] : [repeats]), ...late].join(", ");
}

/** True for a task of one kind. */
export function isChosen({ due, doneAt }: TaskState, which: "open" | "today" | "late" | "done", wall: string): boolean {
  if (which === "done" || doneAt !== undefined) return which === "done" && doneAt !== undefined;
  if (which === "open") return true;
  if (due === undefined) return false;
  return which === "late" ? isOverdue(due, wall) : isDue(due, `${wall.slice(0, 10)}T23:59`);
}

/** A task as a model reads it. */
export function toEntry({ text, task }: TaskRecord, wall: string): { readonly task: string; readonly due?: string } {
  const due = formatDue(task, wall);
  return due === undefined ? { task: text } : { task: text, due };
}
