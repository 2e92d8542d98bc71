import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toToolOutput } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import { toMemoryFacts } from "../memory/to-memory-facts.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };

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
    examples: toExamples(examples.list_tasks),
    async run({ which }, context) {
      const { readChosen, toEntry, toWall } = await import("./task-list.ts");
      const wall = toWall(context);
      const chosen = await readChosen(memory, which, wall);
      if (chosen.length === 0) return which === "open" ? "There are no open tasks." : `There are no tasks: ${which}.`;
      const listed = chosen.slice(0, MAX_LISTED);
      const tasks = listed.map((record) => toEntry(record, wall));
      const rest = chosen.length - listed.length;
      const value = rest === 0 ? { tasks } : { tasks, more: rest };
      return toToolOutput([{ type: "json", value }], toMemoryFacts(listed));
    },
  });
}
