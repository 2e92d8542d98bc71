import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { ToolContext } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { TASK_NAMESPACE, type TaskState, toTask } from "../../protocol/tasks/task.ts";
import type { PlainDate } from "../dates/plain-date.ts";
import { toLocalDate } from "../dates/to-local-date.ts";
import { previewSaving } from "../memory/preview-saving.ts";
import { writeNote } from "../memory/write-note.ts";
import { readDue, type SaidDue, splitDue } from "./read-due.ts";
import { formatDue, toWall } from "./task-list.ts";

const INPUT = z.object({
  task: z.string().check(z.describe("What is to be done, in a few words")),
  due: z.optional(
    z.string().check(z.describe("When, if said: tomorrow at 9, Friday, in 3 days, YYYY-MM-DD HH:MM, every Monday")),
  ),
});

export function createAddTask(memory: MemoryPort) {
  return defineTool({
    name: "add_task",
    description:
      "Adds a task or a reminder to the user's to-do list. Use it when the user says: remind me to, I have to, I need " +
      "to, or put something on the list.",
    effect: "writes",
    input: INPUT,
    examples: [
      { question: "Remind me to call the dentist tomorrow", arguments: { task: "call the dentist", due: "tomorrow" } },
      { question: "Add buying milk to my to-do list", arguments: { task: "buy milk" } },
      {
        question: "I have to pay the rent on Friday at 9:00",
        arguments: { task: "pay the rent", due: "Friday at 9:00" },
      },
      {
        question: "New task: water the plants every Monday",
        arguments: { task: "water the plants", due: "every Monday" },
      },
    ],
    preview(input, context) {
      const { text, task } = toDraft(input, context);
      const due = formatDue(task, toWall(context));
      return {
        ...previewSaving(1, TASK_NAMESPACE),
        before: null,
        after: due === undefined ? text : `${text}\n${due}`,
      };
    },
    async run(input, context) {
      const { text, task, problem } = toDraft(input, context);
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
    },
  });
}

interface TaskDraft {
  readonly text: string;
  readonly task: TaskState;
  /** Why it has no date though one was given. */
  readonly problem: readonly string[];
}

function toDraft({ task, due = "" }: z.infer<typeof INPUT>, context: ToolContext): TaskDraft {
  const now = toLocalDate(context);
  const text = task.trim();
  const read = due.trim() === "" ? null : tryReadDue(due, now);
  const problem = read?.type !== "problem" ? [] : [`It has no date: ${read.message}`];
  // Weak models leave the date in the words of the task.
  const split = splitDue(text, now);
  if (read?.type === "due") {
    const words = split?.due === read.due ? split.text : text;
    return { text: words, task: toTask(read.due, read.repeats), problem: [] };
  }
  if (split !== null) return { text: split.text, task: toTask(split.due, split.repeats), problem: [] };
  return { text, task: {}, problem };
}

type ReadDue = ({ readonly type: "due" } & SaidDue) | { readonly type: "problem"; readonly message: string };

function tryReadDue(due: string, now: PlainDate): ReadDue {
  try {
    return { type: "due", ...readDue(due, now) };
  } catch (error) {
    return { type: "problem", message: describeError(error) };
  }
}
