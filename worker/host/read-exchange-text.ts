import { fromBlockMessages } from "../formats/providers/from-block-messages.ts";
import { readExchange } from "../formats/providers/read-exchange.ts";
import { toBoundedJson } from "../protocol/bounded-json.ts";
import { failed, type Result } from "../protocol/failure.ts";
import { parseJson } from "../protocol/json.ts";
import type { Conversation, Message } from "../protocol/message.ts";
import { toTitle } from "./conversations.ts";

/** Admits long conversations, but no text made to exhaust memory. */
const LIMITS = { maxDepth: 64, maxNodes: 500_000, maxCharacters: 32_000_000 };
const MAX_MESSAGES = 5000;

/** Reads a provider's request as a conversation; null if the text is none. Refuses one that is too large. */
export function readExchangeText(
  text: string,
  { now, newId }: { readonly now: number; newId(): string },
): Result<{ readonly conversation: Conversation; readonly messages: readonly Message[] } | null> {
  const parsed = parseJson(text);
  if (parsed === undefined) return { ok: true, value: null };
  const bounded = toBoundedJson(parsed, LIMITS);
  const read = bounded.ok ? readExchange(bounded.value) : null;
  if (!bounded.ok) return failed("import-refused", `The text cannot be taken: ${bounded.reason}.`);
  if (read === null) return { ok: true, value: null };
  if (read.length > MAX_MESSAGES)
    return failed("import-refused", `There are more than ${MAX_MESSAGES} messages in it.`);
  const conversationId = newId();
  const messages = fromBlockMessages(read, { conversationId, now, newId });
  const first = messages.find(({ role }) => role === "user");
  const conversation = {
    id: conversationId,
    title: toTitle(first?.role === "user" ? first.text : ""),
    createdAt: now,
    updatedAt: now,
    headId: messages.at(-1)?.id ?? null,
  };
  return { ok: true, value: { conversation, messages } };
}
