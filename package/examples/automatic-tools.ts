import { createAgent, defineSkill, defineTool, type Model } from "alcove";
import * as z from "zod";

const today = defineTool({
  name: "today",
  description: "Today's date.",
  effect: "reads",
  input: z.object({}),
  run: () => "2026-03-01",
});

const dueDate = defineTool({
  name: "due_date",
  description: "When an invoice is due.",
  effect: "reads",
  input: z.object({ invoice: z.string() }),
  run: () => "2026-03-15",
});

const roomPlan = defineTool({
  name: "room_plan",
  description: "Who uses a room on a day.",
  effect: "reads",
  input: z.object({ room: z.string(), day: z.string() }),
  run: ({ day }) => `${day}: Nora`,
});

/** A tool that every skill has besides its own, and each skill keeps to its own tools otherwise. */
export async function runAutomaticTools(model: Model): Promise<string> {
  const agent = createAgent({
    model,
    automaticTools: [today],
    skills: [
      defineSkill({ name: "invoices", description: "Answer about invoices.", tools: [dueDate] }),
      defineSkill({ name: "rooms", description: "Answer about rooms.", tools: [roomPlan] }),
    ],
  });
  const lines: string[] = [];
  for (const [skill, question] of [
    ["invoices", "How long until invoice 7 is due?"],
    ["rooms", "Who has the blue room today?"],
  ] as const) {
    const { text, calls } = agent.ask(question, { skill });
    const made = (await calls).map(({ call, outcome }) => `${call.name} ${outcome?.type}`).join(", ");
    lines.push(`${skill}: ${await text} (${made})`);
  }
  return lines.join("\n");
}
