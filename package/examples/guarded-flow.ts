import { createAgent, defineFlow, defineSkill, defineTool, type Model } from "alcove";
import * as z from "zod";

const orderState = defineTool({
  name: "order_state",
  description: "Tells where an order is.",
  effect: "reads",
  input: z.object({ order: z.string() }),
  run: ({ order }) => ({ order, state: "on its way" }),
});

const orders = defineSkill({ name: "orders", description: "Answer about orders.", tools: [orderState] });

const helpdesk = defineFlow({
  start: "gate",
  nodes: {
    gate: {
      type: "guardrail",
      check: { type: "model", ask: "Is this a question about an order or about the opening hours?" },
      pass: "kind",
      block: "refuse",
    },
    kind: {
      type: "route",
      choices: [
        { name: "order", description: "It is about an order.", next: "orders" },
        { name: "hours", description: "It is about the opening hours.", next: "hours" },
      ],
      otherwise: "refuse",
    },
    orders: { type: "skill", skill: orders, next: "end" },
    hours: { type: "canned-response", text: "We are here from 9 to 17.", next: "end" },
    refuse: { type: "canned-response", text: "I can only help with orders and opening hours.", next: "end" },
    end: { type: "end" },
  },
});

/** A guardrail before everything, a route behind it, and fixed texts where no model has to write. */
export async function runGuardedFlow(model: Model): Promise<string> {
  const skills = [defineSkill({ name: "helpdesk", description: "Answer customers.", flow: helpdesk })];
  const agent = createAgent({ model, skills });
  const answers: string[] = [];
  for (const question of ["Where is order 7?", "When are you open?", "Write me a poem."]) {
    const answer = agent.ask(question);
    const way: string[] = [];
    for await (const event of answer.events) if (event.type === "flow-step") way.push(`${event.node}:${event.exit}`);
    answers.push(`${await answer.text} [${way.join(" ")}]`);
  }
  return answers.join("\n");
}
