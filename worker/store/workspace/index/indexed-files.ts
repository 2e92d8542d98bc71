import { findFirst } from "../../search/find-first.ts";
import type { IndexedFile } from "./file-index-rows.ts";

/** The files of an index, by their paths and by the numbers of their passages. */
export class IndexedFiles {
  readonly #byPath = new Map<string, IndexedFile>();
  /** Every file that was read, in the order of its first passage; some are no longer current. */
  #byFirst: IndexedFile[] = [];

  get size(): number {
    return this.#byPath.size;
  }

  get(path: string): IndexedFile | undefined {
    return this.#byPath.get(path);
  }

  paths(): readonly string[] {
    return [...this.#byPath.keys()];
  }

  /** In the order of their first passages. */
  list(): readonly IndexedFile[] {
    this.#byFirst = this.#byFirst.filter((file) => this.#isCurrent(file));
    return this.#byFirst;
  }

  /** Files come in the order of their first passages. */
  add(file: IndexedFile): void {
    this.#byPath.set(file.path, file);
    this.#byFirst.push(file);
  }

  delete(path: string): void {
    this.#byPath.delete(path);
  }

  replace(files: readonly IndexedFile[]): void {
    this.#byPath.clear();
    for (const file of files) this.#byPath.set(file.path, file);
    this.#byFirst = [...files];
  }

  /** The file that has a passage now; null for a passage of a file that was read anew or is gone. */
  findByPassage(doc: number): IndexedFile | null {
    const after = findFirst(this.#byFirst.length, (index) => (this.#byFirst[index]?.first ?? 0) <= doc);
    const file = this.#byFirst[after - 1];
    return file !== undefined && doc < file.first + file.passages && this.#isCurrent(file) ? file : null;
  }

  #isCurrent(file: IndexedFile): boolean {
    return this.#byPath.get(file.path) === file;
  }
}
