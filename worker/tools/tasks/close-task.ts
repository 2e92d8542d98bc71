import type { ToolContext } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { EffectPreview } from "../../protocol/run-event.ts";
import { completeTask, TASK_NAMESPACE } from "../../protocol/tasks/task.ts";
import { previewSaving, writeNote } from "../memory/write-notes.ts";
import { formatDue, readTasks, type TaskRecord, toWall } from "./task-list.ts";

export async function previewClosing(memory: MemoryPort, words: string, context: ToolContext): Promise<EffectPreview> {
  const found = await findOpen(memory, words);
  const wall = toWall(context);
  const after = { ...found, task: completeTask(found.task, context.now(), wall) };
  return { ...previewSaving(1, TASK_NAMESPACE), before: toLine(found, wall), after: toLine(after, wall) };
}

/** Ticks a task off, or moves it on if it comes again. */
export async function closeTask(memory: MemoryPort, words: string, context: ToolContext): Promise<JsonObject> {
  const found = await findOpen(memory, words);
  const wall = toWall(context);
  const done = completeTask(found.task, context.now(), wall);
  const { id, namespace, text, tags } = found;
  await writeNote(memory, { id, namespace, text, tags, task: done }, context);
  const next = done.doneAt === undefined ? formatDue(done, wall) : undefined;
  return { done: true, task: text, ...(next === undefined ? {} : { next }) };
}

/** The open task that the words mean. Throws an error for the model where none or several do. */
async function findOpen(memory: MemoryPort, words: string): Promise<TaskRecord> {
  const open = (await readTasks(memory)).filter(({ task }) => task.doneAt === undefined);
  const wanted = words.trim().toLowerCase();
  const same = open.find(({ text }) => text.toLowerCase() === wanted);
  if (same !== undefined) return same;
  const hits = await memory.search({ text: words, namespace: TASK_NAMESPACE, limit: 20 });
  const found = hits.flatMap(({ record, score }) =>
    open.filter(({ id }) => id === record.id).map((task) => ({ task, score })),
  );
  const [first, second] = found;
  if (first === undefined) throw new Error(`There is no open task '${words}'. list_tasks says which there are.`);
  if (second !== undefined && second.score === first.score) {
    const names = found.slice(0, 5).map(({ task }) => `'${task.text}'`);
    throw new Error(`Several open tasks fit: ${names.join(", ")}. Say which one is meant.`);
  }
  return first.task;
}

function toLine({ text, task }: TaskRecord, wall: string): string {
  const due = formatDue(task, wall);
  const line = due === undefined ? text : `${text} (${due})`;
  return task.doneAt === undefined ? `☐ ${line}` : `☑ ${line}`;
}
