import type { ModelClient } from "../../../worker/agent/ports/model-client.ts";
import type { AskAnswer, Asker } from "./ask-request.ts";

const MAX_TOKENS = 220;

/**
 * Asks a model by itself: its own turns, a plain system text with the day, the likeliest token each time, no tools, the
 * chat as its history. Files stand before the first question; notes are none of its business.
 */
export function createBareAsker(model: ModelClient, now: () => Date = () => new Date()): Asker {
  return async ({ texts, files }) => {
    const shown = files.map(({ name, text }) => `${name}:\n${text}\n\n`).join("");
    const answers: AskAnswer[] = [];
    let prompt = "";
    for (const text of texts) {
      prompt += prompt === "" ? toOpening(model, now(), shown + text) : toNextTurn(model, text);
      const { answer, raw } = await complete(model, prompt);
      prompt += raw;
      answers.push(answer);
    }
    return { answers, policy: "bare", notes: [], tasks: [] };
  };
}

function toOpening({ info: { template } }: ModelClient, now: Date, content: string): string {
  const day = now.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  // The British form has no comma after the weekday.
  const today = day.replace(/^(\w+),? /, "$1, ");
  const system = `You are a helpful assistant on the user's own device. Answer briefly. Today is ${today}.`;
  const opening =
    template.renderOpening?.(system, content) ?? template.renderStart(system) + template.renderTurn("user", content);
  return opening + template.assistantStart + (template.skipReasoning ?? "");
}

function toNextTurn({ info: { template } }: ModelClient, text: string): string {
  const end = template.assistantEnd + template.renderTurn("user", text);
  return end + template.assistantStart + (template.skipReasoning ?? "");
}

async function complete(
  model: ModelClient,
  prompt: string,
): Promise<{ readonly answer: AskAnswer; readonly raw: string }> {
  const startedAt = performance.now();
  const request = { prompt, constraint: null, stop: model.info.template.stop, maxTokens: MAX_TOKENS, temperature: 0 };
  for await (const event of model.generate({ ...request, signal: new AbortController().signal })) {
    if (event.type !== "end" && event.type !== "failure") continue;
    const { raw } = event;
    const answer = {
      text: raw.trim(),
      calls: [],
      by: "model",
      end:
        event.type === "failure"
          ? `failed: ${event.failure.code}`
          : event.finishReason === "length"
            ? "length"
            : "answered",
      seconds: Number(((performance.now() - startedAt) / 1000).toFixed(2)),
      tokensRead: event.type === "end" ? event.usage.promptTokens : 0,
      tokensWritten: event.type === "end" ? event.usage.completionTokens : 0,
    };
    return { answer, raw };
  }
  throw new Error("the engine ended without a word");
}
