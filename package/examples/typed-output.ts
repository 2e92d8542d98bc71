import { createAgent, type Model } from "alcove";
import * as z from "zod";

const invoice = z.object({
  customer: z.string(),
  lines: z.array(z.object({ text: z.string(), cents: z.number().int() })),
});

/** The answer is a value of the schema's type: parsed, repaired, checked, and asked for again where it does not fit. */
export async function runTypedOutput(model: Model): Promise<string> {
  const agent = createAgent({ model, input: z.object({ mail: z.string() }), output: invoice });
  const { customer, lines } = await agent.ask({ mail: "Two lamps for Nora, 19.90 each." }).value;
  const cents = lines.reduce((sum, line) => sum + line.cents, 0);
  return `${customer}: ${(cents / 100).toFixed(2)}`;
}
