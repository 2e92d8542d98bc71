import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { defined } from "../../protocol/defined.ts";
import { HISTORY_APPS, type HistoryFault, type HistoryOrigin } from "../../protocol/history.ts";
import type { AssistantTurn, Attachment, Conversation, Message } from "../../protocol/message.ts";
import type { HistoryChat, HistoryNode } from "./history-chat.ts";

/** A chat of another app as it is stored here. */
export interface ForeignConversation {
  readonly conversation: Conversation;
  readonly messages: readonly Message[];
}

const MAX_NODES = 100_000;
const MAX_TEXT = 2_000_000;
const MAX_TITLE = 200;
/** Stands where an answer has no question, which every answer here has. */
const NO_QUESTION = "…";

/** The turns of an answer so far, the newest first; `own` of them belong to no other branch. */
interface Turns {
  readonly turn: AssistantTurn;
  readonly before: Turns | null;
  readonly own: number;
}

interface Waiting {
  readonly node: HistoryNode;
  readonly parentId: string | null;
  readonly turns: Turns | null;
  readonly after: number;
}

/**
 * Turns a chat into a conversation with all its branches, every message of it marked as text from outside. What an
 * assistant and its tools said in a row is one answer with as many turns. Ids come from the app's own, so the same chat
 * always gets the same ones. A fault where it cannot be read.
 */
export function toConversation(chat: HistoryChat, origin: HistoryOrigin): ForeignConversation | HistoryFault {
  if (chat.nodes.length > MAX_NODES || chat.nodes.some(isTooLong)) return "too-long";
  const toId = createIds([origin.app, chat.id]);
  const tree = toTree(chat.nodes);
  if (tree === null) return "damaged";
  const { messages, places } = toMessages(chat, tree, toId);
  const last = messages.at(-1);
  if (last === undefined) return "empty";
  const times = messages.map(({ createdAt }) => createdAt);
  const createdAt = chat.at ?? times[0] ?? 0;
  return {
    conversation: {
      id: toId(),
      title: toTitle(chat, messages),
      createdAt,
      updatedAt: Math.max(chat.updatedAt ?? last.createdAt, createdAt),
      headId: findHead(chat, tree, places) ?? last.id,
      folder: HISTORY_APPS[origin.app],
      history: origin,
    },
    messages,
  };
}

function isTooLong({ text, reasoning = "", files = [] }: HistoryNode): boolean {
  return text.length + reasoning.length + files.reduce((sum, file) => sum + file.text.length, 0) > MAX_TEXT;
}

function toTitle({ title }: HistoryChat, messages: readonly Message[]): string {
  const first = messages.find(({ role }) => role === "user");
  const text = title.trim() === "" && first?.role === "user" ? first.text : title;
  const line = text
    .trim()
    .replaceAll(/\s+/gu, " ")
    .slice(0, 2 * MAX_TITLE);
  // By whole characters: half of one is no text.
  return Array.from(line).slice(0, MAX_TITLE).join("");
}

interface Tree {
  readonly nodes: ReadonlyMap<string, HistoryNode>;
  readonly children: ReadonlyMap<string | null, readonly HistoryNode[]>;
}

/** The messages that follow each shown one, the hidden ones passed over; null where messages follow each other in a circle. */
function toTree(list: readonly HistoryNode[]): Tree | null {
  const nodes = new Map(list.map((node) => [node.id, node]));
  const shown = new Map<string, string | null>();
  const children = new Map<string | null, HistoryNode[]>();
  /** The nearest shown message before this one, remembered for all on the way. */
  const findParent = (node: HistoryNode): string | null | undefined => {
    const passed: string[] = [];
    const met = new Set<string>();
    let before = node.parentId === null ? undefined : nodes.get(node.parentId);
    while (before?.role === "hidden" && !shown.has(before.id)) {
      if (met.has(before.id)) return undefined;
      met.add(before.id);
      passed.push(before.id);
      before = before.parentId === null ? undefined : nodes.get(before.parentId);
    }
    const found = before?.role === "hidden" ? (shown.get(before.id) ?? null) : (before?.id ?? null);
    for (const id of passed) shown.set(id, found);
    return found;
  };
  let count = 0;
  for (const node of nodes.values()) {
    const parent = findParent(node);
    if (parent === undefined) return null;
    if (node.role === "hidden") continue;
    count += 1;
    const siblings = children.get(parent) ?? [];
    siblings.push(node);
    children.set(parent, siblings);
  }
  return countReached(children) === count ? { nodes, children } : null;
}

function countReached(children: Tree["children"]): number {
  const waiting = [...(children.get(null) ?? [])];
  let count = 0;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    count += 1;
    for (const child of children.get(node.id) ?? []) waiting.push(child);
  }
  return count;
}

/** The messages in the order of their times, each after the one it follows, and the message that each node is in. */
function toMessages(chat: HistoryChat, { children }: Tree, toId: (...parts: readonly string[]) => string) {
  const found: { readonly message: Message; readonly at: number }[] = [];
  const places = new Map<string, string>();
  const waiting: Waiting[] = [];
  const conversationId = toId();
  // Turns that several branches share are stored with each, unless that would make much more of them than there are.
  let copies = chat.nodes.length * 4 + 1_000;
  const follow = (after: readonly HistoryNode[], parentId: string | null, turns: Turns | null, at: number) => {
    for (const node of after.toReversed()) waiting.push({ node, parentId, turns, after: at });
  };
  const base = (id: string, at: number) => ({ id, conversationId, createdAt: at, sequence: 0, foreign: true as const });
  follow(children.get(null) ?? [], null, null, chat.at ?? chat.nodes.find(({ at }) => at !== null)?.at ?? 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    const at = Math.max(node.at ?? next.after, next.after);
    const after = children.get(node.id) ?? [];
    const id = toId(node.id);
    places.set(node.id, id);
    if (node.role === "user") {
      const text = [node.text, ...namesOf(node)].filter((part) => part !== "").join("\n");
      const attachments = defined({ attachments: toAttachments(node) });
      found.push({ at, message: { ...base(id, at), role: "user", parentId: next.parentId, text, ...attachments } });
      follow(after, id, null, at);
      continue;
    }
    let { parentId } = next;
    if (parentId === null) {
      parentId = toId(node.id, "question");
      found.push({ at, message: { ...base(parentId, at), role: "user", parentId: null, text: NO_QUESTION } });
    }
    const own = (next.turns?.own ?? 0) + 1;
    const turns: Turns = { turn: toTurn(node), before: next.turns, own };
    const goesOn = after.filter(({ role }) => role === "assistant");
    const asks = after.filter(({ role }) => role === "user");
    if (asks.length > 0 || goesOn.length === 0) {
      const all = listTurns(turns, copies > 0 ? Number.POSITIVE_INFINITY : own);
      copies -= all.length;
      const state = { runId: toId(node.id, "run"), state: "complete" as const, turns: all };
      found.push({ at, message: { ...base(id, at), role: "assistant", parentId, ...state } });
    }
    follow(goesOn, parentId, after.length > 1 ? { ...turns, own: 0 } : turns, at);
    follow(asks, id, null, at);
  }
  const order = found.map((each, index) => ({ ...each, index }));
  order.sort((left, right) => left.at - right.at || left.index - right.index);
  return { messages: order.map(({ message }, sequence): Message => ({ ...message, sequence })), places };
}

function listTurns(last: Turns, most: number): AssistantTurn[] {
  const turns: AssistantTurn[] = [];
  for (let each: Turns | null = last; each !== null && turns.length < most; each = each.before) turns.push(each.turn);
  return turns.reverse();
}

function toTurn(node: HistoryNode): AssistantTurn {
  const text = [node.text, ...namesOf(node), ...(node.files ?? []).map((file) => file.text)]
    .filter((part) => part !== "")
    .join("\n");
  return { raw: text, text, reasoning: node.reasoning ?? "", calls: [], broken: [] };
}

/** Lines for files of which the export has the name alone. */
function namesOf({ role, files = [] }: HistoryNode): readonly string[] {
  return files.filter(({ text }) => text === "" || role === "assistant").map(({ name }) => `[${name}]`);
}

function toAttachments({ files = [] }: HistoryNode): readonly Attachment[] | undefined {
  const texts = files.filter(({ text }) => text !== "");
  return texts.length === 0 ? undefined : texts.map(({ name, text }) => ({ name, text, mediaType: "text/plain" }));
}

/** The message shown last there: of a node in the midst of an answer the answer that goes on from it first. */
function findHead({ headId }: HistoryChat, { nodes, children }: Tree, places: ReadonlyMap<string, string>) {
  let node = headId === null ? undefined : nodes.get(headId);
  while (node?.role === "hidden" && node.parentId !== null) node = nodes.get(node.parentId);
  const isAnswered = (each: HistoryNode): boolean =>
    (children.get(each.id) ?? []).every(({ role }) => role === "assistant");
  while (node?.role === "assistant" && isAnswered(node)) {
    const [first]: readonly HistoryNode[] = children.get(node.id) ?? [];
    if (first === undefined) break;
    node = first;
  }
  return node === undefined ? undefined : places.get(node.id);
}

/**
 * Makes ids of what they share and what is their own, hashed together as one list in JSON; what is shared is hashed once. They have the
 * form of a UUID, which encryption leaves readable as a key; version 8 says that it was made of something else.
 */
function createIds(shared: readonly string[]): (...parts: readonly string[]) => string {
  const begun = sha256.create().update(utf8ToBytes(JSON.stringify(shared).slice(0, -1)));
  return (...parts) => {
    const rest = `${parts.map((part) => `,${JSON.stringify(part)}`).join("")}]`;
    const hex = bytesToHex(begun.clone().update(utf8ToBytes(rest)).digest());
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}
