import { collectRun, createModel, toyAgent, toyTool } from "../../../worker/agent/run/run-agent.fixture.ts";
import type { PolicyId } from "../../../worker/protocol/model.ts";

/** What a model is asked first. */
interface FirstPrompt {
  readonly prompt: string;
  /** Absent where the output is free at its beginning. */
  readonly grammar?: string;
}

/** The first prompt of a question with two tools, as a policy sends it to a ChatML model with grammars. */
export async function readFirstPrompt(policy: PolicyId): Promise<FirstPrompt> {
  const { info, ...model } = createModel([]);
  let first: FirstPrompt | undefined;
  await collectRun({
    agent: toyAgent([
      toyTool("current_time", undefined, { description: "Tells the time." }),
      toyTool("save_note", undefined, { description: "Saves a note." }),
    ]),
    model: {
      ...model,
      info: { ...info, constraint: "gbnf" },
      async *generate({ prompt, constraint }) {
        const held = constraint !== null && constraint.gbnf.triggers.length === 0;
        first ??= { prompt, ...(held ? { grammar: constraint.gbnf.grammar } : {}) };
        yield { type: "failure", failure: { code: "cancelled" }, raw: "" };
      },
    },
    request: { policy, question: "What time is it?" },
  });
  if (first === undefined) throw new Error(`${policy} asked nothing`);
  return first;
}
