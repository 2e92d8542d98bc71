import type { FilePassage } from "../../agent/ports/workspace-port.ts";
import { buildSegment, countTerms, type IndexedNote } from "../search/build-segment.ts";
import { mergeSegments } from "../search/merge-segments.ts";
import { planQuery, type ReadPostings, rankNotes, SearchSegment } from "../search/rank-notes.ts";
import type { Directory, FileHandle, StoredFile } from "./directory.ts";
import { type FileIndexCache, INDEX_VERSION, type IndexedFile, type StoredIndex } from "./file-index-rows.ts";
import type { FolderWatch } from "./folder-watch.ts";
import { type DocumentReaders, isDocument, mayHoldText, readDocument } from "./read-document.ts";
import { splitText } from "./split-text.ts";
import { walkFiles } from "./walk-files.ts";

/** Changed files make a small segment of their own; this many are searched one after the other before all are merged. */
const MAX_SEGMENTS = 8;
/** Passages that are gathered before they become a segment, so that a large folder is never in memory as a whole. */
const SEGMENT_PASSAGES = 8000;
/** The passages of one search come from different files first. */
const MAX_PER_FILE = 2;
/** Characters of a title; a longer first line is no title. */
const MAX_TITLE = 120;

/** Characters of documents whose texts are kept. */
const MAX_KEPT = 20_000_000;
/** Files that are asked for their time at once. */
const FILES_AT_ONCE = 200;

const PAGE_END = "\f";

export interface FileIndexDeps {
  readonly readers: DocumentReaders;
  readonly cache?: FileIndexCache;
  /** Says whether the folder may have changed; without it every search looks at all files. */
  readonly watch?: FolderWatch;
}

type ScoredPassage = FilePassage & { readonly score: number };

interface Part {
  readonly segment: SearchSegment;
  readonly postings: Uint8Array;
}

/**
 * The words of one folder's files, passage by passage. Reads only the files that changed since it last looked, also after
 * a reload. The passages' texts stay in the files.
 */
export class FileIndex {
  readonly #deps: FileIndexDeps;
  readonly #files = new Map<string, IndexedFile>();
  /** Every file that ever was, by its first passage. */
  #byFirst: IndexedFile[] = [];
  #parts: Part[] = [];
  #kept = 0;
  #nextDoc = 1;
  #nextSegment = 1;
  #isLoaded = false;
  #updating: Promise<void> | null = null;
  #handles = new Map<string, FileHandle>();

  constructor(deps: FileIndexDeps) {
    this.#deps = deps;
  }

  /** The passages that fit best, of different files first. */
  async search(root: Directory, words: string, limit: number): Promise<readonly ScoredPassage[]> {
    this.#updating ??= this.#update(root).finally(() => {
      this.#updating = null;
    });
    await this.#updating;
    const segments = this.#parts.map(({ segment }) => segment);
    const postings = new Map(this.#parts.map(({ segment, postings }) => [segment, postings]));
    const read: ReadPostings = (segment, place) =>
      postings.get(segment)?.subarray(place.start, place.end) ?? new Uint8Array();
    const counts = new Map<string, number>();
    const found: ScoredPassage[] = [];
    for (const { doc, score } of rankNotes(planQuery(segments, { text: words }), read, limit * 8)) {
      const file = this.#findFile(doc);
      const count = file === null ? MAX_PER_FILE : (counts.get(file.path) ?? 0);
      if (file === null || count >= MAX_PER_FILE) continue;
      const passage = await this.#readPassage(file, doc - file.first);
      if (passage === null) continue;
      counts.set(file.path, count + 1);
      found.push({ ...passage, score });
      if (found.length === limit) break;
    }
    return found;
  }

  #findFile(doc: number): IndexedFile | null {
    let low = 0;
    let high = this.#byFirst.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#byFirst[middle]?.first ?? 0) <= doc) low = middle + 1;
      else high = middle;
    }
    const file = this.#byFirst[low - 1];
    return file !== undefined && this.#isCurrent(file) ? file : null;
  }

  /** False once the file was read anew or is gone. */
  #isCurrent(file: IndexedFile): boolean {
    return this.#files.get(file.path) === file;
  }

  /** A passage as its file says it now; null where the file cannot be read any more. */
  async #readPassage(file: IndexedFile, index: number): Promise<FilePassage | null> {
    const start = file.ranges[index * 2] ?? 0;
    const end = file.ranges[index * 2 + 1] ?? 0;
    const text = file.text ?? (await this.#readText(file.path));
    if (text === null) return null;
    const place = { path: file.path, start, end, text: text.slice(start, end) };
    return text.includes(PAGE_END) ? { ...place, page: text.slice(0, start).split(PAGE_END).length } : place;
  }

  async #readText(path: string): Promise<string | null> {
    try {
      const stored = await this.#handles.get(path)?.getFile();
      if (stored === undefined) return null;
      const read = await readDocument(path, stored, this.#deps.readers);
      return read.type === "text" ? read.text : null;
    } catch {
      return null;
    }
  }

  async #update(root: Directory): Promise<void> {
    const { watch } = this.#deps;
    if (!this.#isLoaded) {
      await this.#load();
      this.#isLoaded = true;
    }
    if (watch !== undefined && !(await watch.takeChange(root))) return;
    try {
      await this.#readFolder(root);
    } catch (error) {
      watch?.noteChange();
      throw error;
    }
  }

  async #readFolder(root: Directory): Promise<void> {
    const handles = new Map<string, FileHandle>();
    for await (const { path, file } of walkFiles(root)) handles.set(path, file);
    this.#handles = handles;
    let isChanged = false;
    for (const path of [...this.#files.keys()]) {
      if (handles.has(path)) continue;
      this.#forget(path);
      isChanged = true;
    }
    const added: IndexedNote[] = [];
    for await (const { path, stored } of this.#listChanged([...handles])) {
      isChanged = true;
      this.#forget(path);
      if (stored === null) continue;
      // One by one: a long file has more passages than a call takes arguments.
      for (const note of await this.#read(path, stored)) added.push(note);
      if (added.length >= SEGMENT_PASSAGES) this.#addSegment(added.splice(0));
    }
    if (added.length > 0) this.#addSegment(added);
    if (this.#parts.length > MAX_SEGMENTS) await this.#merge();
    if (isChanged) await this.#deps.cache?.save(this.#toStored());
  }

  /** The files that are not as they were when they were indexed; without `stored` those that can no longer be. */
  async *#listChanged(
    files: readonly (readonly [string, FileHandle])[],
  ): AsyncGenerator<{ readonly path: string; readonly stored: StoredFile | null }> {
    for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
      const opened = files.slice(at, at + FILES_AT_ONCE).map(async ([path, file]) => {
        // A file that cannot be opened now is looked at again by the next search.
        const stored = await file.getFile().catch(() => null);
        if (stored === null) this.#deps.watch?.noteChange();
        return { path, stored: stored !== null && mayHoldText(path, stored.size) ? stored : null };
      });
      for (const { path, stored } of await Promise.all(opened)) {
        if (this.#files.get(path)?.stamp !== toStamp(stored)) yield { path, stored };
      }
    }
  }

  async #read(path: string, stored: StoredFile): Promise<readonly IndexedNote[]> {
    try {
      const read = await readDocument(path, stored, this.#deps.readers);
      const text = read.type === "text" ? read.text : "";
      return this.#add({ path, stamp: toStamp(stored) ?? "", text, modifiedAt: stored.lastModified });
    } catch {
      return [];
    }
  }

  #add(file: {
    readonly path: string;
    readonly stamp: string;
    readonly text: string;
    readonly modifiedAt: number;
  }): readonly IndexedNote[] {
    const { path, stamp, text, modifiedAt } = file;
    // A passage is found by the file's name and by what stands at its top as well: a letter names its subject once.
    const subject = `${path.replaceAll(/[/_.-]+/g, " ")}\n${readTitle(text)}`;
    const ranges = splitText(text);
    const first = this.#nextDoc;
    const notes = ranges.map(({ start, end }, index) => {
      const counted = countTerms(`${subject}\n${text.slice(start, end)}`);
      return { doc: first + index, updatedAt: modifiedAt, ...counted };
    });
    this.#nextDoc += Math.max(1, notes.length);
    const places = Uint32Array.from(ranges.flatMap(({ start, end }) => [start, end]));
    const indexed = { path, stamp, first, ranges: places, ...(this.#mayKeep(path, text) ? { text } : {}) };
    this.#files.set(path, indexed);
    this.#byFirst.push(indexed);
    return notes;
  }

  /** Whether a text stays in memory: to read a PDF again for each of its passages would take too long. */
  #mayKeep(path: string, text: string): boolean {
    if (!isDocument(path) || this.#kept + text.length > MAX_KEPT) return false;
    this.#kept += text.length;
    return true;
  }

  #forget(path: string): void {
    const file = this.#files.get(path);
    if (file === undefined) return;
    for (let index = 0; index < file.ranges.length / 2; index += 1) {
      for (const { segment } of this.#parts) segment.bury(file.first + index);
    }
    this.#kept -= file.text?.length ?? 0;
    this.#files.delete(path);
  }

  #addSegment(notes: readonly IndexedNote[]): void {
    const { data, postings } = buildSegment(this.#takeSegmentId(), notes);
    const segment = new SearchSegment(data);
    // A file may have been read twice before its passages became a segment.
    for (const { doc } of notes) if (this.#findFile(doc) === null) segment.bury(doc);
    this.#parts.push({ segment, postings });
  }

  async #merge(): Promise<void> {
    const dead = new Set<number>();
    for (const { segment } of this.#parts) {
      segment.dead.forEach((isDead, ordinal) => {
        if (isDead === 1) dead.add(segment.data.docs[ordinal] ?? 0);
      });
    }
    const built = this.#parts.map(({ segment, postings }) => ({ data: segment.data, postings }));
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
    const { data, postings } = await mergeSegments(this.#takeSegmentId(), built, dead, pause);
    this.#parts = [{ segment: new SearchSegment(data), postings }];
    this.#byFirst = this.#byFirst.filter((file) => this.#isCurrent(file));
  }

  #takeSegmentId(): number {
    const id = this.#nextSegment;
    this.#nextSegment += 1;
    return id;
  }

  #toStored(): StoredIndex {
    const segments = this.#parts.map(({ segment, postings }) => ({ data: segment.data, postings }));
    const files = this.#byFirst.filter((file) => this.#isCurrent(file));
    return { version: INDEX_VERSION, nextDoc: this.#nextDoc, segments, files };
  }

  /** Takes up what was stored; what does not fit together is left, and the files are read again. */
  async #load(): Promise<void> {
    const stored = await this.#deps.cache?.load();
    if (stored === undefined || stored === null || stored.version !== INDEX_VERSION) return;
    for (const file of stored.files) {
      this.#files.set(file.path, file);
      this.#kept += file.text?.length ?? 0;
    }
    this.#byFirst = [...stored.files];
    this.#nextDoc = stored.nextDoc;
    for (const { data, postings } of stored.segments) {
      this.#nextSegment = Math.max(this.#nextSegment, data.id + 1);
      const segment = new SearchSegment(data);
      for (const doc of data.docs) if (this.#findFile(doc) === null) segment.bury(doc);
      this.#parts.push({ segment, postings });
    }
  }
}

/** What tells a changed file; undefined for one that cannot be read. */
function toStamp(stored: StoredFile | null): string | undefined {
  return stored === null ? undefined : `${stored.size} ${stored.lastModified}`;
}

/** The first line with words in it. */
function readTitle(text: string): string {
  return /[^\n]*[\p{L}\p{N}][^\n]*/u.exec(text.slice(0, 1000))?.[0].slice(0, MAX_TITLE) ?? "";
}
