import type { ToolContext } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import { attempt } from "../../protocol/attempt.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { EffectPreview } from "../../protocol/run-event.ts";
import { TASK_NAMESPACE, toTask } from "../../protocol/tasks/task.ts";
import { toLocalDate } from "../dates/plain-date.ts";
import { previewSaving, writeNote } from "../memory/write-notes.ts";
import { readDue, splitDue } from "./read-due.ts";
import { formatDue, toWall } from "./task-list.ts";

/** A task in a model's words. */
interface SaidTask {
  readonly task: string;
  readonly due?: string | undefined;
}

export function previewNewTask(said: SaidTask, context: ToolContext): EffectPreview {
  const { text, task } = toDraft(said, context);
  const due = formatDue(task, toWall(context));
  return { ...previewSaving(1, TASK_NAMESPACE), before: null, after: due === undefined ? text : `${text}\n${due}` };
}

/** Puts a task on the list, with what could be read of its date. */
export async function writeTask(memory: MemoryPort, said: SaidTask, context: ToolContext): Promise<JsonObject> {
  const { text, task, problem } = toDraft(said, context);
  if (text === "") throw new Error("The task is empty.");
  const { type } = await writeNote(memory, { namespace: TASK_NAMESPACE, text, task }, context);
  const due = formatDue(task, toWall(context));
  const notes = [...(type === "created" ? [] : ["It was on the list already."]), ...problem];
  return {
    added: true,
    task: text,
    ...(due === undefined ? {} : { due }),
    ...(notes.length === 0 ? {} : { note: notes.join(" ") }),
  };
}

/** The task that is meant, and why it has no date though one was given. */
function toDraft({ task, due = "" }: SaidTask, context: ToolContext) {
  const now = toLocalDate(context);
  const text = task.trim();
  const read = due.trim() === "" ? null : attempt(() => readDue(due, now));
  // Weak models leave the date in the words of the task.
  const split = splitDue(text, now);
  if (read !== null) {
    const words = split?.due === read.due ? split.text : text;
    return { text: words, task: toTask(read.due, read.repeats), problem: [] };
  }
  if (split !== null) return { text: split.text, task: toTask(split.due, split.repeats), problem: [] };
  // How a date is written would be taken by a small model for the date.
  return { text, task: {}, problem: due.trim() === "" ? [] : [`It has no date: '${due}' is not a date.`] };
}
