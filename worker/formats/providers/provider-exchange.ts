import { defined } from "../../protocol/defined.ts";
import type { JsonObject, JsonValue } from "../../protocol/json.ts";
import type { SentSampling, TurnUsage } from "../../protocol/model.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { toAnthropicTool, toOpenAiTool } from "../dialects/openai-tool.ts";
import { type SpokenMessage, toBlockMessages } from "./block-messages.ts";
import { type BlockMessage, toAnthropicMessages, toOpenAiMessages } from "./provider-messages.ts";
import { createProviderNames, withNames } from "./provider-names.ts";

/** The parts of a request and its response. */
export interface ExchangeParts {
  readonly model: string;
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  /** The branch of the conversation, the answer last. */
  readonly messages: readonly SpokenMessage[];
  readonly sampling?: SentSampling;
  readonly usage?: TurnUsage;
}

/** The same with valid names, and the messages as what was asked and the answer. */
interface ValidParts extends ExchangeParts {
  readonly asked: readonly BlockMessage[];
  readonly answer: BlockMessage;
}

const DEFAULT_MAX_TOKENS = 1024;

/**
 * The last turn of an answer as a provider's response, and everything before it as the request, sampling and tools
 * included. Both providers accept fewer characters in a tool's name: `names` has the original of a changed one.
 */
export function toProviderExchange(provider: "openai" | "anthropic", parts: ExchangeParts): JsonObject {
  const names = createProviderNames();
  const blocks = toBlockMessages(parts.system, parts.messages).map((message) => withNames(message, names));
  const last = blocks.findLastIndex(({ role }) => role === "assistant");
  const asked = last === -1 ? blocks : blocks.slice(0, last);
  const answer = blocks[last] ?? { role: "assistant", blocks: [] };
  const tools = parts.tools.map((tool) => ({ ...tool, name: names.toValid(tool.name) }));
  const write = provider === "openai" ? toOpenAiExchange : toAnthropicExchange;
  return { provider, names: names.changed(), ...write({ ...parts, tools, asked, answer }) };
}

function hasCalls({ blocks }: BlockMessage): boolean {
  return blocks.some(({ type }) => type === "call");
}

function toOpenAiExchange({ model, sampling, usage, tools, asked, answer }: ValidParts): JsonObject {
  const [message = {}] = toOpenAiMessages([answer]);
  const request = {
    model,
    messages: toOpenAiMessages(asked),
    ...(tools.length === 0 ? {} : { tools: tools.map(toOpenAiTool) }),
    ...defined({ temperature: sampling?.temperature, top_p: sampling?.topP, seed: sampling?.seed }),
    ...defined({ max_tokens: sampling?.maxTokens }),
    ...defined({ presence_penalty: sampling?.presencePenalty, frequency_penalty: sampling?.frequencyPenalty }),
  };
  const response = {
    object: "chat.completion",
    model,
    choices: [{ index: 0, finish_reason: hasCalls(answer) ? "tool_calls" : "stop", message }],
    ...(usage === undefined ? {} : { usage: toOpenAiUsage(usage) }),
  };
  return { request, response };
}

function toOpenAiUsage({ promptTokens, cachedTokens, completionTokens }: TurnUsage): JsonObject {
  const prompt = promptTokens + cachedTokens;
  return {
    prompt_tokens: prompt,
    completion_tokens: completionTokens,
    total_tokens: prompt + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  };
}

function toAnthropicExchange({ model, sampling, usage, tools, asked, answer }: ValidParts): JsonObject {
  const { system, messages } = toAnthropicMessages(asked);
  const content: JsonValue = toAnthropicMessages([answer]).messages[0]?.content ?? [];
  const request = {
    model,
    max_tokens: sampling?.maxTokens ?? DEFAULT_MAX_TOKENS,
    ...(system === "" ? {} : { system }),
    messages,
    ...(tools.length === 0 ? {} : { tools: tools.map(toAnthropicTool) }),
    ...defined({ temperature: sampling?.temperature, top_p: sampling?.topP, top_k: sampling?.topK }),
  };
  const response = {
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: hasCalls(answer) ? "tool_use" : "end_turn",
    ...(usage === undefined
      ? {}
      : {
          usage: {
            input_tokens: usage.promptTokens,
            cache_read_input_tokens: usage.cachedTokens,
            output_tokens: usage.completionTokens,
          },
        }),
  };
  return { request, response };
}

/** A conversation as an OpenAI message list. */
export function exportOpenAi(system: string, messages: readonly SpokenMessage[]): readonly JsonObject[] {
  return toOpenAiMessages(toValidMessages(system, messages));
}

/** A conversation as an Anthropic message list. */
export function exportAnthropic(
  system: string,
  messages: readonly SpokenMessage[],
): { readonly system: string; readonly messages: readonly JsonObject[] } {
  return toAnthropicMessages(toValidMessages(system, messages));
}

function toValidMessages(system: string, messages: readonly SpokenMessage[]): readonly BlockMessage[] {
  const names = createProviderNames();
  return toBlockMessages(system, messages).map((message) => withNames(message, names));
}
