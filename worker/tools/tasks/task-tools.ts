import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toToolOutput } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import { toMemoryFacts } from "../memory/read-notes.ts";
import examples from "./examples.json" with { type: "json" };

export function createAddTask(memory: MemoryPort) {
  return defineTool({
    name: "add_task",
    description:
      "Adds a task or a reminder to the user's to-do list. Use it when the user says: remind me to, I have to, I need " +
      "to, or put something on the list.",
    when: "be reminded, or put on the to-do list",
    effect: "writes",
    input: z.object({
      task: z.string().check(z.describe("What is to be done, in a few words")),
      due: z.optional(
        z.string().check(z.describe("When, if said: tomorrow at 9, Friday, in 3 days, YYYY-MM-DD HH:MM, every Monday")),
      ),
    }),
    examples: examples.add_task,
    preview: async (input, context) => (await import("./write-task.ts")).previewNewTask(input, context),
    run: async (input, context) => await (await import("./write-task.ts")).writeTask(memory, input, context),
  });
}

const MAX_LISTED = 30;

export function createListTasks(memory: MemoryPort) {
  return defineTool({
    name: "list_tasks",
    description:
      "Shows the user's to-do list. Use it when the user asks what there is to do, what is on the list, or what is due.",
    when: "what is on the to-do list",
    effect: "reads",
    personal: true,
    input: z.object({
      which: z._default(
        z.enum(["open", "today", "late", "done"]).check(z.describe("today: due by the end of today")),
        "open",
      ),
    }),
    examples: examples.list_tasks,
    async run({ which }, context) {
      const { isChosen, readTasks, toEntry, toWall } = await import("./task-list.ts");
      const wall = toWall(context);
      const chosen = (await readTasks(memory)).filter(({ task }) => isChosen(task, which, wall));
      if (chosen.length === 0) return which === "open" ? "There are no open tasks." : `There are no tasks: ${which}.`;
      const listed = chosen.slice(0, MAX_LISTED);
      const tasks = listed.map((record) => toEntry(record, wall));
      const rest = chosen.length - listed.length;
      const value = rest === 0 ? { tasks } : { tasks, more: rest };
      return toToolOutput([{ type: "json", value }], toMemoryFacts(listed));
    },
  });
}

export function createCompleteTask(memory: MemoryPort) {
  return defineTool({
    name: "complete_task",
    description:
      "Ticks off a task of the to-do list. Use it when the user says that something is done, finished or to be ticked off.",
    effect: "writes",
    input: z.object({ task: z.string().check(z.describe("Words of the task")) }),
    examples: examples.complete_task,
    preview: async ({ task }, context) => (await import("./close-task.ts")).previewClosing(memory, task, context),
    run: async ({ task }, context) => await (await import("./close-task.ts")).closeTask(memory, task, context),
  });
}
