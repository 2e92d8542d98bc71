import type { GenerateRequest, ModelClient, ModelEvent } from "../worker/agent/ports/model-client.ts";
import { chatml } from "../worker/formats/dialects/chatml.ts";
import { chatmlTemplate } from "../worker/formats/templates/chatml-template.ts";
import { defined } from "../worker/protocol/defined.ts";
import type { FailureCode } from "../worker/protocol/failure.ts";
import { readPrompt, type SentCall, type SentRequest } from "./chat-messages.ts";

/** An answer to one request, or a piece of it: text, calls, or both; or a failure of the engine. */
export interface ChatReply {
  readonly text?: string;
  readonly calls?: readonly SentCall[];
  readonly failure?: FailureCode;
  /** The technical cause of a failure. */
  readonly detail?: string;
  /** Tokens of the request and of the answer, where the service counts them. */
  readonly usage?: { readonly promptTokens: number; readonly completionTokens: number };
}

/** A function of messages as an engine. */
export interface ChatClientParts {
  readonly name: string;
  readonly engine: "remote" | "scripted";
  readonly contextTokens: number;
  /** Answers a request at once, later, or piece by piece. The signal fires when the answer is not wanted any more. */
  complete(request: SentRequest, signal: AbortSignal): ChatReply | Promise<ChatReply> | AsyncIterable<ChatReply>;
}

/** Characters of a token where nobody counts them. */
const TOKEN_CHARACTERS = 4;

/** Makes an engine that gets messages instead of a prompt. No dialect is written outside: calls are data both ways. */
export function createChatClient({ name, engine, contextTokens, complete }: ChatClientParts): ModelClient {
  const countTokens = (text: string): number => Math.ceil(text.length / TOKEN_CHARACTERS);
  async function* generate(request: GenerateRequest): AsyncGenerator<ModelEvent, void, void> {
    const { temperature, maxTokens, signal } = request;
    let usage: ChatReply["usage"];
    let raw = "";
    const toEnd = (finishReason: "aborted" | "stop"): ModelEvent => {
      const counted = usage ?? { promptTokens: countTokens(request.prompt), completionTokens: countTokens(raw) };
      return { type: "end", finishReason, raw, usage: { ...counted, cachedTokens: 0, prefillMs: 0, decodeMs: 0 } };
    };
    if (!signal.aborted) {
      for await (const reply of toPieces(complete({ ...readPrompt(request.prompt), temperature, maxTokens }, signal))) {
        if (signal.aborted) break;
        const { failure, detail } = reply;
        if (failure !== undefined) {
          yield { type: "failure", failure: { code: failure, ...defined({ detail }) }, raw };
          return;
        }
        usage = reply.usage ?? usage;
        const written = toText(reply, raw);
        raw += written;
        for (const text of written.split(/(?<=\s)/u)) if (text !== "") yield { type: "text-delta", text };
      }
    }
    yield toEnd(signal.aborted ? "aborted" : "stop");
  }
  return {
    info: {
      engine,
      modelId: name,
      format: "chatml",
      template: chatmlTemplate,
      contextTokens,
      constraint: "none",
    },
    generate,
    countTokens: async (text) => countTokens(text),
    dispose: async () => undefined,
  };
}

/** The replies of a function that gives one or several. */
export async function* toPieces(
  replies: ReturnType<ChatClientParts["complete"]>,
): AsyncGenerator<ChatReply, void, void> {
  if (Symbol.asyncIterator in replies) yield* replies;
  else yield await replies;
}

/** A reply in the dialect that the loop reads; calls stand on lines of their own. */
function toText({ text = "", calls = [] }: ChatReply, before: string): string {
  const parts = [text, ...calls.map((call) => chatml.renderCall(call.name, call.arguments))].filter(
    (part) => part !== "",
  );
  const lead = text === "" && calls.length > 0 && before !== "" && !before.endsWith("\n") ? "\n" : "";
  return lead + parts.join("\n");
}
