import { defineAgent } from "../../agent/define/agent.ts";
import type { RunInput } from "../../agent/define/run-input.ts";
import { defineSkill } from "../../agent/define/skill.ts";
import { runAgent } from "../../agent/run/run-agent.ts";
import type { SamplePrompt } from "../../tools/mcp/server-questions.ts";
import { forgetRead } from "./read-ahead.ts";
import type { RunContext } from "./run-context.ts";

type SampleDeps = Pick<RunContext, "model" | "timeZone" | "runs" | "clock" | "newId" | "sentText">;

/**
 * Has the loaded model answer a server's words, in a run without tools, notes and history that is stored nowhere. It runs
 * while the run of the call waits for it; rejects while another one has the model.
 */
export async function sampleOnce(
  { model: session, timeZone, runs, clock, newId, sentText }: SampleDeps,
  { system, text, maxTokens, runId, media = [] }: SamplePrompt & Pick<RunInput, "media">,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly model: string }> {
  if (!runs.has(runId) && runs.refuseIfBusy() !== null) throw new Error("The model is busy with another answer.");
  await runs.endReadAhead();
  const model = await session.whenReady();
  if (model === null) throw new Error("No model is loaded.");
  const skill = defineSkill({ name: "answer", description: system || "Answer the text.", tools: [] });
  const agent = defineAgent({ name: "sample", prompt: system, tools: [], skills: [skill] });
  let answer = "";
  try {
    for await (const event of runAgent(
      {
        runId: newId(),
        conversationId: "sample",
        messageId: "sample",
        agent,
        skill,
        question: text,
        media,
        history: [],
        sampling: { maxTokens },
        memory: false,
        tainted: true,
        signal,
      },
      {
        model,
        clock,
        timeZone,
        newId,
        isGranted: () => false,
        askApproval: async () => ({ type: "deny", reason: "there are no tools" }),
      },
    )) {
      if (event.type === "run-end") answer = event.text;
      if (event.type === "run-end" && event.failure) throw new Error(event.failure.detail ?? event.failure.code);
    }
  } finally {
    forgetRead(model, sentText);
  }
  return { text: answer, model: model.info.modelId };
}
