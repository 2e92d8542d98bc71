import * as z from "zod/mini";
import { RUN_EVENT, TIME, TOOL_OUTCOME } from "../agent/log/run-event-shape.ts";
import { isForbiddenKey, type JsonLimits, type JsonValue, toBoundedJson } from "../protocol/json.ts";
import type { MemoryRecord } from "../protocol/memory.ts";
import type { Conversation, Message } from "../protocol/message.ts";
import { RUN_EVENT_VERSION } from "../protocol/run-event.ts";
import type { Settings } from "../protocol/settings.ts";
import type { Connections, ExportOptions, RunRecord } from "../protocol/stored-data.ts";
import { ARCHIVE_KINDS } from "../protocol/stored-data.ts";

z.config({ jitless: true });

/** All stored records, as export writes and import reads them. */
export interface ArchiveContents {
  readonly conversations: readonly Conversation[];
  readonly messages: readonly Message[];
  readonly runs: readonly RunRecord[];
  readonly memories: readonly MemoryRecord[];
  /** Null when none were ever set. */
  readonly settings: Settings | null;
}

/** The version of the archive's shape; see docs/export-format.md. A reader refuses newer ones. */
export const ARCHIVE_VERSION = 1;
const ARCHIVE_FORMAT = "alcove-export";

/** A parsed archive: its contents, or a sentence for the user. */
export type ParsedArchive =
  | { readonly ok: true; readonly contents: ArchiveContents; readonly connections: JsonValue }
  | { readonly ok: false; readonly reason: string };

/** Writes an archive: one JSON text, in parts so that no single string gets too long. */
export function toArchive(contents: ArchiveContents, now: number, options?: ExportOptions): Blob {
  const settings = options?.withKeys === true ? contents.settings : withoutTokens(contents.settings);
  const head = { format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, exportedAt: new Date(now).toISOString() };
  const parts = [`${JSON.stringify(head).slice(0, -1)},\n"settings":${JSON.stringify(settings)}`];
  if (options !== undefined) parts.push(`,\n"connections":${JSON.stringify(toConnections(options))}`);
  for (const kind of ARCHIVE_KINDS) {
    parts.push(`,\n"${kind}":[`);
    contents[kind].forEach((record, index) => {
      parts.push(`${index === 0 ? "" : ","}\n${JSON.stringify(record)}`);
    });
    parts.push("]");
  }
  parts.push("}\n");
  return new Blob(parts, { type: "application/json" });
}

function withoutTokens(settings: Settings | null): Settings | null {
  if (settings?.mcpServers === undefined) return settings;
  return { ...settings, mcpServers: settings.mcpServers.map(({ token: _, ...server }) => server) };
}

function toConnections({ connections, withKeys }: ExportOptions): Connections {
  if (connections.server === null || withKeys) return connections;
  const { apiKey: _, ...server } = connections.server;
  return { ...connections, server };
}

/** Reads an archive. Every record is checked; a malformed one refuses the whole file and is named in the reason. */
export function parseArchive(text: string): ParsedArchive {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: "The file is not JSON, or it is cut off." };
  }
  const head = HEAD.safeParse(value);
  if (!head.success) return { ok: false, reason: "The file is not an export of this app." };
  if (head.data.version > ARCHIVE_VERSION) {
    return {
      ok: false,
      reason: "The file was written by a newer version of the app. Reload to get it, then try again.",
    };
  }
  const conversations = checkAll("conversation", head.data.conversations, isConversation);
  if (!conversations.ok) return conversations;
  const messages = checkAll("message", head.data.messages, isMessage);
  if (!messages.ok) return messages;
  const runs = checkAll("run", head.data.runs, isRun);
  if (!runs.ok) return runs;
  const memories = checkAll("memory", head.data.memories, isMemory);
  if (!memories.ok) return memories;
  const settings = head.data.settings === null ? null : toBoundedJson(head.data.settings, RECORD_LIMITS);
  if (settings !== null && (!settings.ok || !isSettings(settings.value))) {
    return { ok: false, reason: "The settings in the file cannot be read." };
  }
  const known = new Set(conversations.records.map(({ id }) => id));
  const stray = messages.records.find(({ conversationId }) => !known.has(conversationId));
  if (stray !== undefined) return { ok: false, reason: `Message ${stray.id} belongs to no conversation in the file.` };
  const connections = toBoundedJson(head.data.connections ?? null);
  return {
    ok: true,
    connections: connections.ok ? connections.value : null,
    contents: {
      conversations: conversations.records,
      messages: messages.records,
      runs: runs.records,
      memories: memories.records,
      settings: settings !== null && isSettings(settings.value) ? settings.value : null,
    },
  };
}

/**
 * An archive that somebody else may have written: its texts are taken over, marked as text from outside, but nothing
 * that would instruct a model in the user's name, and no edits, because undoing those would write the file's notes.
 */
export function toForeignContents({ settings, ...contents }: ArchiveContents): ArchiveContents {
  return {
    ...contents,
    conversations: contents.conversations.map(({ systemPrompt: _, ...conversation }) => conversation),
    messages: contents.messages.map(toForeignMessage),
    memories: contents.memories.map((memory) => ({ ...memory, untrusted: true })),
    settings: settings === null ? null : { ...settings, systemPrompt: "", toolFiles: [], mcpServers: [] },
  };
}

function toForeignMessage(message: Message): Message {
  if (message.role === "user") return { ...message, foreign: true };
  const { undoneAt: _, ...answer } = message;
  const turns = answer.turns.map((turn) => ({ ...turn, calls: turn.calls.map(({ edits: __, ...call }) => call) }));
  return { ...answer, turns, foreign: true };
}

/** Admits long texts and whole run logs, but no value made to exhaust memory. */
const RECORD_LIMITS: JsonLimits = { maxDepth: 100, maxNodes: 5_000_000, maxCharacters: 100_000_000 };

type Checked<Value> =
  | { readonly ok: true; readonly records: readonly Value[] }
  | { readonly ok: false; readonly reason: string };

function checkAll<Value extends { readonly id: string }>(
  name: string,
  values: readonly unknown[],
  isRight: (value: unknown) => value is Value,
): Checked<Value> {
  const records: Value[] = [];
  const ids = new Set<string>();
  for (const [index, value] of values.entries()) {
    const copied = toBoundedJson(value, RECORD_LIMITS);
    const place = `${name} ${index + 1} in the file`;
    if (!copied.ok) return { ok: false, reason: `The ${place} cannot be taken: ${copied.reason}.` };
    const record: unknown = copied.value;
    if (!isRight(record)) return { ok: false, reason: `The ${place} does not have the shape it should have.` };
    if (isForbiddenKey(record.id) || ids.has(record.id)) {
      return { ok: false, reason: `The ${place} has an identifier that cannot be taken.` };
    }
    ids.add(record.id);
    records.push(record);
  }
  return { ok: true, records };
}

const id = z.string().check(z.minLength(1), z.maxLength(200));

const HEAD = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.int().check(z.minimum(1)),
  settings: z.nullable(z.unknown()),
  connections: z.optional(z.unknown()),
  conversations: z.array(z.unknown()),
  messages: z.array(z.unknown()),
  runs: z.array(z.unknown()),
  memories: z.array(z.unknown()),
});

const CONVERSATION = z.object({
  id,
  title: z.string(),
  createdAt: TIME,
  updatedAt: TIME,
  headId: z.nullable(id),
  pinned: z.optional(z.boolean()),
  systemPrompt: z.optional(z.string()),
});

const MEMORY = z.object({
  id,
  namespace: z.string(),
  text: z.string(),
  tags: z.array(z.string()),
  source: z.object({
    type: z.enum(["user", "tool", "web", "import"]),
    conversationId: z.optional(id),
    messageId: z.optional(id),
  }),
  createdAt: TIME,
  updatedAt: TIME,
  usedAt: z.optional(TIME),
  expiresAt: z.optional(TIME),
  pinned: z.optional(z.boolean()),
  untrusted: z.optional(z.boolean()),
});

const CALL = z.object({
  call: z.object({ id, name: z.string(), arguments: z.record(z.string(), z.unknown()) }),
  outcome: z.optional(TOOL_OUTCOME),
  durationMs: z.optional(z.number()),
  edits: z.optional(z.array(z.object({ before: z.nullable(MEMORY), after: MEMORY }))),
});

const TURN = z.object({
  raw: z.string(),
  text: z.string(),
  reasoning: z.string(),
  calls: z.array(CALL),
  broken: z.array(z.object({ position: z.number(), reason: z.string(), raw: z.string() })),
  feedback: z.optional(z.string()),
});

const MESSAGE_BASE = {
  id,
  conversationId: id,
  createdAt: TIME,
  sequence: z.int(),
  foreign: z.optional(z.boolean()),
};

const MESSAGE = z.discriminatedUnion("role", [
  z.object({
    ...MESSAGE_BASE,
    role: z.literal("user"),
    parentId: z.nullable(id),
    text: z.string(),
    attachments: z.optional(z.array(z.object({ name: z.string(), mediaType: z.string(), text: z.string() }))),
  }),
  z.object({
    ...MESSAGE_BASE,
    role: z.literal("assistant"),
    parentId: id,
    runId: id,
    state: z.enum(["complete", "running", "interrupted", "stopped", "failed", "budget-exceeded"]),
    turns: z.array(TURN),
    notice: z.optional(z.string()),
    noticeKind: z.optional(z.string()),
    undoneAt: z.optional(TIME),
    failure: z.optional(z.object({ code: z.string(), detail: z.optional(z.string()) })),
    recalled: z.optional(z.object({ text: z.string(), memoryIds: z.array(id), untrusted: z.boolean() })),
    summary: z.optional(z.object({ through: id, messages: z.number(), undone: z.optional(z.boolean()) })),
    leftOut: z.optional(z.number()),
  }),
]);

const RUN = z.object({
  id,
  conversationId: id,
  startedAt: TIME,
  question: z.string(),
  reason: z.string(),
  turns: z.number(),
  calls: z.number(),
  durationMs: z.number(),
  version: z.int().check(z.minimum(1), z.maximum(RUN_EVENT_VERSION)),
  events: z.array(RUN_EVENT),
});

const atLeast = (least: number) => z.optional(z.number().check(z.minimum(least)));

const SETTINGS = z.object({
  theme: z.enum(["auto", "light", "dark"]),
  language: z.string(),
  fontScale: z.optional(z.number().check(z.minimum(0.5), z.maximum(3))),
  sendKey: z.optional(z.enum(["enter", "mod-enter"])),
  systemPrompt: z.optional(z.string()),
  sampling: z.optional(
    z.object({ temperature: atLeast(0), topP: atLeast(0), seed: z.optional(z.number()), maxTokens: atLeast(1) }),
  ),
  maxTurns: z.number().check(z.minimum(1)),
  budget: z.optional(z.object({ maxTotalMs: atLeast(1), maxTokens: atLeast(1), toolTimeoutMs: atLeast(1) })),
  thinking: z.optional(z.boolean()),
  memoryEnabled: z.optional(z.boolean()),
  modelId: z.optional(z.string()),
  embeddingModel: z.optional(z.string()),
  engine: z.optional(z.enum(["auto", "webllm", "wllama", "scripted", "remote"])),
  skill: z.optional(z.string()),
  // The agent is built from these at each start, so a malformed one would keep it from starting.
  grants: z.optional(z.array(z.object({ tool: z.string(), skill: z.string() }))),
  mcpServers: z.optional(
    z.array(
      z.object({
        name: z.string(),
        url: z.string(),
        consents: z.record(z.string(), z.string()),
        token: z.optional(z.string()),
      }),
    ),
  ),
  toolFiles: z.optional(z.array(z.object({ name: z.string(), text: z.string() }))),
});

function isConversation(value: unknown): value is Conversation {
  return CONVERSATION.safeParse(value).success;
}

function isMessage(value: unknown): value is Message {
  return MESSAGE.safeParse(value).success;
}

function isRun(value: unknown): value is RunRecord {
  return RUN.safeParse(value).success;
}

function isMemory(value: unknown): value is MemoryRecord {
  return MEMORY.safeParse(value).success;
}

function isSettings(value: unknown): value is Settings {
  return SETTINGS.safeParse(value).success;
}
