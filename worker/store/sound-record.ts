import type { MemoryRecord } from "../protocol/memory.ts";
import type { Conversation, Message } from "../protocol/message.ts";
import type { DamagedRecord, RunSummary } from "../protocol/stored-data.ts";

/**
 * The fields of a stored record that the app relies on. A browser, another program or a defect may have left a row without one; such
 * a row stays where it is, is not shown, and takes nothing else along.
 */
type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function hasTexts(value: Fields, ...names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === "string");
}

function hasNumbers(value: Fields, ...names: readonly string[]): boolean {
  return names.every((name) => Number.isFinite(value[name]));
}

export function isSoundMemory(record: unknown): record is MemoryRecord {
  if (!isFields(record) || !hasTexts(record, "id", "namespace", "text")) return false;
  const { tags, source, task = {}, project = "" } = record;
  if (!isFields(task) || typeof project !== "string") return false;
  if (!(Array.isArray(tags) && tags.every((tag) => typeof tag === "string"))) return false;
  return hasNumbers(record, "createdAt", "updatedAt") && isFields(source) && hasTexts(source, "type");
}

export function isSoundRun(record: unknown): record is RunSummary & { readonly version: number } {
  if (!isFields(record) || !hasTexts(record, "id", "conversationId", "question", "reason")) return false;
  return hasNumbers(record, "startedAt", "turns", "calls", "durationMs", "version");
}

export function isSoundMessage(record: unknown): record is Message {
  if (!isFields(record) || !hasTexts(record, "id", "conversationId")) return false;
  if (!hasNumbers(record, "createdAt", "sequence")) return false;
  if (record.role === "user") return hasTexts(record, "text") && isListOf(record.attachments ?? [], isAttachment);
  return (
    record.role === "assistant" && hasTexts(record, "parentId", "runId", "state") && isListOf(record.turns, isTurn)
  );
}

function isAttachment(value: Fields): boolean {
  return hasTexts(value, "name", "mediaType", "text") && typeof (value.data ?? "") === "string";
}

function isTurn(value: Fields): boolean {
  return hasTexts(value, "raw", "text", "reasoning") && isListOf(value.calls, isCall) && isListOf(value.broken);
}

function isCall({ call }: Fields): boolean {
  return isFields(call) && hasTexts(call, "id", "name") && isFields(call.arguments);
}

function isListOf(value: unknown, isRight: (each: Fields) => boolean = () => true): boolean {
  return Array.isArray(value) && value.every((each) => isFields(each) && isRight(each));
}

export function isSoundConversation(record: unknown): record is Conversation {
  if (!isFields(record) || !hasTexts(record, "id", "title") || !hasNumbers(record, "createdAt", "updatedAt"))
    return false;
  const { headId, systemPrompt = "" } = record;
  return (headId === null || typeof headId === "string") && typeof systemPrompt === "string";
}

/** A conversation that can be opened, with what is left of a damaged one; its messages are rows of their own. */
export function toSoundConversation(id: string, record: unknown): Conversation {
  if (isSoundConversation(record)) return record;
  const rest: Fields = isFields(record) ? record : {};
  const createdAt = hasNumbers(rest, "createdAt") ? Number(rest.createdAt) : 0;
  return {
    id,
    title: typeof rest.title === "string" ? rest.title : "",
    createdAt,
    updatedAt: hasNumbers(rest, "updatedAt") ? Number(rest.updatedAt) : createdAt,
    headId: typeof rest.headId === "string" ? rest.headId : null,
    ...(typeof rest.systemPrompt === "string" ? { systemPrompt: rest.systemPrompt } : {}),
  };
}

/** The sound messages among rows in order. What followed a damaged one follows the one before it. */
export function toSoundMessages(rows: readonly { readonly id: string; readonly record: unknown }[]): {
  readonly messages: readonly Message[];
  readonly damaged: readonly DamagedRecord[];
} {
  const damaged = rows
    .filter(({ record }) => !isSoundMessage(record))
    .map(({ id }) => ({ kind: "messages", id }) as const);
  if (damaged.length === 0)
    return { messages: rows.flatMap(({ record }) => (isSoundMessage(record) ? [record] : [])), damaged };
  const before = new Map<string, string | null>();
  const messages: Message[] = [];
  for (const { id, record } of rows) {
    if (!isSoundMessage(record)) {
      before.set(id, messages.at(-1)?.id ?? null);
      continue;
    }
    const parentId = record.parentId === null ? undefined : before.get(record.parentId);
    if (parentId === undefined) messages.push(record);
    else if (record.role === "user") messages.push({ ...record, parentId });
    else messages.push(parentId === null ? record : { ...record, parentId });
  }
  return { messages, damaged };
}
