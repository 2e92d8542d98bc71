import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };

export function createCompleteTask(memory: MemoryPort) {
  return defineTool({
    name: "complete_task",
    description:
      "Ticks off a task of the to-do list. Use it when the user says that something is done, finished or to be ticked off.",
    effect: "writes",
    input: z.object({ task: z.string().check(z.describe("Words of the task")) }),
    examples: toExamples(examples.complete_task),
    preview: async ({ task }, context) => (await import("./close-task.ts")).previewClosing(memory, task, context),
    run: async ({ task }, context) => await (await import("./close-task.ts")).closeTask(memory, task, context),
  });
}
