/** `alcove/engines/chat`: a model behind a function of messages, such as a server's chat interface or an SDK. */
import { describeError } from "../../worker/protocol/describe-error.ts";
import type { SamplingSettings } from "../../worker/protocol/model.ts";
import { type ChatClientParts, type ChatReply, createChatClient, toPieces } from "../chat-client.ts";
import type { SentRequest } from "../chat-messages.ts";
import { defineModel, type Model } from "../model.ts";

export type { ChatReply } from "../chat-client.ts";
export type { SentCall, SentMessage, SentRequest } from "../chat-messages.ts";

/** A function that answers messages. */
export interface ChatOptions extends Pick<ChatClientParts, "complete"> {
  readonly name: string;
  /** The model's window; 32,768 unless given. Older messages are left out to fit it. */
  readonly contextTokens?: number;
  readonly sampling?: SamplingSettings;
}

/**
 * A model that gets the messages, the tools and the sampling of each turn, and gives text and calls back: one reply, or
 * pieces of it. What the function throws ends the run with its message.
 */
export function chatModel({ name, contextTokens = 32_768, sampling = {}, complete }: ChatOptions): Model {
  async function* answer(request: SentRequest, signal: AbortSignal): AsyncGenerator<ChatReply, void, void> {
    try {
      yield* toPieces(complete(request, signal));
    } catch (error) {
      yield { failure: "remote-broken", detail: describeError(error) };
    }
  }
  const client = createChatClient({ name, engine: "remote", contextTokens, complete: answer });
  return defineModel({ name, sampling, load: async () => ({ ok: true, value: client }) });
}
