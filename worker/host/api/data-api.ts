import type { DataApi } from "../../protocol/api/data-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { ArchiveContents, ParsedArchive } from "../../store/archive.ts";
import type { Stores } from "../../store/stores.ts";
import { settle } from "../settle.ts";

/** Writes and reads the file of an export; loaded when it is first needed. */
export interface ArchiveFormat {
  toArchive(contents: ArchiveContents, now: number): Blob;
  parseArchive(text: string): ParsedArchive;
  /** The same contents, as those of a file that is not the user's. */
  toForeignContents(contents: ArchiveContents): ArchiveContents;
}

export interface DataApiDeps {
  readStores(): Promise<Stores>;
  loadArchiveFormat(): Promise<ArchiveFormat>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Ends every run: one that went on would store its answer into what is there afterwards. */
  stopRuns(): Promise<void>;
  /** Reads again what the host holds of the stored data, and tells the page. */
  onReplaced(): Promise<void>;
}

/** Exports, imports, measures and deletes all of the user's data. */
export function createDataApi(deps: DataApiDeps): DataApi {
  const withContents = <Value>(
    text: string,
    isOwn: boolean,
    work: (contents: ArchiveContents) => Promise<Value>,
  ): Promise<Result<Value>> =>
    settle(async (): Promise<Result<Value>> => {
      const { parseArchive, toForeignContents } = await deps.loadArchiveFormat();
      const parsed = parseArchive(text);
      if (!parsed.ok) return { ok: false, failure: { code: "import-refused", detail: parsed.reason } };
      return { ok: true, value: await work(isOwn ? parsed.contents : toForeignContents(parsed.contents)) };
    });
  return {
    readStorage: async () => (await deps.readStores()).info(),
    measureStorage: () => settle(async () => ({ ok: true, value: await (await deps.readStores()).measure() })),
    exportEverything: () =>
      settle(async () => {
        const { toArchive } = await deps.loadArchiveFormat();
        const archive = toArchive(await (await deps.readStores()).readEverything(), deps.now());
        return { ok: true, value: new Uint8Array(await archive.arrayBuffer()) };
      }),
    previewImport: (text, mode, isOwn) =>
      withContents(text, isOwn, async (contents) => (await deps.readStores()).previewImport(contents, mode)),
    importEverything: (text, mode, isOwn) =>
      withContents(text, isOwn, async (contents) => {
        await deps.stopRuns();
        const summary = await (await deps.readStores()).importEverything(contents, mode);
        await deps.onReplaced();
        return summary;
      }),
    deleteEverything: () =>
      settle(async () => {
        await deps.stopRuns();
        await (await deps.readStores()).deleteEverything();
        await deps.onReplaced();
        return { ok: true, value: null };
      }),
  };
}
