import type { FileCaller, PlannedChange, RequestedChange } from "../../agent/ports/workspace-port.ts";
import type { FileChange, FileRevert, WorkspaceId } from "../../protocol/workspaces/workspace.ts";
import type { Directory, FileHandle } from "./directory.ts";
import { decodeExact, toHash } from "./file-bytes.ts";
import { type FilePlace, findFile, findPlace } from "./find-entry.ts";
import { toPathParts } from "./safe-path.ts";
import type { ChangeRow, WorkspaceDatabase } from "./workspace-database.ts";
import { toWorkspaceFault, WorkspaceFault } from "./workspace-fault.ts";

/** How long a change can be undone, in milliseconds. */
export const UNDO_MS = 30 * 24 * 60 * 60 * 1000;
/** Largest file that is changed: its bytes are kept for undoing. */
const MAX_CHANGED_BYTES = 20_000_000;
const MAX_PLANS = 200;

type Bytes = Uint8Array<ArrayBuffer>;

export interface JournalDeps {
  readonly database: WorkspaceDatabase;
  /** The folder of a workspace, allowed to be written to. */
  openRoot(id: WorkspaceId): Promise<Directory>;
  /** Does work while nobody else does, in any tab. */
  runAlone<Value>(work: () => Promise<Value>): Promise<Value>;
  now(): number;
  newId(): string;
}

/** A change with the bytes it is about. */
interface PreparedChange extends PlannedChange {
  readonly place: FilePlace;
  readonly target?: FilePlace;
  readonly beforeBytes: Bytes | null;
  readonly afterBytes: Bytes | null;
  readonly beforeHash: string;
}

/**
 * Changes files so that each can be undone: what a file held is stored first, then the file is replaced as a whole. A
 * device that stops in between leaves the old file or the new one, and `mend` brings the journal in line with it.
 */
export class FileJournal {
  readonly #deps: JournalDeps;
  /** Hashes of what the user was shown, by call. */
  readonly #shown = new Map<string, string>();

  constructor(deps: JournalDeps) {
    this.#deps = deps;
  }

  /** Plans a change, in paths of the workspace. */
  async plan(root: Directory, change: RequestedChange, callId: string): Promise<PlannedChange> {
    const prepared = await prepare(root, change, false);
    if (this.#shown.size >= MAX_PLANS) this.#shown.clear();
    this.#shown.set(callId, prepared.beforeHash);
    return toPlan(prepared);
  }

  async apply(
    workspaceId: WorkspaceId,
    root: Directory,
    change: RequestedChange,
    caller: FileCaller,
  ): Promise<PlannedChange> {
    return this.#deps.runAlone(async () => {
      const prepared = await prepare(root, change, true);
      const shown = this.#shown.get(caller.callId);
      if (shown !== undefined && shown !== prepared.beforeHash) {
        throw new WorkspaceFault("changed-meanwhile", prepared.path);
      }
      const { action, path, movedTo, beforeBytes, afterBytes } = prepared;
      const row: ChangeRow = {
        id: this.#deps.newId(),
        workspaceId,
        action,
        path,
        ...(movedTo === undefined ? {} : { movedTo }),
        at: this.#deps.now(),
        conversationId: caller.conversationId,
        messageId: caller.messageId,
        state: "begun",
        afterHash: afterBytes === null ? null : await toHash(afterBytes),
      };
      await this.#deps.database.beginChange(row, beforeBytes);
      try {
        await perform(prepared);
      } catch (error) {
        await this.#settle(row, root);
        throw toWorkspaceFault(error, path);
      }
      await this.#deps.database.putChange({ ...row, state: "done" });
      return toPlan(prepared);
    });
  }

  /** The journal, the newest first. */
  async list(): Promise<readonly FileChange[]> {
    return (await this.#deps.database.listChanges()).map(({ state: _, afterHash: __, ...change }) => change);
  }

  /** Puts a file back as it was before a change, unless it has changed since. */
  undo(id: string): Promise<FileRevert | null> {
    return this.#deps.runAlone(async () => {
      const found = await this.#deps.database.readChange(id);
      if (found === null) return null;
      const { row, before } = found;
      const root = await this.#deps.openRoot(row.workspaceId);
      const state = await readState(root, row, before);
      if (state === "other") return { type: "changed-since" };
      if (state === "after") await putBack(root, row, before);
      await this.#deps.database.putChange({ ...row, state: "done", undoneAt: this.#deps.now() });
      return { type: "reverted" };
    });
  }

  /** Settles what was under way when the device stopped, and forgets what is too old to undo. */
  async mend(): Promise<void> {
    await this.#deps.runAlone(async () => {
      const rows = await this.#deps.database.listChanges();
      const oldest = this.#deps.now() - UNDO_MS;
      await this.#deps.database.dropChanges(rows.filter(({ at }) => at < oldest).map(({ id }) => id));
      for (const row of rows) {
        if (row.state === "done" || row.at < oldest) continue;
        try {
          await this.#settle(row, await this.#deps.openRoot(row.workspaceId));
        } catch {
          // The folder cannot be opened now; the next start tries again.
        }
      }
    });
  }

  async #settle(row: ChangeRow, root: Directory): Promise<void> {
    const { database } = this.#deps;
    const before = (await database.readChange(row.id))?.before ?? null;
    if (row.movedTo !== undefined || before === null) await removeEmpty(root, row);
    const state = await readState(root, row, before);
    if (state === "before") return database.dropChanges([row.id]);
    if (state === "both") await removeFile(await findFile(root, toPathParts(row.path)));
    // Undoing a change whose file holds something else is refused, so the entry may stay.
    await database.putChange({ ...row, state: "done" });
  }
}

/** Removes the empty file that stands where a new one was to be written. */
async function removeEmpty(root: Directory, { path, movedTo, afterHash }: ChangeRow): Promise<void> {
  const target = movedTo ?? path;
  const empty = await toHash(new Uint8Array());
  if (afterHash === empty || (await readHash(root, target)) !== empty) return;
  await removeFile(await findFile(root, toPathParts(target)));
}

/** `both`: a moved file is still in its old place as well. */
type FileState = "before" | "after" | "both" | "other";

async function readState(root: Directory, row: ChangeRow, before: Bytes | null): Promise<FileState> {
  const beforeHash = before === null ? null : await toHash(before);
  const current = await readHash(root, row.path);
  if (row.movedTo === undefined) {
    if (current === beforeHash) return "before";
    return current === row.afterHash ? "after" : "other";
  }
  const moved = await readHash(root, row.movedTo);
  if (moved === null) return current === beforeHash ? "before" : "other";
  if (moved !== row.afterHash) return "other";
  if (current === null) return "after";
  return current === beforeHash ? "both" : "other";
}

async function putBack(root: Directory, { path, movedTo }: ChangeRow, before: Bytes | null): Promise<void> {
  if (before === null) return removeFile(await findFile(root, toPathParts(path)));
  await writeFile(await findPlace(root, toPathParts(path), true), before);
  if (movedTo !== undefined) await removeFile(await findFile(root, toPathParts(movedTo)));
}

async function prepare(root: Directory, change: RequestedChange, create: boolean): Promise<PreparedChange> {
  const parts = toPathParts(change.path);
  if (change.type === "write") return await prepareWrite(root, parts, change, create);
  const place = await findFile(root, parts);
  const beforeBytes = await readBytes(place.file);
  const facts = { place, path: place.path, beforeBytes, beforeHash: await toHash(beforeBytes) };
  if (change.type === "edit") {
    const before = decodeExact(beforeBytes);
    if (before === null) throw new WorkspaceFault("not-text", place.path);
    const after = replaceOnce(before, change, place.path);
    return { ...facts, action: "change", before, after, afterBytes: new TextEncoder().encode(after) };
  }
  const text = decodeExact(beforeBytes) ?? `(${beforeBytes.length} bytes)`;
  if (change.type === "delete") return { ...facts, action: "delete", before: text, after: null, afterBytes: null };
  const target = await findNewPlace(root, toPathParts(change.to), create);
  if (target.file !== null) throw new WorkspaceFault(target.path === place.path ? "case-only" : "exists", target.path);
  return {
    ...facts,
    action: "move",
    movedTo: target.path,
    target,
    before: place.path,
    after: target.path,
    afterBytes: beforeBytes,
  };
}

/** Replaces a piece of a text that is in it exactly once. Line ends are taken as the text has them. */
function replaceOnce(
  text: string,
  { find, replace }: Extract<RequestedChange, { readonly type: "edit" }>,
  path: string,
): string {
  const windows = text.includes("\r\n") && !find.includes("\r\n");
  const toOwn = (words: string): string => (windows ? words.replaceAll("\n", "\r\n") : words);
  const wanted = toOwn(find);
  const first = find === "" ? -1 : text.indexOf(wanted);
  if (first < 0) throw new WorkspaceFault("no-match", path);
  if (text.indexOf(wanted, first + 1) >= 0) throw new WorkspaceFault("many-matches", path);
  return text.slice(0, first) + toOwn(replace) + text.slice(first + wanted.length);
}

async function prepareWrite(
  root: Directory,
  parts: readonly string[],
  { text, append = false }: Extract<RequestedChange, { type: "write" }>,
  create: boolean,
): Promise<PreparedChange> {
  const place = await findNewPlace(root, parts, create);
  const beforeBytes = place.file === null ? null : await readBytes(place.file);
  const before = beforeBytes === null ? null : decodeExact(beforeBytes);
  if (beforeBytes !== null && before === null) throw new WorkspaceFault("not-text", place.path);
  const after = append && before !== null ? `${before}${/[^\n]$/.test(before) ? "\n" : ""}${text}` : text;
  const afterBytes = new TextEncoder().encode(after);
  if (afterBytes.length > MAX_CHANGED_BYTES) throw new WorkspaceFault("too-big-to-undo", place.path);
  return {
    place,
    path: place.path,
    action: beforeBytes === null ? "create" : "change",
    before,
    after,
    beforeBytes,
    afterBytes,
    beforeHash: beforeBytes === null ? "" : await toHash(beforeBytes),
  };
}

/** Without `create`, a file in a folder that is not there yet is new as well. */
async function findNewPlace(root: Directory, parts: readonly string[], create: boolean): Promise<FilePlace> {
  try {
    return await findPlace(root, parts, create);
  } catch (error) {
    const isNew = !create && error instanceof WorkspaceFault && error.refusal === "missing";
    if (!isNew) throw error;
    return { directory: root, name: parts.at(-1) ?? "", file: null, path: parts.join("/") };
  }
}

async function perform({ place, target, action, afterBytes }: PreparedChange): Promise<void> {
  if (afterBytes === null) return removeFile(place);
  await writeFile(target ?? place, afterBytes);
  if (action === "move") await removeFile(place);
}

/** Replaces a file as a whole, or makes it. */
export async function writeFile({ directory, name }: FilePlace, bytes: Bytes): Promise<void> {
  const handle = await directory.getFileHandle(name, { create: true });
  if (handle.createWritable === undefined) throw new WorkspaceFault("not-supported", name);
  const writable = await handle.createWritable();
  try {
    await writable.write(bytes);
    await writable.close();
  } catch (error) {
    await writable.abort?.().catch(() => undefined);
    throw error;
  }
}

async function removeFile({ directory, name }: FilePlace): Promise<void> {
  await directory.removeEntry(name);
}

async function readHash(root: Directory, path: string): Promise<string | null> {
  try {
    const { file } = await findPlace(root, toPathParts(path));
    return file === null ? null : await toHash(await readBytes(file));
  } catch (error) {
    if (error instanceof WorkspaceFault && error.refusal === "missing") return null;
    throw error;
  }
}

async function readBytes(handle: FileHandle): Promise<Bytes> {
  const file = await handle.getFile();
  if (file.size > MAX_CHANGED_BYTES) throw new WorkspaceFault("too-big-to-undo", handle.name);
  return new Uint8Array(await file.arrayBuffer());
}

function toPlan({ action, path, movedTo, before, after }: PreparedChange): PlannedChange {
  return { action, path, before, after, ...(movedTo === undefined ? {} : { movedTo }) };
}
