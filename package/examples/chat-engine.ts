import { createAgent, defineTool } from "alcove";
import { type ChatReply, chatModel, type SentRequest } from "alcove/engines/chat";
import { fromProviderAnswer, type JsonValue, toOpenAiTool } from "alcove/formats";
import * as z from "zod";

const lookUp = defineTool({
  name: "look_up",
  description: "Finds a part in the store.",
  effect: "reads",
  input: z.object({ part: z.string() }),
  run: ({ part }) => ({ part, shelf: 7 }),
});

/** A server's chat interface as a model: its own form of messages, tools and calls, and nothing else. */
export async function runChatEngine(post: (body: unknown, signal: AbortSignal) => Promise<JsonValue>): Promise<string> {
  const model = chatModel({
    name: "own-server",
    complete: async (request, signal) => toReply(await post(toBody(request), signal)),
  });
  return await createAgent({ model, tools: [lookUp] }).ask("Where is the bolt?").text;
}

function toBody({ messages, tools, temperature }: SentRequest) {
  return {
    temperature,
    tools: tools.map((tool) => toOpenAiTool(tool)),
    messages: messages.map(({ role, text, calls, result }) => ({
      role,
      content: text,
      ...(result === undefined ? {} : { tool_call_id: result.id }),
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map(({ id, name, arguments: args }) => ({
              id,
              type: "function",
              function: { name, arguments: JSON.stringify(args) },
            })),
          }),
    })),
  };
}

function toReply(answer: JsonValue): ChatReply {
  const { blocks } = fromProviderAnswer(answer).message;
  return {
    text: blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(""),
    calls: blocks.flatMap((block) => (block.type === "call" ? [block] : [])),
  };
}
