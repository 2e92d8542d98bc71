import { createAgent, defineTool, type Model } from "alcove";
import { readExchange, toAnthropicMessages, toOpenAiMessages } from "alcove/formats";
import * as z from "zod";

const length = defineTool({
  name: "text.length.v1",
  description: "Counts the letters of a word.",
  effect: "reads",
  input: z.object({ word: z.string() }),
  run: ({ word }) => word.length,
});

/** The second answer of a conversation as OpenAI's and Anthropic's request and response, both read back. */
export async function runExportAnswer(model: Model) {
  const conversation = createAgent({ model, tools: [length] }).converse();
  await conversation.ask("How long is 'hello'?").text;
  const answer = conversation.ask("And 'world'?");
  const openAi = await answer.exchange("openai");
  const anthropic = await answer.exchange("anthropic");
  return {
    openAi: toOpenAiMessages(readExchange(openAi) ?? []),
    anthropic: toAnthropicMessages(readExchange(anthropic) ?? []),
    response: openAi.response,
  };
}
