import * as z from "zod/mini";
import { RUN_EVENT, RUN_HEADER, TIME, TOOL_OUTCOME } from "../agent/log/run-event-shape.ts";
import type { JsonLimits } from "../protocol/bounded-json.ts";
import type { MemoryRecord } from "../protocol/memory.ts";
import type { Conversation, Message } from "../protocol/message.ts";
import { FORMAT_IDS, POLICY_IDS } from "../protocol/model.ts";
import { RUN_EVENT_VERSION } from "../protocol/run-event.ts";
import type { Settings } from "../protocol/settings.ts";
import type { DamagedRecord, RunRecord } from "../protocol/stored-data.ts";
import { DUE_PATTERN, REPEATS } from "../protocol/tasks/task.ts";

z.config({ jitless: true });

/** All stored records, as export writes and import reads them. */
export interface ArchiveContents {
  readonly conversations: readonly Conversation[];
  readonly messages: readonly Message[];
  readonly runs: readonly RunRecord[];
  readonly memories: readonly MemoryRecord[];
  /** Null when none were ever set. */
  readonly settings: Settings | null;
  /** Stored records that cannot be read; absent when there are none. Never in a file. */
  readonly damaged?: readonly DamagedRecord[];
}

/** Admits long texts and whole run logs, but no value made to exhaust memory. */
export const RECORD_LIMITS: JsonLimits = { maxDepth: 100, maxNodes: 5_000_000, maxCharacters: 100_000_000 };

const listOf = (shape: Readonly<Record<string, z.ZodMiniType>>) => z.optional(z.array(z.object(shape)));
const id = z.string().check(z.minLength(1), z.maxLength(200));

const CONVERSATION = z.object({
  id,
  title: z.string(),
  createdAt: TIME,
  updatedAt: TIME,
  headId: z.nullable(id),
  pinned: z.optional(z.boolean()),
  systemPrompt: z.optional(z.string()),
  skill: z.optional(z.string()),
  folder: z.optional(z.string()),
});

const DUE = z.optional(z.string().check(z.regex(DUE_PATTERN)));

const MEMORY = z.object({
  id,
  namespace: z.string(),
  project: z.optional(z.string()),
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
  task: z.optional(
    z.object({ due: DUE, repeats: z.optional(z.enum(REPEATS)), firstDue: DUE, doneAt: z.optional(TIME) }),
  ),
});

const CALL = z.object({
  call: z.object({ id, name: z.string(), arguments: z.record(z.string(), z.unknown()) }),
  outcome: z.optional(TOOL_OUTCOME),
  durationMs: z.optional(z.number()),
  edits: z.optional(
    z.array(
      z.union([z.object({ before: z.nullable(MEMORY), after: MEMORY }), z.object({ before: MEMORY, after: z.null() })]),
    ),
  ),
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
    attachments: listOf({
      name: z.string(),
      mediaType: z.string(),
      text: z.string(),
      data: z.optional(z.base64()),
      recognised: z.optional(z.literal(true)),
      from: z.optional(z.object({ server: z.string(), uri: z.string() })),
    }),
  }),
  z.object({
    ...MESSAGE_BASE,
    role: z.literal("assistant"),
    parentId: id,
    runId: id,
    state: z.enum(["complete", "running", "interrupted", "stopped", "failed", "budget-exceeded"]),
    turns: z.array(TURN),
    by: z.optional(z.string()),
    cost: z.optional(z.object({ contextTokens: z.number(), writtenTokens: z.number(), decodeMs: z.number() })),
    notice: z.optional(z.string()),
    noticeKind: z.optional(z.string()),
    skill: z.optional(z.string()),
    detect: z.optional(z.literal(true)),
    onlyTool: z.optional(z.string()),
    undoneAt: z.optional(TIME),
    failure: z.optional(z.object({ code: z.string(), detail: z.optional(z.string()) })),
    recalled: z.optional(
      z.object({ text: z.string(), memoryIds: z.array(id), used: z.optional(z.array(id)), untrusted: z.boolean() }),
    ),
    summary: z.optional(z.object({ through: id, messages: z.number(), undone: z.optional(z.boolean()) })),
    filesRead: z.optional(
      z.object({
        text: z.string(),
        files: z.array(z.object({ name: z.string(), passages: z.array(z.number()), total: z.number() })),
      }),
    ),
    leftOut: z.optional(z.number()),
  }),
]);

const RUN = z.object({
  ...RUN_HEADER,
  id,
  conversationId: id,
  version: z.int().check(z.minimum(1), z.maximum(RUN_EVENT_VERSION)),
  events: z.array(RUN_EVENT),
});

const atLeast = (least: number) => z.optional(z.number().check(z.minimum(least)));

const SAMPLING = z.object({
  temperature: atLeast(0),
  topP: atLeast(0),
  topK: atLeast(0),
  minP: atLeast(0),
  repetitionPenalty: atLeast(0.01),
  presencePenalty: z.optional(z.number()),
  frequencyPenalty: z.optional(z.number()),
  seed: z.optional(z.number()),
  maxTokens: atLeast(1),
  maxThoughtTokens: atLeast(0),
});

const SETTINGS = z.object({
  theme: z.enum(["auto", "light", "dark"]),
  language: z.string(),
  fontScale: z.optional(z.number().check(z.minimum(0.5), z.maximum(3))),
  sendKey: z.optional(z.enum(["enter", "mod-enter"])),
  systemPrompt: z.optional(z.string()),
  sampling: z.optional(SAMPLING),
  maxTurns: z.number().check(z.minimum(1)),
  budget: z.optional(z.object({ maxTotalMs: atLeast(1), maxTokens: atLeast(1), toolTimeoutMs: atLeast(1) })),
  thinking: z.optional(z.boolean()),
  memoryEnabled: z.optional(z.boolean()),
  answerWithoutModel: z.optional(z.boolean()),
  developer: z.optional(z.boolean()),
  modelId: z.optional(z.string()),
  embeddingModel: z.optional(z.string()),
  engine: z.optional(z.enum(["auto", "webllm", "wllama", "scripted", "remote"])),
  contexts: z.optional(z.record(z.string(), z.number())),
  formats: z.optional(z.record(z.string(), z.enum(FORMAT_IDS))),
  policies: z.optional(z.record(z.string(), z.enum(POLICY_IDS))),
  samplings: z.optional(z.record(z.string(), SAMPLING)),
  skill: z.optional(z.string()),
  toolsOff: z.optional(z.array(z.string())),
  offeredTools: z.optional(z.array(z.string())),
  // The agent is built from these at each start, so a malformed one would keep it from starting.
  grants: listOf({ tool: z.string(), skill: z.string() }),
  mcpServers: listOf({
    name: z.string(),
    url: z.string(),
    consents: z.record(z.string(), z.string()),
    token: z.optional(z.string()),
  }),
  scopes: z.optional(z.record(z.string(), z.array(z.string()))),
  toolFiles: listOf({ name: z.string(), text: z.string() }),
  prompts: listOf({
    name: z.string(),
    description: z.string(),
    parameters: z.record(z.string(), z.unknown()),
    text: z.string(),
    project: z.optional(z.string()),
    foreign: z.optional(z.boolean()),
  }),
  waiting: listOf({
    id: z.string(),
    text: z.string(),
    when: z.union([
      z.object({ type: z.literal("daily"), at: z.string() }),
      z.object({ type: z.literal("start") }),
      z.object({ type: z.literal("folder"), workspaceId: z.string(), name: z.string() }),
    ]),
    skill: z.optional(z.string()),
    foreign: z.optional(z.boolean()),
    conversationId: z.optional(z.string()),
    seenUntil: z.string(),
    missed: z.optional(z.number()),
    mark: z.optional(z.string()),
    decided: z.optional(z.array(z.string())),
  }),
  projects: listOf({
    id,
    name: z.string(),
    instructions: z.optional(z.string()),
    workspaces: z.optional(z.array(id)),
    skill: z.optional(z.string()),
    modelId: z.optional(z.string()),
    hosts: z.optional(z.array(z.string())),
    toolsOff: z.optional(z.array(z.string())),
    archived: z.optional(z.boolean()),
  }),
});

export const isConversation = toGuard<Conversation>(CONVERSATION);
export const isMessage = toGuard<Message>(MESSAGE);
export const isRun = toGuard<RunRecord>(RUN);
export const isMemory = toGuard<MemoryRecord>(MEMORY);
export const isSettings = toGuard<Settings>(SETTINGS);

function toGuard<Value>(shape: z.ZodMiniType): (value: unknown) => value is Value {
  return (value): value is Value => shape.safeParse(value).success;
}
