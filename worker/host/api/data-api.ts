import type { DataApi } from "../../protocol/api/data-api.ts";
import { failed } from "../../protocol/failure.ts";
import type { JsonValue } from "../../protocol/json.ts";
import type { ImportMode } from "../../protocol/stored-data.ts";
import type { ArchiveContents } from "../../store/archive-shape.ts";
import type { HistoryStore } from "../../store/history/history-store.ts";
import type { HostParts } from "../host-parts.ts";
import { reloadEverything } from "../store-changes.ts";
import { toResults, toValue } from "../to-result.ts";
import { withServerKey } from "../with-server-key.ts";

/**
 * Exports, imports, measures and deletes all of the user's data. A run that continued would store its answer into the new
 * data, so all are stopped first. `deleteFiles` forgets the user's folders and deletes the private ones.
 */
export function createDataApi(parts: HostParts, deleteFiles: () => Promise<void>): DataApi {
  const { readStores, runs } = parts;
  const withContents = async <Value>(
    text: string,
    mode: ImportMode,
    isOwn: boolean,
    work: (contents: ArchiveContents, connections: JsonValue) => Promise<Value>,
  ): Promise<Value> => {
    const { parseArchive, toForeignContents } = await parts.loadArchiveFormat();
    const parsed = parseArchive(text);
    if (!parsed.ok) return toValue(failed("import-refused", parsed.reason));
    if (isOwn) return work(parsed.contents, parsed.connections);
    const foreign = toForeignContents(parsed.contents);
    // Added to what is here, somebody else's file must not change how the app works.
    return work(mode === "merge" ? { ...foreign, settings: null } : foreign, null);
  };
  const openHistory = async () => (await readStores()).openHistory();
  const changing = async <Value>(work: (history: HistoryStore) => Promise<Value>): Promise<Value> => {
    const value = await work(await openHistory());
    await reloadEverything(parts);
    return value;
  };
  return {
    readStorage: async () => (await readStores()).info(),
    ...toResults<Omit<DataApi, "readStorage">>({
      measureStorage: async () => (await readStores()).measure(),
      exportEverything: async (options) => {
        const { writeExport } = await parts.loadArchiveFormat();
        const stores = await readStores();
        const server = options?.withKeys === true ? options.connections.server : null;
        // With the model server's key.
        const keyed = server === null ? {} : { server: await withServerKey(server, stores) };
        const own = options && { ...options, connections: { ...options.connections, ...keyed } };
        return toValue(await writeExport(await stores.readEverything(), { now: parts.now(), newId: parts.newId }, own));
      },
      openSealed: async (...sealed) => (await parts.loadArchiveFormat()).openSealed(...sealed),
      makeSealingKey: async (passphrase) => (await parts.loadArchiveFormat()).makeSealingKey(passphrase),
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
      previewHistory: async (file, goOn) => (await openHistory()).preview(file, goOn),
      importHistory: (file, goOn) => changing((history) => history.import(file, goOn)),
      takeOutHistory: (at) => changing((history) => history.takeOut(at)),
      deleteEverything: async () => {
        await runs.stopAll();
        await deleteFiles();
        await (await readStores()).deleteEverything();
        await reloadEverything(parts);
      },
    }),
  };
}
