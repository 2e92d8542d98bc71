import * as z from "zod/mini";
import { toBoundedJson } from "../protocol/bounded-json.ts";
import type { SealingKey } from "../protocol/encryption/sealed-format.ts";
import { failed, type Result } from "../protocol/failure.ts";
import { isForbiddenKey, type JsonValue, parseJson } from "../protocol/json.ts";
import type { Message } from "../protocol/message.ts";
import { findProject, type ProjectId, toScope } from "../protocol/project.ts";
import { DEFAULT_SETTINGS, type Settings } from "../protocol/settings.ts";
import {
  ARCHIVE_KINDS,
  type Connections,
  type DamagedRecord,
  type ExportedData,
  type ExportOptions,
} from "../protocol/stored-data.ts";
import {
  type ArchiveContents,
  isConversation,
  isMemory,
  isMessage,
  isRun,
  isSettings,
  RECORD_LIMITS,
} from "./archive-shape.ts";
import { mendContents } from "./mend-contents.ts";

z.config({ jitless: true });

/** The version of the archive's shape; see docs/export-format.md. A reader refuses newer ones. */
export const ARCHIVE_VERSION = 1;
const ARCHIVE_FORMAT = "alcove-export";

/** A parsed archive: its contents, or a sentence for the user. */
export type ParsedArchive =
  | { readonly ok: true; readonly contents: ArchiveContents; readonly connections: JsonValue }
  | { readonly ok: false; readonly reason: string };

/** Writes what a file can carry of what is stored; names the rest. */
export function toExport(
  stored: ArchiveContents,
  deps: { readonly now: number; newId(): string },
  options?: ExportOptions,
): { readonly archive: Blob; readonly leftOut: readonly DamagedRecord[] } {
  const { contents, leftOut } = mendContents(stored, deps.newId);
  if (options?.project === undefined) return { archive: toArchive(contents, deps.now, options), leftOut };
  return { archive: toArchive(toProjectContents(contents, options.project), deps.now), leftOut };
}

/** A project alone: its record, its conversations with their messages and runs, and the notes that are its own. */
function toProjectContents(contents: ArchiveContents, id: ProjectId): ArchiveContents {
  const conversations = contents.conversations.filter((each) => toScope(each) === id);
  const ids = new Set(conversations.map((each) => each.id));
  const isInside = ({ conversationId }: { readonly conversationId: string }) => ids.has(conversationId);
  const settings = { ...DEFAULT_SETTINGS, ...contents.settings };
  const { prompts } = settings;
  const projects = [findProject(settings, id)];
  return {
    conversations,
    messages: contents.messages.filter(isInside),
    runs: contents.runs.filter(isInside),
    memories: contents.memories.filter(({ project }) => project === id),
    settings: { ...DEFAULT_SETTINGS, projects, prompts: prompts.filter(({ project }) => project === id) },
  };
}

/** The file of an export, which was read back, sealed where that is asked for. */
export async function writeExport(
  stored: ArchiveContents,
  deps: { readonly now: number; newId(): string },
  options?: ExportOptions,
): Promise<Result<ExportedData>> {
  const { archive, leftOut } = toExport(stored, deps, options);
  const bytes = new Uint8Array(await archive.arrayBuffer());
  // A backup that could not be imported must be noticed now, not when it is needed.
  const parsed = parseArchive(new TextDecoder().decode(bytes));
  if (!parsed.ok) return failed("internal", `The export could not be imported: ${parsed.reason}`);
  const { seal } = options ?? {};
  const file = seal === undefined ? bytes : await (await loadSealing()).sealBytes(bytes, seal);
  return { ok: true, value: { bytes: file, leftOut } };
}

/** The text of a sealed file, or null. */
export async function openSealed(text: string, passphrase: string): Promise<string | null> {
  return (await loadSealing()).openSealedText(text, passphrase);
}

/** A new key of a passphrase. */
export async function makeSealingKey(passphrase: string): Promise<SealingKey> {
  return (await loadSealing()).makeSealingKey(passphrase);
}

/** Rarely used, and brings Argon2id along. */
function loadSealing() {
  return import("./encryption/sealed-file.ts");
}

/** Writes an archive: one JSON text, in parts so that no single string gets too long. */
export function toArchive(contents: ArchiveContents, now: number, options?: ExportOptions): Blob {
  const own = contents.settings === null ? null : withoutSecrets(contents.settings);
  const settings = own === null || options?.withKeys === true ? own : withoutTokens(own);
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

/** In no file, whatever was asked for; a file that holds any was not written by this app. */
function withoutSecrets({ secrets: _, backup: __, ...settings }: Settings): Settings {
  return settings;
}

/** Settings of an older version may lack the servers. */
function withoutTokens(settings: Settings): Settings {
  if (settings.mcpServers === undefined) return settings;
  return { ...settings, mcpServers: settings.mcpServers.map(({ token: _, ...server }) => server) };
}

function toConnections({ connections, withKeys }: ExportOptions): Connections {
  if (connections.server === null || withKeys) return connections;
  const { apiKey: _, ...server } = connections.server;
  return { ...connections, server };
}

/** Reads an archive. Every record is checked; a malformed one refuses the whole file and is named in the reason. */
export function parseArchive(text: string): ParsedArchive {
  try {
    return { ok: true, ...readArchive(text) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message };
    throw error;
  }
}

/** Why a file is refused, in a sentence for the user. */
class Refusal extends Error {}

function readArchive(text: string): Omit<Extract<ParsedArchive, { readonly ok: true }>, "ok"> {
  const value = parseJson(text);
  if (value === undefined) throw new Refusal("The file is not JSON, or it is cut off.");
  const head = HEAD.safeParse(value);
  if (!head.success) throw new Refusal("The file is not an export of this app.");
  const { version, ...parts } = head.data;
  if (version > ARCHIVE_VERSION) {
    throw new Refusal("The file was written by a newer version of the app. Reload to get it, then try again.");
  }
  const contents = {
    conversations: checkAll("conversation", parts.conversations, isConversation),
    messages: checkAll("message", parts.messages, isMessage),
    runs: checkAll("run", parts.runs, isRun),
    memories: checkAll("memory", parts.memories, isMemory),
    settings: parts.settings === null ? null : readSettings(parts.settings),
  };
  const known = new Set(contents.conversations.map(({ id }) => id));
  const stray = contents.messages.find(({ conversationId }) => !known.has(conversationId));
  if (stray !== undefined) throw new Refusal(`Message ${stray.id} belongs to no conversation in the file.`);
  const connections = toBoundedJson(parts.connections ?? null);
  return { contents, connections: connections.ok ? connections.value : null };
}

function readSettings(value: unknown): Settings {
  const settings = toBoundedJson(value, RECORD_LIMITS);
  if (settings.ok && isSettings(settings.value)) return withoutSecrets(settings.value);
  throw new Refusal("The settings in the file cannot be read.");
}

/**
 * An archive that somebody else may have written: its texts are taken over, marked as text from outside, but nothing
 * that would instruct a model in the user's name, and no edits, because undoing those would write the file's notes.
 */
export function toForeignContents({ settings, ...contents }: ArchiveContents): ArchiveContents {
  // Without the settings a project is known by its name.
  const names = new Map(settings?.projects?.map(({ id, name }) => [id, name]));
  const toName = (project: ProjectId) => names.get(project) ?? project;
  return {
    ...contents,
    conversations: contents.conversations.map(({ systemPrompt: _, folder, ...conversation }) => ({
      ...conversation,
      ...(folder === undefined ? {} : { folder: toName(folder) }),
    })),
    messages: contents.messages.map(toForeignMessage),
    memories: contents.memories.map(({ project, ...memory }) => ({
      ...memory,
      ...(project === undefined ? {} : { project: toName(project) }),
      untrusted: true,
    })),
    settings:
      settings === null
        ? null
        : { ...settings, systemPrompt: "", toolFiles: [], mcpServers: [], projects: [], prompts: [], waiting: [] },
  };
}

function toForeignMessage(message: Message): Message {
  if (message.role === "user") return { ...message, foreign: true };
  const { undoneAt: _, ...answer } = message;
  const turns = answer.turns.map((turn) => ({ ...turn, calls: turn.calls.map(({ edits: __, ...call }) => call) }));
  return { ...answer, turns, foreign: true };
}

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

function checkAll<Value extends { readonly id: string }>(
  name: string,
  values: readonly unknown[],
  isRight: (value: unknown) => value is Value,
): readonly Value[] {
  const ids = new Set<string>();
  return values.map((value, index) => {
    const copied = toBoundedJson(value, RECORD_LIMITS);
    const place = `${name} ${index + 1} in the file`;
    if (!copied.ok) throw new Refusal(`The ${place} cannot be taken: ${copied.reason}.`);
    const record: unknown = copied.value;
    if (!isRight(record)) throw new Refusal(`The ${place} does not have the shape it should have.`);
    if (isForbiddenKey(record.id) || ids.has(record.id)) {
      throw new Refusal(`The ${place} has an identifier that cannot be taken.`);
    }
    ids.add(record.id);
    return record;
  });
}
