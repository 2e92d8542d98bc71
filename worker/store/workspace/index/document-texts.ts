import type { ReadText, ScannedPage } from "../../../protocol/workspaces/workspace.ts";
import type { FileIndexCache } from "./file-index-cache.ts";

/** The scans of a document are kept beside its text: no path holds this sign. */
function toScansKey(path: string): string {
  return `${path}\0scans`;
}

/** Characters of documents whose texts are kept. */
const MAX_KEPT = 50_000_000;

/** The texts of a folder's documents: to read a PDF again for each of its passages would take too long. */
export class DocumentTexts {
  readonly #cache: Pick<FileIndexCache, "readText" | "putText" | "removeText">;
  #kept = 0;

  constructor(cache: FileIndexCache) {
    this.#cache = cache;
  }

  /** How many characters are kept already, of an index that was loaded. */
  start(kept: number): void {
    this.#kept = kept;
  }

  /** The characters that are kept of a text now: all of them or none; what OCR says of its pages is kept with it. */
  async put(path: string, { text, scans }: ReadText): Promise<number> {
    if (this.#kept + text.length > MAX_KEPT || !(await this.#cache.putText(path, text))) return 0;
    if (scans !== undefined) await this.#cache.putText(toScansKey(path), JSON.stringify(scans));
    this.#kept += text.length;
    return text.length;
  }

  read(path: string): Promise<string | null> {
    return this.#cache.readText(path);
  }

  /** Undefined where OCR has not read the document. */
  async readScans(path: string): Promise<readonly ScannedPage[] | undefined> {
    const json = await this.#cache.readText(toScansKey(path));
    return json ? JSON.parse(json) : undefined;
  }

  async remove(path: string, kept: number): Promise<void> {
    this.#kept -= kept;
    await this.#cache.removeText(path);
    await this.#cache.removeText(toScansKey(path));
  }
}
