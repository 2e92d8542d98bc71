import { createAgent, type Model } from "alcove";
import { type JsonObject, readExchange, toAnthropicMessages, toOpenAiMessages } from "alcove/formats";
import { LETTER_QUESTION, LETTER_TOOLS } from "./letters.ts";

/** The answer of four calls as each provider's request and response, with sampling, finish reason and usage. */
export async function exportLetters(model: Model) {
  const answer = createAgent({ model, tools: LETTER_TOOLS }).ask(LETTER_QUESTION);
  return { openAi: await answer.exchange("openai"), anthropic: await answer.exchange("anthropic") };
}

/** A kept request, be it of the old form with `function_call`, in the form that each provider takes today. */
export function renewExchange(request: JsonObject) {
  const messages = readExchange(request) ?? [];
  return { openAi: toOpenAiMessages(messages), anthropic: toAnthropicMessages(messages) };
}
