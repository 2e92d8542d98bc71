import type { Embedder, Reranker } from "../../agent/ports/embedder.ts";
import type {
  FileCaller,
  FileListing,
  FilePieces,
  FileSearch,
  PlannedChange,
  ReadFile,
  RequestedChange,
  WorkspacePort,
} from "../../agent/ports/workspace-port.ts";
import { defined } from "../../protocol/defined.ts";
import {
  type FileEntry,
  type FileText,
  mayBeScan,
  type ReadingProgress,
  type ReadText,
  type WorkspaceInfo,
} from "../../protocol/workspaces/workspace.ts";
import { foldText } from "../../search/terms.ts";
import type { Directory, StoredFile } from "./directory.ts";
import type { FileJournal } from "./file-journal.ts";
import { findDirectory, findFile } from "./find-entry.ts";
import { FileIndex, type ScoredPassage } from "./index/file-index.ts";
import { createFileIndexCache } from "./index/file-index-cache.ts";
import { FolderWatch } from "./index/folder-watch.ts";
import { type DocumentReaders, readDocument, readSource } from "./read-document.ts";
import { toNameKey } from "./safe-path.ts";
import { listDirectory, toFileEntry, walkFiles } from "./walk-files.ts";
import type { WorkspaceDatabase, WorkspaceRow } from "./workspace-database.ts";
import { WorkspaceFault, withFaults } from "./workspace-fault.ts";
import { type ResolvedPath, toShownPath, type Workspaces } from "./workspaces.ts";

const MAX_LISTED = 60;
const MAX_FOUND = 30;

export interface WorkspaceFilesDeps {
  readonly workspaces: Workspaces;
  readonly journal: FileJournal;
  readonly database: WorkspaceDatabase;
  readonly readers: DocumentReaders;
  now(): number;
  /** The embedding model that is loaded now. */
  readEmbedder(): Embedder | null;
  /** The reranker that is loaded now. */
  readReranker(): Reranker | null;
  /** Something was read or changed, or files were read for their index. */
  onUse(): void;
  /** Runs when no other tab reads the workspace's files for their index. */
  readAlone<Value>(workspaceId: string, work: () => Promise<Value>): Promise<Value>;
}

/** The files of all workspaces, for tools. */
export class WorkspaceFiles implements WorkspacePort {
  readonly #deps: WorkspaceFilesDeps;
  readonly #indexes = new Map<string, FileIndex>();
  readonly #watches = new Map<string, FolderWatch>();

  constructor(deps: WorkspaceFilesDeps) {
    this.#deps = deps;
  }

  async list(path: string, caller: FileCaller): Promise<FileListing> {
    const rows = await this.#deps.workspaces.listGranted(caller);
    const isTop = path.trim() === "" || /^[./\\]+$/.test(path.trim());
    if (isTop && rows.length !== 1) {
      return { entries: rows.map(({ name }) => ({ path: name, type: "folder" })), total: rows.length };
    }
    const { row, parts, toShown } = await this.#deps.workspaces.resolve(isTop ? "" : path, caller, "read");
    const root = await this.#deps.workspaces.openRoot(row, "read");
    const entries = await listDirectory(await findDirectory(root, parts), parts.join("/"));
    const visible = entries.filter((entry) => !isHidden(entry.path));
    return { entries: visible.slice(0, MAX_LISTED).map((each) => withPath(each, toShown)), total: visible.length };
  }

  async find(words: string, caller: FileCaller): Promise<FileListing> {
    const matches = toMatcher(words);
    const entries: FileEntry[] = [];
    let total = 0;
    for (const { row, root, toShown } of await this.#openAll(caller)) {
      for await (const { path, file } of walkFiles(root)) {
        if (!matches(`${row.name}/${path}`)) continue;
        total += 1;
        if (entries.length < MAX_FOUND) entries.push(withPath(await toFileEntry(path, file), toShown));
      }
    }
    return { entries, total };
  }

  read(path: string, caller: FileCaller): Promise<ReadFile> {
    return this.#readWith((own, file, { row, root }) => this.readTextOf(row.id, root, own, file), path, caller);
  }

  /** A file's text; of pictures what was kept by `keepText`. */
  async readTextOf(workspaceId: string, root: Directory, path: string, file: StoredFile): Promise<FileText> {
    const kept = mayBeScan(path) ? await this.#openIndex(workspaceId).readKept(root, path) : null;
    return kept ?? (await readDocument(path, file, this.#deps.readers));
  }

  /** Keeps the text of a file that was read elsewhere. */
  keepText(workspaceId: string, root: Directory, path: string, read: ReadText): Promise<void> {
    return this.#openIndex(workspaceId).keep(root, path, read);
  }

  readSource(path: string, caller: FileCaller): Promise<ReadFile> {
    return this.#readWith(readSource, path, caller);
  }

  async #readWith(
    readText: (
      path: string,
      file: StoredFile,
      from: { readonly row: WorkspaceRow; readonly root: Directory },
    ) => Promise<FileText>,
    path: string,
    caller: FileCaller,
  ): Promise<ReadFile> {
    const { row, root, place, toShown } = await this.#findFile(path, caller);
    const read = await readText(place.path, await place.file.getFile(), { row, root });
    if (read.type === "unreadable") throw new WorkspaceFault(read.reason, place.path);
    await this.#noteReading(row, place.path, caller);
    return { path: toShown(place.path), text: read.text.replaceAll("\f", "") };
  }

  /** A file's bytes piece by piece, for what is too large for `read`. */
  async openPieces(path: string, caller: FileCaller): Promise<FilePieces> {
    const { row, place, toShown } = await this.#findFile(path, caller);
    const file = await place.file.getFile();
    await this.#noteReading(row, place.path, caller);
    return {
      path: toShown(place.path),
      bytes: file.size,
      version: `${row.id}/${place.path} ${file.lastModified}`,
      read: (from, to) => withFaults(place.path, async () => new Uint8Array(await file.slice(from, to).arrayBuffer())),
    };
  }

  async search(words: string, limit: number, caller: FileCaller): Promise<FileSearch> {
    const found: (ScoredPassage & { readonly row: WorkspaceRow; readonly own: string })[] = [];
    const unread: ReadingProgress[] = [];
    for (const { row, root, toShown } of await this.#openAll(caller)) {
      const { passages, reading } = await this.#openIndex(row.id).search(root, words, limit);
      if (reading !== null) unread.push(reading);
      for (const passage of passages) {
        found.push({ ...passage, row, own: passage.path, path: toShown(passage.path) });
      }
    }
    const best = found.sort((left, right) => right.score - left.score).slice(0, limit);
    for (const { row, own } of best) await this.#noteReading(row, own, caller);
    return {
      passages: best.map(({ score: _, row: __, own: ___, ...passage }) => passage),
      reading: unread.length === 0 ? null : unread.reduce(addProgress),
    };
  }

  /** How far a workspace's files are read for their index, and which are found by meaning too. */
  readProgress(workspaceId: string): Pick<WorkspaceInfo, "reading" | "meaning"> {
    const { progress, meaning } = this.#indexes.get(workspaceId) ?? {};
    return defined({ reading: progress ?? undefined, meaning: meaning ?? undefined });
  }

  /** Files of a workspace were changed or put in; without paths it may be any of them. */
  noteChange(workspaceId: string, paths?: readonly string[]): void {
    this.#watches.get(workspaceId)?.noteChange(paths);
  }

  #openIndex(workspaceId: string): FileIndex {
    const known = this.#indexes.get(workspaceId);
    if (known !== undefined) return known;
    const { database, now, onUse, readAlone } = this.#deps;
    const watch = new FolderWatch(now);
    const index = new FileIndex({
      ...this.#deps,
      watch,
      cache: createFileIndexCache(database, workspaceId),
      runAlone: (work) => readAlone(workspaceId, work),
      onReading: onUse,
    });
    this.#watches.set(workspaceId, watch);
    this.#indexes.set(workspaceId, index);
    return index;
  }

  async plan(change: RequestedChange, caller: FileCaller): Promise<PlannedChange> {
    const { row, own, toShown } = await this.#toOwn(change, caller);
    const root = await this.#deps.workspaces.openRoot(row, "write");
    return toShownChange(await this.#deps.journal.plan(root, own, caller.callId), toShown);
  }

  async apply(change: RequestedChange, caller: FileCaller): Promise<PlannedChange> {
    const { row, own, toShown } = await this.#toOwn(change, caller);
    const root = await this.#deps.workspaces.openRoot(row, "write");
    const done = await this.#deps.journal.apply(row.id, root, own, caller);
    this.noteChange(row.id, [done.path, ...(done.movedTo === undefined ? [] : [done.movedTo])]);
    this.#deps.onUse();
    return toShownChange(done, toShown);
  }

  /** The change in paths of its workspace. */
  async #toOwn(change: RequestedChange, caller: FileCaller): Promise<ResolvedPath & { readonly own: RequestedChange }> {
    const resolved = await this.#deps.workspaces.resolve(change.path, caller, "write");
    const path = resolved.parts.join("/");
    if (change.type === "move") {
      const target = await this.#deps.workspaces.resolve(change.to, caller, "write");
      if (target.row.id !== resolved.row.id) throw new WorkspaceFault("outside", change.to);
      return { ...resolved, own: { ...change, path, to: target.parts.join("/") } };
    }
    return { ...resolved, own: { ...change, path } };
  }

  /** The file at a path; else the only one of that name in any folder, since small models leave folders out. */
  async #findFile(path: string, caller: FileCaller) {
    const resolved = await this.#deps.workspaces.resolve(path, caller, "read");
    const root = await this.#deps.workspaces.openRoot(resolved.row, "read");
    try {
      return { ...resolved, root, place: await findFile(root, resolved.parts) };
    } catch (error) {
      if (!(error instanceof WorkspaceFault) || error.refusal !== "missing") throw error;
      const name = toNameKey(resolved.parts.at(-1) ?? "");
      const similar: string[] = [];
      for await (const found of walkFiles(root)) {
        const own = toNameKey(found.file.name);
        if (own === name || own.replace(/\.\w+$/, "") === name) similar.push(found.path);
      }
      const [only, second] = similar;
      if (only === undefined || second !== undefined) throw error;
      return { ...resolved, root, place: await findFile(root, only.split("/")) };
    }
  }

  async #openAll(caller: FileCaller) {
    const rows = await this.#deps.workspaces.listGranted(caller);
    if (rows.length === 0) throw new WorkspaceFault("missing");
    return await Promise.all(
      rows.map(async (row) => ({
        row,
        root: await this.#deps.workspaces.openRoot(row, "read"),
        toShown: toShownPath(row, rows),
      })),
    );
  }

  async #noteReading(row: WorkspaceRow, path: string, { conversationId }: FileCaller): Promise<void> {
    await this.#deps.database.putReading({ workspaceId: row.id, path, at: this.#deps.now(), conversationId });
    this.#deps.onUse();
  }
}

function addProgress(left: ReadingProgress, right: ReadingProgress): ReadingProgress {
  if (left.type === "looking") return right;
  if (right.type === "looking") return left;
  return { type: "reading", read: left.read + right.read, total: left.total + right.total };
}

function isHidden(path: string): boolean {
  return path.slice(path.lastIndexOf("/") + 1).startsWith(".");
}

function withPath(entry: FileEntry, toShown: (path: string) => string): FileEntry {
  return { ...entry, path: toShown(entry.path) };
}

function toShownChange(change: PlannedChange, toShown: (path: string) => string): PlannedChange {
  const { movedTo } = change;
  const shown = { ...change, path: toShown(change.path) };
  return movedTo === undefined ? shown : { ...shown, movedTo: toShown(movedTo) };
}

/** `*.csv` as a pattern of names, anything else as words that all have to be in the path. */
function toMatcher(words: string): (path: string) => boolean {
  const text = foldText(words.trim());
  if (/[*?]/.test(text)) {
    const matches = toWildcard(text);
    return (path) => matches(foldText(path.slice(path.lastIndexOf("/") + 1))) || matches(foldText(path));
  }
  const wanted = text.split(/[\s/]+/).filter((word) => word !== "");
  return (path) => {
    const folded = foldText(path);
    return wanted.every((word) => folded.includes(word));
  };
}

/** `*` stands for any text and `?` for one letter. Each piece is looked for once: a pattern would try all of their places. */
function toWildcard(pattern: string): (text: string) => boolean {
  const [first = [], ...pieces] = pattern.split(/\*+/).map((piece) => [...piece]);
  const last = pieces.pop();
  return (text) => {
    const letters = [...text];
    const isAt = (piece: readonly string[], from: number): boolean =>
      piece.every((letter, index) =>
        letter === "?" ? from + index < letters.length : letters[from + index] === letter,
      );
    if (last === undefined) return letters.length === first.length && isAt(first, 0);
    let at = first.length;
    if (!isAt(first, 0)) return false;
    for (const piece of pieces) {
      while (at + piece.length <= letters.length && !isAt(piece, at)) at += 1;
      at += piece.length;
    }
    const end = letters.length - last.length;
    return at <= end && isAt(last, end);
  };
}
