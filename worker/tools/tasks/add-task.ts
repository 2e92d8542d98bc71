import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };

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
    when: "be reminded, or put on the to-do list",
    effect: "writes",
    input: INPUT,
    examples: toExamples(examples.add_task),
    preview: async (input, context) => (await import("./write-task.ts")).previewNewTask(input, context),
    run: async (input, context) => await (await import("./write-task.ts")).writeTask(memory, input, context),
  });
}
