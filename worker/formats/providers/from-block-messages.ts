import type { ConversationId, MessageId } from "../../protocol/ids.ts";
import type {
  AssistantMessage,
  AssistantTurn,
  Attachment,
  CallRecord,
  Message,
  UserMessage,
} from "../../protocol/message.ts";
import type { Block, BlockMessage } from "./provider-messages.ts";

/** Facts that messages of a conversation need beside their words. */
export interface MessageParts {
  readonly conversationId: ConversationId;
  /** Milliseconds since the epoch. */
  readonly now: number;
  newId(): string;
}

/** How `toBlockMessages` writes a file that went along with a question. */
const FILE = /^File "([^"\n]{1,200})":\n/u;

/**
 * Messages of blocks as a conversation of one branch, all of them marked as somebody else's words. System texts are left
 * out: they would instruct a model in the user's name. What was said before the first question is left out as well.
 */
export function fromBlockMessages(blocks: readonly BlockMessage[], parts: MessageParts): readonly Message[] {
  const messages: Message[] = [];
  for (const { role, blocks: own } of blocks) {
    const last = messages.at(-1);
    if (role === "user") messages.push(toQuestion(own, last?.id ?? null, parts));
    else if (role === "assistant" && last !== undefined) {
      const answer = last.role === "assistant" ? last : toAnswer(last.id, parts);
      const changed = { ...answer, turns: [...answer.turns, toTurn(own)] };
      messages.splice(last === answer ? -1 : messages.length, 1, changed);
    } else if (role === "tool" && last?.role === "assistant") {
      messages.splice(-1, 1, { ...last, turns: last.turns.map((turn) => withResults(turn, own)) });
    }
  }
  return messages.map((message, sequence) => ({ ...message, sequence }));
}

function toHead({ conversationId, now, newId }: MessageParts) {
  return { id: newId(), conversationId, createdAt: now, sequence: 0, foreign: true } as const;
}

function toQuestion(blocks: readonly Block[], parentId: MessageId | null, parts: MessageParts): UserMessage {
  const texts = toTexts(blocks);
  const attachments = texts.flatMap((text): readonly Attachment[] => {
    const name = FILE.exec(text)?.[1];
    return name === undefined ? [] : [{ name, mediaType: "text/plain", text: text.replace(FILE, "") }];
  });
  const text = texts.filter((each) => !FILE.test(each)).join("\n\n");
  const files = attachments.length > 0 ? { attachments } : {};
  return { ...toHead(parts), role: "user", parentId, text, ...files };
}

function toAnswer(parentId: MessageId, parts: MessageParts): AssistantMessage {
  return { ...toHead(parts), role: "assistant", parentId, runId: parts.newId(), state: "complete", turns: [] };
}

function toTurn(blocks: readonly Block[]): AssistantTurn {
  const text = toTexts(blocks).join("");
  const calls = blocks
    .filter((block) => block.type === "call")
    .map(({ id, name, arguments: args }): CallRecord => ({ call: { id, name, arguments: args } }));
  return { raw: text, text, reasoning: "", calls, broken: [] };
}

function toTexts(blocks: readonly Block[]): readonly string[] {
  return blocks.filter((block) => block.type === "text").map(({ text }) => text);
}

/** Results belong to the call of their id. */
function withResults(turn: AssistantTurn, blocks: readonly Block[]): AssistantTurn {
  const results = blocks.filter((block) => block.type === "result");
  const calls = turn.calls.map((record): CallRecord => {
    if (record.outcome !== undefined) return record;
    const result = results.find((each) => each.id === record.call.id);
    if (result === undefined) return record;
    const { text, isError } = result;
    return isError === true
      ? { ...record, outcome: { type: "failed", message: text, untrusted: true } }
      : { ...record, outcome: { type: "success", content: [{ type: "text", text }], untrusted: true } };
  });
  return { ...turn, calls };
}
