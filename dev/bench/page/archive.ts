/** What is stored before the page is measured. */
export interface StoredAmounts {
  /** Of the conversation in which an answer streams. */
  readonly messages: number;
  readonly chats: number;
  /** Of each of the other chats. */
  readonly chatMessages: number;
  /** Characters of one long answer. */
  readonly answerLength: number;
  readonly tools: number;
}

export const LONG_CHAT = "long";
export const ANSWER_CHAT = "answer";
const AT = 1_760_000_000_000;

/** The id of one of the other chats. */
export function toChatId(index: number): string {
  return `chat-${index}`;
}

/** An export file with so much in it. */
export function createArchive(amounts: StoredAmounts): string {
  const chats = Array.from({ length: amounts.chats }, (_, index) => toChatId(index));
  const conversations = [
    toConversation(LONG_CHAT, amounts.messages, 0),
    ...chats.map((id, index) => toConversation(id, amounts.chatMessages, index + 1)),
    toConversation(ANSWER_CHAT, 2, chats.length + 1),
  ];
  const messages = [
    ...toMessages(LONG_CHAT, amounts.messages),
    ...chats.flatMap((id) => toMessages(id, amounts.chatMessages)),
    ...toMessages(ANSWER_CHAT, 2, toLongAnswer(amounts.answerLength)),
  ];
  return toArchive(conversations, messages);
}

/** An export file with so many brief chats, as most people's are. */
export function createBriefChats(count: number, messages: number): string {
  const ids = Array.from({ length: count }, (_, index) => `brief-${index}`);
  return toArchive(
    ids.map((id, index) => toConversation(id, messages, -1 - index)),
    ids.flatMap((id) => toMessages(id, messages)),
  );
}

function toArchive(conversations: readonly object[], messages: readonly object[]): string {
  return JSON.stringify({
    format: "alcove-export",
    version: 1,
    exportedAt: new Date(AT).toISOString(),
    settings: null,
    conversations,
    messages,
    runs: [],
    memories: [],
  });
}

/** A tool as a file, which the tools page lists. */
export function toToolFile(index: number): { readonly name: string; readonly text: string } {
  return {
    name: `lookup_${index}.clad.toml`,
    text: `[tool]
name = "lookup_${index}"
version = "1.0.0"
description = "Looks up the list ${index} of the ferries."
[args.place]
type = "string"
required = true
description = "Where"
[javascript]
source = "return { place: input.place }"
[output]
format = "json"
[output.schema]
type = "object"
`,
  };
}

function toConversation(id: string, messages: number, place: number) {
  const headId = `${id}-${messages - 1}`;
  return { id, title: `Ferries ${id}`, createdAt: AT, updatedAt: AT + place, headId };
}

function toMessages(conversationId: string, count: number, answer?: string) {
  return Array.from({ length: count }, (_, index) => {
    const number = Math.floor(index / 2) + 1;
    const place = {
      id: `${conversationId}-${index}`,
      conversationId,
      parentId: index === 0 ? null : `${conversationId}-${index - 1}`,
      createdAt: AT + index,
      sequence: index + 1,
    };
    if (index % 2 === 0) return { ...place, role: "user", text: `Question ${number}: when does the ferry leave?` };
    const text = answer ?? `Answer ${number}. It leaves at **7:40** from pier two.\n\n- bring a coat\n- pay on board`;
    const turn = { text, reasoning: "", raw: text, calls: [], broken: [] };
    return { ...place, role: "assistant", runId: `${conversationId}-r${number}`, state: "complete", turns: [turn] };
  });
}

/** Paragraphs, lists, tables and code, as a model writes them. */
function toLongAnswer(length: number): string {
  const part =
    "## The ferries\n\nThe **ferry** leaves from pier two, and the tide decides *when*; see `tides`.\n\n" +
    "- high water at 7:40\n- low water at 13:55\n\n| Day | First |\n| --- | --- |\n| Monday | 7:40 |\n\n" +
    "```js\nconst depth = (hours) => 2 + Math.cos(hours);\n```\n\n";
  return part.repeat(Math.ceil(length / part.length)).slice(0, length);
}
