import type { DataApi } from "../../protocol/api/data-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { JsonValue } from "../../protocol/json.ts";
import type { ExportOptions, ImportMode } from "../../protocol/stored-data.ts";
import type { ArchiveContents } from "../../store/archive-shape.ts";
import type { HistoryStore } from "../../store/history/history-store.ts";
import type { Stores } from "../../store/stores.ts";
import type { HostParts } from "../host-parts.ts";
import { reloadEverything } from "../store-changes.ts";
import { attempt, toResult } from "../to-result.ts";
import { withServerKey } from "../with-server-key.ts";

/**
 * Exports, imports, measures and deletes all of the user's data. A run that continued would store its answer into the new
 * data, so all are stopped first. `deleteFiles` forgets the user's folders and deletes the private ones.
 */
export function createDataApi(parts: HostParts, deleteFiles: () => Promise<void>): DataApi {
  const { readStores, runs } = parts;
  const withContents = <Value>(
    text: string,
    mode: ImportMode,
    isOwn: boolean,
    work: (contents: ArchiveContents, connections: JsonValue) => Promise<Value>,
  ): Promise<Result<Value>> =>
    toResult(async (): Promise<Result<Value>> => {
      const { parseArchive, toForeignContents } = await parts.loadArchiveFormat();
      const parsed = parseArchive(text);
      if (!parsed.ok) return { ok: false, failure: { code: "import-refused", detail: parsed.reason } };
      if (isOwn) return { ok: true, value: await work(parsed.contents, parsed.connections) };
      const foreign = toForeignContents(parsed.contents);
      // Added to what is here, somebody else's file must not change how the app works.
      return { ok: true, value: await work(mode === "merge" ? { ...foreign, settings: null } : foreign, null) };
    });
  const openHistory = async () => (await readStores()).openHistory();
  const changing = <Value>(work: (history: HistoryStore) => Promise<Value>): Promise<Result<Value>> =>
    attempt(async () => {
      const value = await work(await openHistory());
      await reloadEverything(parts);
      return value;
    });
  return {
    readStorage: async () => (await readStores()).info(),
    measureStorage: () => attempt(async () => (await readStores()).measure()),
    exportEverything: (options) =>
      toResult(async () => {
        const { writeExport } = await parts.loadArchiveFormat();
        const stores = await readStores();
        const own = options?.withKeys === true ? await withKey(options, stores) : options;
        return writeExport(await stores.readEverything(), { now: parts.now(), newId: parts.newId }, own);
      }),
    openSealed: (...sealed) => attempt(async () => (await parts.loadArchiveFormat()).openSealed(...sealed)),
    makeSealingKey: (passphrase) => attempt(async () => (await parts.loadArchiveFormat()).makeSealingKey(passphrase)),
    previewImport: (text, mode, isOwn) =>
      withContents(text, mode, isOwn, async (contents, connections) => ({
        ...(await (await readStores()).previewImport(contents, mode)),
        connections,
      })),
    importEverything: (text, mode, isOwn) =>
      withContents(text, mode, isOwn, async (contents) => {
        await runs.stopAll();
        const summary = await (await readStores()).importEverything(contents, mode);
        await reloadEverything(parts);
        return summary;
      }),
    previewHistory: (file, goOn) => attempt(async () => (await openHistory()).preview(file, goOn)),
    importHistory: (file, goOn) => changing((history) => history.import(file, goOn)),
    takeOutHistory: (at) => changing((history) => history.takeOut(at)),
    deleteEverything: () =>
      attempt(async () => {
        await runs.stopAll();
        await deleteFiles();
        await (await readStores()).deleteEverything();
        await reloadEverything(parts);
        return null;
      }),
  };
}

/** The same, with the model server's key. */
async function withKey(options: ExportOptions, stores: Stores): Promise<ExportOptions> {
  const { server } = options.connections;
  if (server === null) return options;
  return { ...options, connections: { ...options.connections, server: await withServerKey(server, stores) } };
}
