import type { FilePassage } from "../../agent/ports/workspace-port.ts";
import { buildSegment, countTerms, type IndexedNote } from "../search/build-segment.ts";
import { planQuery, type ReadPostings, rankNotes, SearchSegment } from "../search/rank-notes.ts";
import type { Directory } from "./directory.ts";
import { type DocumentReaders, mayHoldText, readDocument } from "./read-document.ts";
import { splitText } from "./split-text.ts";
import { walkFiles } from "./walk-files.ts";

/** Changed files make a small segment of their own; this many are searched one after the other before all are merged. */
const MAX_SEGMENTS = 6;
/** The passages of one search come from different files first. */
const MAX_PER_FILE = 2;
/** Characters of a title; a longer first line is no title. */
const MAX_TITLE = 120;

const PAGE_END = "\f";

/** A file as it was indexed. */
interface IndexedFile {
  readonly stamp: string;
  readonly docs: readonly number[];
}

interface Passage extends FilePassage {
  readonly note: IndexedNote;
}

/** The words of one folder's files, passage by passage. Reads only the files that changed since the last search. */
export class FileIndex {
  readonly #readers: DocumentReaders;
  readonly #files = new Map<string, IndexedFile>();
  readonly #passages = new Map<number, Passage>();
  #segments: { readonly segment: SearchSegment; readonly postings: Uint8Array }[] = [];
  #nextDoc = 1;
  #updating: Promise<void> | null = null;

  constructor(readers: DocumentReaders) {
    this.#readers = readers;
  }

  /** The passages that fit best, of different files first. */
  async search(root: Directory, words: string, limit: number): Promise<readonly (FilePassage & { score: number })[]> {
    this.#updating ??= this.#update(root).finally(() => {
      this.#updating = null;
    });
    await this.#updating;
    const plan = planQuery(
      this.#segments.map(({ segment }) => segment),
      { text: words },
    );
    const postings = new Map(this.#segments.map(({ segment, postings }) => [segment, postings]));
    const read: ReadPostings = (segment, place) =>
      postings.get(segment)?.subarray(place.start, place.end) ?? new Uint8Array();
    const counts = new Map<string, number>();
    const found: (FilePassage & { score: number })[] = [];
    for (const { doc, score } of rankNotes(plan, read, limit * 8)) {
      const passage = this.#passages.get(doc);
      if (passage === undefined) continue;
      const { note: _, ...shown } = passage;
      const count = counts.get(shown.path) ?? 0;
      if (count >= MAX_PER_FILE) continue;
      counts.set(shown.path, count + 1);
      found.push({ ...shown, score });
      if (found.length === limit) break;
    }
    return found;
  }

  async #update(root: Directory): Promise<void> {
    const seen = new Set<string>();
    const added: IndexedNote[] = [];
    for await (const { path, file } of walkFiles(root)) {
      try {
        const stored = await file.getFile();
        if (!mayHoldText(path, stored.size)) continue;
        seen.add(path);
        const stamp = `${stored.size} ${stored.lastModified}`;
        if (this.#files.get(path)?.stamp === stamp) continue;
        const read = await readDocument(path, stored, this.#readers);
        this.#forget(path);
        added.push(...this.#add(path, stamp, read.type === "text" ? read.text : "", stored.lastModified));
      } catch {
        // A file that cannot be opened now is looked at again by the next search.
        this.#forget(path);
      }
    }
    for (const path of [...this.#files.keys()]) if (!seen.has(path)) this.#forget(path);
    if (added.length === 0) return;
    if (this.#segments.length >= MAX_SEGMENTS) {
      this.#segments = [];
      this.#addSegment([...this.#passages.values()].map(({ note }) => note));
    } else this.#addSegment(added);
  }

  #addSegment(notes: readonly IndexedNote[]): void {
    const { data, postings } = buildSegment(this.#nextDoc, notes);
    this.#segments.push({ segment: new SearchSegment(data), postings });
  }

  #add(path: string, stamp: string, text: string, modifiedAt: number): readonly IndexedNote[] {
    // A passage is found by the file's name and by what stands at its top as well: a letter names its subject once.
    const subject = `${path.replaceAll(/[/_.-]+/g, " ")}\n${readTitle(text)}`;
    const hasPages = text.includes(PAGE_END);
    const countPage = createPageCounter(text);
    const notes = splitText(text).map(({ start, end }) => {
      const doc = this.#nextDoc;
      this.#nextDoc += 1;
      const passage = text.slice(start, end);
      const counted = countTerms(`${subject}\n${passage}`);
      const note = { doc, updatedAt: modifiedAt, ...counted };
      const place = { path, start, end, text: passage };
      this.#passages.set(doc, hasPages ? { ...place, page: countPage(start), note } : { ...place, note });
      return note;
    });
    this.#files.set(path, { stamp, docs: notes.map(({ doc }) => doc) });
    return notes;
  }

  #forget(path: string): void {
    for (const doc of this.#files.get(path)?.docs ?? []) {
      this.#passages.delete(doc);
      for (const { segment } of this.#segments) segment.bury(doc);
    }
    this.#files.delete(path);
  }
}

/** Says on which page a place lies; places come in ascending order. */
function createPageCounter(text: string): (place: number) => number {
  let page = 1;
  let next = text.indexOf(PAGE_END);
  return (place) => {
    for (; next >= 0 && next < place; next = text.indexOf(PAGE_END, next + 1)) page += 1;
    return page;
  };
}

/** The first line with words in it. */
function readTitle(text: string): string {
  return /[^\n]*[\p{L}\p{N}][^\n]*/u.exec(text.slice(0, 1000))?.[0].slice(0, MAX_TITLE) ?? "";
}
