import type { ChatTransport, UIMessage, UIMessageChunk } from "ai";
import { defined } from "../../worker/protocol/defined.ts";
import { describeError } from "../../worker/protocol/describe-error.ts";
import type { RunEvent } from "../../worker/protocol/run-event.ts";
import { type ToolOutcome, toContentText } from "../../worker/protocol/tool.ts";
import type { Answer } from "../answer.ts";
import type { Agent, Conversation } from "../create-agent.ts";
import { toStream } from "../to-stream.ts";
import { OpenParts } from "./open-parts.ts";

/**
 * An answer as the stream that the AI SDK's chat hooks read: a step for each turn, its text and thoughts, and its calls,
 * which are made here, with their results. A run without an answer ends in an error part with its reason.
 */
export function toUiMessageStream(answer: Answer<unknown>): ReadableStream<UIMessageChunk> {
  return toStream(toChunks(answer));
}

async function* toChunks(answer: Answer<unknown>): AsyncGenerator<UIMessageChunk, void, void> {
  const parts = new OpenParts();
  let isInStep = false;
  yield { type: "start" };
  for await (const event of answer.events) {
    if (event.type === "turn-start") {
      yield* parts.close();
      if (isInStep) yield { type: "finish-step" };
      isInStep = true;
      yield { type: "start-step" };
    } else if (event.type === "text-delta" || event.type === "reasoning-delta") {
      yield* parts.write(event.type === "text-delta" ? "text" : "reasoning", event.text);
    } else {
      const chunks = toCallChunks(event);
      if (chunks.length > 0) yield* parts.close();
      yield* chunks;
    }
  }
  yield* parts.close();
  if (isInStep) yield { type: "finish-step" };
  const error = await answer.text.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error !== null) yield { type: "error", errorText: describeError(error) };
  yield { type: "finish" };
}

/** A call or its end. The tools are the agent's own, so the page knows none of them: they are dynamic. */
function toCallChunks(event: RunEvent): readonly UIMessageChunk[] {
  if (event.type === "call-start") {
    const { id, name, arguments: input } = event.call;
    const tool = { toolCallId: id, toolName: name, dynamic: true, providerExecuted: true };
    return [
      { type: "tool-input-start", ...tool },
      { type: "tool-input-available", ...tool, input },
    ];
  }
  if (event.type !== "call-end") return [];
  const call = { toolCallId: event.callId, dynamic: true, providerExecuted: true };
  return event.outcome.type === "success"
    ? [{ type: "tool-output-available", ...call, output: toContentText(event.outcome.content) }]
    : [{ type: "tool-output-error", ...call, errorText: toErrorText(event.outcome) }];
}

function toErrorText(outcome: ToolOutcome): string {
  if (outcome.type === "failed") return outcome.message;
  return outcome.type === "denied" ? `refused: ${outcome.reason}` : outcome.type;
}

/** Options of a transport. */
export interface AgentTransportOptions {
  /** The skill that answers; the agent's first unless given. */
  readonly skill?: string;
}

/**
 * A transport for the AI SDK's `useChat` that asks an agent in the same page: `useChat({ transport })`. Each chat is a
 * conversation of the agent's; the hook's own history is not sent, so a message that is changed begins a new one.
 */
export function createAgentTransport(
  agent: Agent<string, unknown>,
  { skill }: AgentTransportOptions = {},
): ChatTransport<UIMessage> {
  const chats = new Map<string, { readonly conversation: Conversation<string, unknown>; asked: number }>();
  return {
    sendMessages: async ({ chatId, messages, abortSignal }) => {
      const questions = messages.filter(({ role }) => role === "user");
      const known = chats.get(chatId);
      const chat = known?.asked === questions.length - 1 ? known : { conversation: agent.converse(), asked: 0 };
      chats.set(chatId, chat);
      chat.asked = questions.length;
      const texts = questions.at(-1)?.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])) ?? [];
      return toUiMessageStream(chat.conversation.ask(texts.join("\n"), defined({ signal: abortSignal, skill })));
    },
    reconnectToStream: async () => null,
  };
}
