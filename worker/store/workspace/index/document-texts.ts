import type { ReadText, ScannedPage } from "../../../protocol/workspaces/workspace.ts";
import type { FileIndexCache } from "./file-index-rows.ts";

/** The scans of a document are kept beside its text: no path holds this sign. */
function toScansKey(path: string): string {
  return `${path}\0scans`;
}

/** Characters of documents whose texts are kept. */
const MAX_KEPT = 50_000_000;
/** Characters of texts that stay in memory between searches; without a place to keep them, of all. */
const MAX_IN_MEMORY = 4_000_000;

type TextStore = Pick<FileIndexCache, "readText" | "putText" | "removeText">;

/** The texts of a folder's documents: to read a PDF again for each of its passages would take too long. */
export class DocumentTexts {
  readonly #store: TextStore | undefined;
  /** The last used ones, the newest last. */
  readonly #recent = new Map<string, string>();
  #inMemory = 0;
  #kept = 0;

  constructor(store: TextStore | undefined) {
    this.#store = store;
  }

  /** How many characters are kept already, of an index that was loaded. */
  start(kept: number): void {
    this.#kept = kept;
    this.#recent.clear();
    this.#inMemory = 0;
  }

  /** The characters that are kept of a text now: all of them or none; what OCR says of its pages is kept with it. */
  async put(path: string, { text, scans }: ReadText): Promise<number> {
    if (this.#kept + text.length > (this.#store === undefined ? MAX_IN_MEMORY : MAX_KEPT)) return 0;
    if (this.#store !== undefined && !(await this.#store.putText(path, text))) return 0;
    if (scans !== undefined) await this.#store?.putText(toScansKey(path), JSON.stringify(scans));
    this.#remember(path, text);
    this.#kept += text.length;
    return text.length;
  }

  async read(path: string): Promise<string | null> {
    const text = this.#recent.get(path) ?? (await this.#store?.readText(path)) ?? null;
    if (text !== null) this.#remember(path, text);
    return text;
  }

  /** Undefined where OCR has not read the document. */
  async readScans(path: string): Promise<readonly ScannedPage[] | undefined> {
    const json = await this.#store?.readText(toScansKey(path));
    return json ? JSON.parse(json) : undefined;
  }

  async remove(path: string, kept: number): Promise<void> {
    this.#kept -= kept;
    this.#drop(path);
    await this.#store?.removeText(path);
    await this.#store?.removeText(toScansKey(path));
  }

  #remember(path: string, text: string): void {
    this.#drop(path);
    this.#recent.set(path, text);
    this.#inMemory += text.length;
    for (const oldest of this.#recent.keys()) {
      if (this.#inMemory <= MAX_IN_MEMORY || oldest === path) break;
      this.#drop(oldest);
    }
  }

  #drop(path: string): void {
    this.#inMemory -= this.#recent.get(path)?.length ?? 0;
    this.#recent.delete(path);
  }
}
