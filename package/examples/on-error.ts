import { AnswerError, createAgent, defineTool, type FaultDecision, type Model } from "alcove";
import * as z from "zod";

const stock = defineTool({
  name: "stock",
  description: "How many of a part there are.",
  effect: "reads",
  input: z.object({ part: z.string() }),
  run: ({ part }) => {
    if (part !== "bolt M6") throw new Error(`there is no part '${part}'`);
    return 40;
  },
});

/** What may become of a failure: the model is told, the call is made again, its result is replaced, or the run ends. */
const DECISIONS: readonly FaultDecision[] = [
  { type: "tell-model" },
  { type: "retry", arguments: { part: "bolt M6" } },
  { type: "replace", result: "unknown" },
  { type: "end-run", message: "The warehouse does not answer." },
];

/** `onError`: the same failure, decided in all four ways. */
export async function runOnError(model: Model): Promise<string> {
  const answers: string[] = [];
  for (const decision of DECISIONS) {
    const agent = createAgent({ model, tools: [stock], onError: () => decision });
    const { text, calls } = agent.ask("How many bolts are there?");
    const said = await text.catch((error: unknown) => (error instanceof AnswerError ? error.message : String(error)));
    const [record] = await calls;
    answers.push(`${decision.type}: ${said} [${record?.outcome?.type}]`);
  }
  return answers.join("\n");
}
