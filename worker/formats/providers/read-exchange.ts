import { isJsonArray, isJsonObject, type JsonValue } from "../../protocol/json.ts";
import { type BlockMessage, fromProviderMessages } from "./provider-messages.ts";

/**
 * The messages of a provider's request, with its response behind them where there is one: a request's body, a list of
 * messages alone, or a pair as `toProviderExchange` writes it, whose tools get their own names back. OpenAI's and
 * Anthropic's shapes are told apart by their messages. Null for anything without a question in it. Never throws.
 */
export function readExchange(value: JsonValue): readonly BlockMessage[] | null {
  const pair = isJsonObject(value) ? value : {};
  const request = isJsonObject(pair.request) ? pair.request : value;
  const messages = isJsonObject(request) ? request.messages : request;
  if (!isJsonArray(messages)) return null;
  const system =
    isJsonObject(request) && request.system !== undefined ? [{ role: "system", content: request.system }] : [];
  const names = isJsonObject(pair.names) ? pair.names : {};
  const read = fromProviderMessages([...system, ...messages, ...readResponse(pair.response)]).map((message) => ({
    ...message,
    blocks: message.blocks.map((block) => {
      const own = block.type === "text" ? undefined : names[block.name];
      return block.type === "text" || typeof own !== "string" ? block : { ...block, name: own };
    }),
  }));
  return read.some(({ role }) => role === "user") ? read : null;
}

/** The response's message: OpenAI's first choice, or Anthropic's response itself. */
function readResponse(response: JsonValue | undefined): readonly JsonValue[] {
  if (!isJsonObject(response)) return [];
  const [choice] = isJsonArray(response.choices) ? response.choices : [];
  const message = isJsonObject(choice) ? choice.message : response;
  return isJsonObject(message) ? [{ ...message, role: "assistant" }] : [];
}
