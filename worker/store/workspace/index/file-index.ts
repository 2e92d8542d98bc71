import type { Reranker } from "../../../agent/ports/embedder.ts";
import type { FilePassage } from "../../../agent/ports/workspace-port.ts";
import { createDeferred } from "../../../platform/deferred.ts";
import { resolvesWithin } from "../../../platform/race-abort.ts";
import type { EmbeddingProgress, FileText, ReadingProgress, ReadText } from "../../../protocol/workspaces/workspace.ts";
import { fuseScores, type Scored } from "../../../search/fuse-scores.ts";
import type { Directory, StoredFile } from "../directory.ts";
import { type DocumentReaders, isDocument, readDocument } from "../read-document.ts";
import { openWalked } from "../walk-files.ts";
import { DocumentTexts } from "./document-texts.ts";
import type { IndexedFile } from "./file-index-rows.ts";
import { FileSegments, type IndexedPassage, MissingPostings } from "./file-segments.ts";
import type { FolderChanges, FolderWatch } from "./folder-watch.ts";
import { IndexedFiles } from "./indexed-files.ts";
import { type LookedFolder, lookAtFolder, lookAtPaths } from "./look-at-folder.ts";
import { PassageVectors, type PassageVectorsDeps } from "./passage-vectors.ts";
import { MAX_RERANKED, rerankPassages } from "./rerank-passages.ts";
import { toPassages, toSubject } from "./to-passages.ts";

/** Passages that are gathered before they become a segment, so that a large folder is never in memory as a whole. */
const SEGMENT_PASSAGES = 8000;
/** Text that was read so long ago is made searchable, however little it is. */
const FLUSH_MS = 4000;
/** The passages of one search come from different files first. */
const MAX_PER_FILE = 2;
/** Files that are read at once, as far as they are small. */
const READ_AT_ONCE = 16;
/** A search in a folder that was read before waits so long for a look at what is new. */
const LOOK_WAIT_MS = 300;
/** A search waits so long for files that are read for it. */
const READ_WAIT_MS = 15_000;
const MAX_ATTEMPTS = 3;
/** Passages that are ranked for each that is wanted: of one file only a few are given. */
const CANDIDATES = 8;
const TELL_MS = 2000;

const PAGE_END = "\f";

export interface FileIndexDeps extends PassageVectorsDeps {
  readonly readers: DocumentReaders;
  /** Milliseconds, of any beginning. */
  now(): number;
  /** Says whether the folder may have changed. */
  readonly watch: FolderWatch;
  /** Keeps other tabs from reading the folder at the same time. */
  runAlone<Value>(work: () => Promise<Value>): Promise<Value>;
  /** The reranker that is loaded; with one, the best passages are put in its order. */
  readReranker(): Reranker | null;
}

/** The index being brought up to date. */
interface Update {
  readonly startedAt: number;
  /** How long a search in files that are known already waits for `looked`. */
  readonly lookWaitMs: number;
  /** Settles when it is known which files have changed. */
  readonly looked: Promise<unknown>;
  readonly done: Promise<unknown>;
}

export type ScoredPassage = FilePassage & { readonly score: number };

/** The result of a search. */
export interface FoundPassages {
  readonly passages: readonly ScoredPassage[];
  /** Where files are not read yet that the search has therefore not looked into. */
  readonly reading: ReadingProgress | null;
}

/**
 * The words of one folder's files, passage by passage. Reads only the files that changed since it last looked, also after
 * a reload. The passages' texts stay in the files. While a large folder is read, what is read so far is searched.
 */
export class FileIndex {
  readonly #deps: FileIndexDeps;
  readonly #files = new IndexedFiles();
  readonly #segments: FileSegments;
  readonly #texts: DocumentTexts;
  readonly #vectors: PassageVectors;
  #nextDoc = 1;
  #revision = "";
  #updating: Update | null = null;
  #reading: ReadingProgress | null = null;
  #toldAt = 0;
  /** Milliseconds that the last look at the whole folder took. */
  #lookMs = 0;
  /** The revision whose postings have been or are being read in advance. */
  #readAheadOf = "";

  constructor(deps: FileIndexDeps) {
    this.#deps = deps;
    this.#segments = new FileSegments(deps.cache);
    this.#texts = new DocumentTexts(deps.cache);
    this.#vectors = new PassageVectors(deps, this.#files);
  }

  /** How many passages are found by their meaning too. */
  get meaning(): EmbeddingProgress | null {
    return this.#vectors.progress;
  }

  /** How far the files are read, while they are. */
  get progress(): ReadingProgress | null {
    return this.#reading;
  }

  /** The passages that fit best, of different files first. */
  async search(root: Directory, words: string, limit: number): Promise<FoundPassages> {
    if (this.#updating === null) await this.#catchUp();
    await this.#waitForUpdate(root);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const reranker = this.#deps.readReranker();
        const wide = reranker === null ? limit : Math.max(limit, MAX_RERANKED);
        const { passages: found, outdated } = await this.#rank(root, words, wide);
        if (outdated.length === 0 || attempt === MAX_ATTEMPTS) {
          this.#readAhead();
          this.#embed(root);
          const ranked = reranker && (await rerankPassages(reranker, words, found, this.#deps.now));
          const passages = (ranked ?? found).slice(0, limit);
          return { passages, reading: this.#reading };
        }
        await this.#updating?.done.catch(() => undefined);
        await this.#begin(root, { type: "some", paths: outdated }).done;
      } catch (error) {
        if (!(error instanceof MissingPostings) || attempt === MAX_ATTEMPTS) throw error;
        // Where this tab is writing, the segments are other ones by now.
        if (this.#updating !== null) continue;
        this.#revision = "";
        await this.#catchUp();
      }
    }
  }

  /** The passages that fit, and the files that were to be read but have changed. */
  async #rank(root: Directory, words: string, limit: number) {
    const counts = new Map<string, number>();
    const passages: ScoredPassage[] = [];
    const outdated: string[] = [];
    /** The texts of this search's files, each read once. */
    const texts = new Map<string, string | null>();
    for (const { id: doc, score } of await this.#rankPassages(words, limit * CANDIDATES)) {
      const file = this.#files.findByPassage(doc);
      const range = this.#segments.findRange(doc);
      const count = file === null ? MAX_PER_FILE : (counts.get(file.path) ?? 0);
      if (file === null || range === null || count >= MAX_PER_FILE) continue;
      const text = texts.has(file.path) ? (texts.get(file.path) ?? null) : await this.#readText(root, file);
      texts.set(file.path, text);
      if (text === null) {
        outdated.push(file.path);
        continue;
      }
      counts.set(file.path, count + 1);
      const { path } = file;
      const place = { path, ...range, text: text.slice(range.start, range.end), score };
      const page = text.includes(PAGE_END) ? text.slice(0, range.start).split(PAGE_END).length : undefined;
      passages.push(page === undefined ? place : { ...place, page });
      if (passages.length === limit) break;
    }
    return { passages, outdated };
  }

  /** By words, and where a model is loaded by meaning too. */
  async #rankPassages(words: string, limit: number): Promise<readonly Scored<number>[]> {
    const near = await this.#vectors.search(words, limit);
    const byWords = await this.#segments.rank(words, limit);
    return near === null ? byWords : fuseScores(words, byWords, near);
  }

  #embed(root: Directory): void {
    if (this.#reading !== null) return;
    this.#vectors.embed(async (file) => {
      const text = await this.#readText(root, file);
      if (text === null) return null;
      const docs = Array.from({ length: file.passages }, (_, index) => file.first + index);
      return docs.flatMap((doc) => {
        const range = this.#segments.findRange(doc);
        return range === null ? [] : [`${toSubject(file.path, text)}\n${text.slice(range.start, range.end)}`];
      });
    });
  }

  /** Brings the index up to date, or lets that go on behind the search where it takes long. */
  async #waitForUpdate(root: Directory): Promise<void> {
    const updating = this.#updating ?? (await this.#startUpdate(root));
    if (updating === null) return;
    const left = Math.max(LOOK_WAIT_MS, updating.startedAt + READ_WAIT_MS - this.#deps.now());
    if (await resolvesWithin(updating.looked, this.#files.size > 0 ? updating.lookWaitMs : left)) {
      await resolvesWithin(updating.done, left);
    } else this.#reading ??= { type: "looking" };
  }

  async #startUpdate(root: Directory): Promise<Update | null> {
    const changes: FolderChanges = await this.#deps.watch.takeChanges(root);
    if (changes.type === "none") return this.#updating;
    if (this.#updating === null) return this.#begin(root, changes);
    this.#deps.watch.noteChange(changes.type === "some" ? changes.paths : undefined);
    return this.#updating;
  }

  #begin(root: Directory, changes: FolderChanges): Update {
    const { promise: hasLooked, resolve: noteLooked } = createDeferred();
    const done = this.#deps
      .runAlone(() => this.#update(root, changes, noteLooked))
      .finally(() => {
        this.#updating = null;
        this.#tell(null);
      });
    // To wait for a look that will not be done in time only costs time.
    const lookWaitMs = changes.type === "all" && this.#lookMs > LOOK_WAIT_MS ? 0 : LOOK_WAIT_MS;
    const updating = { startedAt: this.#deps.now(), lookWaitMs, looked: Promise.race([hasLooked, done]), done };
    // Whoever waits hears of a fault; the next search tries again.
    done.catch(() => this.#deps.watch.noteChange());
    updating.looked.catch(() => undefined);
    this.#updating = updating;
    return updating;
  }

  async #update(root: Directory, changes: FolderChanges, noteLooked: () => void): Promise<void> {
    await this.#catchUp();
    const startedAt = this.#deps.now();
    const some = changes.type === "some" ? await lookAtPaths(root, changes.paths, this.#files) : null;
    const looked = some ?? (await lookAtFolder(root, this.#files));
    if (some === null) {
      this.#deps.watch.noteLooked();
      this.#lookMs = this.#deps.now() - startedAt;
    }
    noteLooked();
    await this.#readChanged(root, looked);
  }

  async #readChanged(root: Directory, { changed, gone, locked }: LookedFolder): Promise<void> {
    if (locked.length > 0) this.#deps.watch.noteChange(locked);
    for (const path of gone) await this.#forget(path);
    let added: IndexedPassage[] = [];
    let flushedAt = this.#deps.now();
    for (let at = 0; at < changed.length; at += READ_AT_ONCE) {
      this.#tell({ type: "reading", read: at, total: changed.length });
      for (const passages of await this.#readFiles(root, changed.slice(at, at + READ_AT_ONCE))) {
        // One by one: a long file has more passages than a call takes arguments.
        for (const passage of passages) added.push(passage);
      }
      if (added.length < SEGMENT_PASSAGES && this.#deps.now() - flushedAt < FLUSH_MS) continue;
      await this.#flush(added);
      added = [];
      flushedAt = this.#deps.now();
    }
    if (added.length > 0 || gone.length > 0 || changed.length > 0) await this.#flush(added);
  }

  /** Reads small files at once, larger ones and documents one after the other; gives their passages in order. */
  async #readFiles(root: Directory, paths: readonly string[]): Promise<readonly (readonly IndexedPassage[])[]> {
    const open = async (path: string) => {
      try {
        const stored = await (await openWalked(root, path)).getFile();
        const read = await readDocument(path, stored, this.#deps.readers);
        return { stored, read };
      } catch {
        // Looked at again by the next search.
        this.#deps.watch.noteChange([path]);
        return null;
      }
    };
    const opened = paths.some(isDocument) ? [] : paths.map(open);
    const found: (readonly IndexedPassage[])[] = [];
    for (const [index, path] of paths.entries()) {
      const each = await (opened[index] ?? open(path));
      if (each !== null) found.push(await this.#take(path, each.stored, each.read));
    }
    return found;
  }

  /** Takes a file as it was read now; gives its passages. */
  async #take(path: string, stored: StoredFile, read: FileText): Promise<readonly IndexedPassage[]> {
    await this.#forget(path);
    const text = read.type === "text" ? read.text : "";
    const kept = read.type === "text" && isDocument(path) && text !== "" ? await this.#texts.put(path, read) : 0;
    const passages = toPassages({ path, text, modifiedAt: stored.lastModified, first: this.#nextDoc });
    const { size: bytes, lastModified: modifiedAt } = stored;
    this.#files.add({ path, bytes, modifiedAt, first: this.#nextDoc, passages: passages.length, kept });
    this.#nextDoc += Math.max(1, passages.length);
    return passages;
  }

  /** Takes the text of a file that was read elsewhere. */
  async keep(root: Directory, path: string, read: ReadText): Promise<void> {
    await this.#updating?.done.catch(() => undefined);
    await this.#deps.runAlone(async () => {
      await this.#catchUp();
      const stored = await (await openWalked(root, path)).getFile();
      await this.#flush([...(await this.#take(path, stored, read))]);
    });
  }

  /** The kept text of a file that is as it was when it was read; null where there is none. */
  async readKept(root: Directory, path: string): Promise<ReadText | null> {
    if (this.#updating === null) await this.#catchUp();
    const file = this.#files.get(path);
    if (file === undefined || file.kept === 0) return null;
    const text = await this.#readText(root, file);
    if (text === null) return null;
    const scans = await this.#texts.readScans(path);
    return { type: "text", text, ...(scans === undefined ? {} : { scans }) };
  }

  /** A file's text; null where the file is no longer as it was indexed, or cannot be read. */
  async #readText(root: Directory, { path, bytes, modifiedAt, kept }: IndexedFile): Promise<string | null> {
    try {
      const stored = await (await openWalked(root, path)).getFile();
      if (stored.size !== bytes || stored.lastModified !== modifiedAt) return null;
      const text = kept > 0 ? await this.#texts.read(path) : null;
      if (text !== null) return text;
      const read = await readDocument(path, stored, this.#deps.readers);
      return read.type === "text" ? read.text : null;
    } catch {
      return null;
    }
  }

  async #forget(path: string): Promise<void> {
    const file = this.#files.get(path);
    if (file === undefined) return;
    this.#segments.bury(file.first, file.passages);
    this.#files.delete(path);
    if (file.kept > 0) await this.#texts.remove(path, file.kept);
  }

  /** Makes what was read searchable, and stores it. */
  async #flush(added: readonly IndexedPassage[]): Promise<void> {
    // A file may have been read twice before its passages became a segment.
    const live = added.filter(({ doc }) => this.#files.findByPassage(doc) !== null);
    if (live.length > 0) this.#segments.add(live);
    await this.#segments.merge();
    const unstored = this.#segments.listUnstored();
    const index = { nextDoc: this.#nextDoc, segmentIds: this.#segments.ids };
    const revision = await this.#deps.cache.save(index, this.#files.list(), unstored);
    if (revision === null) return;
    this.#revision = revision;
    this.#segments.noteStored(unstored);
  }

  /** Takes up what was stored, here before or by another tab meanwhile. */
  async #catchUp(): Promise<void> {
    const revision = await this.#deps.cache.readRevision();
    if (revision === "" || revision === this.#revision) return;
    const stored = await this.#deps.cache.load();
    if (stored === null) return;
    this.#revision = stored.revision;
    this.#nextDoc = stored.nextDoc;
    this.#files.replace(stored.files);
    this.#texts.start(stored.files.reduce((sum, { kept }) => sum + kept, 0));
    this.#segments.replace(stored.segments, (doc) => this.#files.findByPassage(doc) !== null);
  }

  /** After the first answer from what was stored the rest of it is read, as far as there is room. */
  #readAhead(): void {
    if (this.#readAheadOf === this.#revision) return;
    this.#readAheadOf = this.#revision;
    void this.#segments.readAhead();
  }

  #tell(reading: ReadingProgress | null): void {
    const before = this.#reading;
    this.#reading = reading;
    const now = this.#deps.now();
    if (reading === before || (reading !== null && before !== null && now - this.#toldAt < TELL_MS)) return;
    this.#toldAt = now;
    this.#deps.onReading();
  }
}
