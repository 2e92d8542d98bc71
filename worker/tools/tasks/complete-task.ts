import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import { completeTask, TASK_NAMESPACE } from "../../protocol/tasks/task.ts";
import { previewSaving } from "../memory/preview-saving.ts";
import { writeNote } from "../memory/write-note.ts";
import { formatDue, readTasks, type TaskRecord, toWall } from "./task-list.ts";

export function createCompleteTask(memory: MemoryPort) {
  return defineTool({
    name: "complete_task",
    description:
      "Ticks off a task of the to-do list. Use it when the user says that something is done, finished or to be ticked off.",
    effect: "writes",
    input: z.object({ task: z.string().check(z.describe("Words of the task")) }),
    examples: [
      { question: "I have called the dentist", arguments: { task: "call the dentist" } },
      { question: "Tick off buying milk", arguments: { task: "buy milk" } },
      { question: "The rent is paid, mark it as done", arguments: { task: "pay the rent" } },
    ],
    async preview({ task }, context) {
      const found = await findOpen(memory, task);
      const wall = toWall(context);
      const after = { ...found, task: completeTask(found.task, context.now(), wall) };
      return {
        ...previewSaving(1, TASK_NAMESPACE),
        before: toLine(found, wall),
        after: toLine(after, wall),
      };
    },
    async run({ task }, context) {
      const found = await findOpen(memory, task);
      const wall = toWall(context);
      const done = completeTask(found.task, context.now(), wall);
      const { id, namespace, text, tags } = found;
      await writeNote(memory, { id, namespace, text, tags, task: done }, context);
      const next = done.doneAt === undefined ? formatDue(done, wall) : undefined;
      return { done: true, task: text, ...(next === undefined ? {} : { next }) };
    },
  });
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
