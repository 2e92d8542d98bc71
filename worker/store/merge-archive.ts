import type { MemoryRecord } from "../protocol/memory.ts";
import type { Conversation, Message } from "../protocol/message.ts";
import { DEFAULT_SETTINGS, type Settings } from "../protocol/settings.ts";
import {
  ARCHIVE_KINDS,
  type ArchiveKind,
  type ImportCounts,
  type ImportedSettings,
  type ImportMode,
  type ImportSummary,
} from "../protocol/stored-data.ts";
import type { ArchiveContents } from "./archive-shape.ts";
import { toNoteKey } from "./note-key.ts";

/** The records to put, and a summary of the changes. */
export interface ImportPlan {
  readonly put: ArchiveContents;
  readonly summary: ImportSummary;
}

/**
 * Works out what an import puts. Merging never takes a record away and never makes one older: conversations and
 * memories are taken where the archive's are newer, answers where ours never ended, runs where ours are shorter. Notes
 * that are here already under another id are passed over. New messages of a conversation that is here come after the
 * messages it has. Replacing takes the archive's settings; merging takes those that are still as they came with the
 * app, and adds tools and servers whose names are free. Permissions in the archive are never taken.
 */
export function planImport(current: ArchiveContents, incoming: ArchiveContents, mode: ImportMode): ImportPlan {
  if (mode === "replace") {
    if (incoming.settings === null) return { put: incoming, summary: summarize(current, incoming, incoming, mode, 0) };
    const { settings, dropped } = withoutPermissions(incoming.settings);
    // Files of models and keys of backups are not in an archive: those that are here stay in use.
    const { embeddingModel = "", backup = null } = current.settings ?? {};
    const put = { ...incoming, settings: { ...settings, embeddingModel, ...(backup === null ? {} : { backup }) } };
    return { put, summary: summarize(current, incoming, put, mode, dropped) };
  }
  const { settings, dropped } = mergeSettings(current.settings, incoming.settings);
  const ours = {
    conversations: byId(current.conversations),
    messages: byId(current.messages),
    runs: byId(current.runs),
    memories: byId(current.memories),
  };
  const noteKeys = new Set(current.memories.map(toScopedKey));
  const put: ArchiveContents = {
    conversations: incoming.conversations.filter((one) => isNewer(one, ours.conversations.get(one.id))),
    messages: placeMessages(current.messages, incoming.messages, ours.messages),
    runs: incoming.runs.filter((one) => one.events.length > (ours.runs.get(one.id)?.events.length ?? -1)),
    memories: incoming.memories.filter((one) => {
      const known = ours.memories.get(one.id);
      return known === undefined ? !noteKeys.has(toScopedKey(one)) : isNewer(one, known);
    }),
    settings,
  };
  return { put, summary: summarize(current, incoming, put, mode, dropped) };
}

/** The text by which two notes of the same project are the same note. */
function toScopedKey({ project = "", namespace, text }: MemoryRecord): string {
  return `${project}\n${toNoteKey(namespace, text)}`;
}

/** Null when nothing changes. */
function mergeSettings(current: Settings | null, incoming: Settings | null) {
  if (incoming === null) return { settings: null, dropped: 0 };
  const { settings: theirs, dropped } = withoutPermissions(incoming);
  const ours = { ...DEFAULT_SETTINGS, ...current };
  const stillDefault = Object.entries(theirs).filter(
    ([key]) => JSON.stringify(Reflect.get(ours, key)) === JSON.stringify(Reflect.get(DEFAULT_SETTINGS, key)),
  );
  const merged: Settings = {
    ...ours,
    ...Object.fromEntries(stillDefault),
    grants: ours.grants,
    embeddingModel: ours.embeddingModel,
    mcpServers: addMissing("name", ours.mcpServers, theirs.mcpServers),
    toolFiles: addMissing("name", ours.toolFiles, theirs.toolFiles),
    prompts: addMissing("name", ours.prompts, theirs.prompts),
    waiting: addMissing("id", ours.waiting, theirs.waiting),
    projects: addMissing("id", ours.projects, theirs.projects),
  };
  return { settings: JSON.stringify(merged) === JSON.stringify(ours) ? null : merged, dropped };
}

/**
 * Takes every permission out of settings that come from a file, and counts them: lasting permissions for tools, consents
 * to servers' tools, and hosts. A file may come from anyone, and what a user allows is allowed on the device that shows it.
 */
function withoutPermissions(settings: Settings): { readonly settings: Settings; readonly dropped: number } {
  const grants = settings.grants ?? [];
  const servers = settings.mcpServers ?? [];
  // The page stores hosts, and no export contains them; a file that does must not be trusted.
  const { allowedHosts: hosts, offeredTools = [], ...rest }: Settings & { readonly allowedHosts?: unknown } = settings;
  const consents = servers.reduce((sum, server) => sum + Object.keys(server.consents).length, 0);
  return {
    settings: { ...rest, grants: [], mcpServers: servers.map((server) => ({ ...server, consents: {} })) },
    dropped: grants.length + offeredTools.length + consents + (Array.isArray(hosts) ? hosts.length : 0),
  };
}

function addMissing<Key extends string, Value extends Readonly<Record<Key, string>>>(
  key: Key,
  ours: readonly Value[],
  theirs: readonly Value[] | undefined,
): readonly Value[] {
  const known = new Set(ours.map((each) => each[key]));
  return [...ours, ...(theirs ?? []).filter((each) => !known.has(each[key]))];
}

/** The settings that `put` brings and that are not here already. */
function describeSettings(current: Settings | null, put: Settings | null): ImportedSettings {
  const before = { ...DEFAULT_SETTINGS, ...current };
  const after = { ...before, ...put };
  const isNew = (key: keyof Settings): boolean => JSON.stringify(before[key]) !== JSON.stringify(after[key]);
  const added = (key: "toolFiles" | "mcpServers"): string[] => {
    const known = new Set(before[key].map((one) => JSON.stringify(one)));
    return after[key].filter((one) => !known.has(JSON.stringify(one))).map(({ name }) => name);
  };
  return {
    instructions: isNew("systemPrompt"),
    toolFiles: added("toolFiles"),
    servers: added("mcpServers"),
    others: Object.keys(DEFAULT_SETTINGS).some(
      (key) => !["systemPrompt", "toolFiles", "mcpServers", "grants"].includes(key) && isNew(key as keyof Settings),
    ),
  };
}

function placeMessages(
  current: readonly Message[],
  incoming: readonly Message[],
  ours: ReadonlyMap<string, Message>,
): Message[] {
  const next = new Map<string, number>();
  for (const { conversationId, sequence } of current) {
    next.set(conversationId, Math.max(next.get(conversationId) ?? 0, sequence + 1));
  }
  const placed: Message[] = [];
  for (const message of [...incoming].sort((left, right) => left.sequence - right.sequence)) {
    const known = ours.get(message.id);
    if (known === undefined) {
      const sequence = next.get(message.conversationId) ?? 0;
      next.set(message.conversationId, sequence + 1);
      placed.push({ ...message, sequence });
    } else if (isUnfinished(known) && !isUnfinished(message) && known.conversationId === message.conversationId) {
      placed.push({ ...message, sequence: known.sequence });
    }
  }
  return placed;
}

function isUnfinished(message: Message): boolean {
  return message.role === "assistant" && (message.state === "running" || message.state === "interrupted");
}

function isNewer<Value extends Conversation | MemoryRecord>(one: Value, known: Value | undefined): boolean {
  return known === undefined || one.updatedAt > known.updatedAt;
}

function summarize(
  current: ArchiveContents,
  incoming: ArchiveContents,
  put: ArchiveContents,
  mode: ImportMode,
  permissionsDropped: number,
): ImportSummary {
  const count = (kind: ArchiveKind): ImportCounts => {
    const ours = byId<{ readonly id: string }>(current[kind]);
    let added = 0;
    let changed = 0;
    for (const record of put[kind]) {
      const known = ours.get(record.id);
      if (known === undefined) added += 1;
      else if (JSON.stringify(known) !== JSON.stringify(record)) changed += 1;
    }
    const theirs = mode === "replace" ? byId<{ readonly id: string }>(incoming[kind]) : ours;
    const removed = [...ours.keys()].filter((id) => !theirs.has(id)).length;
    return { added, changed, unchanged: incoming[kind].length - added - changed, removed };
  };
  return {
    mode,
    counts: Object.fromEntries(ARCHIVE_KINDS.map((kind) => [kind, count(kind)])) as ImportSummary["counts"],
    settingsChange:
      (mode === "replace" || put.settings !== null) &&
      JSON.stringify(put.settings) !== JSON.stringify(current.settings),
    settings: describeSettings(current.settings, put.settings),
    permissionsDropped,
  };
}

function byId<Value extends { readonly id: string }>(records: readonly Value[]): Map<string, Value> {
  return new Map(records.map((record) => [record.id, record]));
}
