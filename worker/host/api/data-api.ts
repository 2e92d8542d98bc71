import type { DataApi } from "../../protocol/api/data-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { JsonValue } from "../../protocol/json.ts";
import type { ExportOptions, ImportMode } from "../../protocol/stored-data.ts";
import type { ArchiveContents } from "../../store/archive-shape.ts";
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
  const seal = async (bytes: Uint8Array<ArrayBuffer>, by: ExportOptions["seal"]): Promise<typeof bytes> => {
    if (by === undefined) return bytes;
    const { makeSealingKey, sealText } = await parts.loadSealing();
    const key = typeof by === "string" ? await makeSealingKey(by) : by;
    return new TextEncoder().encode(await sealText(new TextDecoder().decode(bytes), key));
  };
  return {
    readStorage: async () => (await readStores()).info(),
    measureStorage: () => attempt(async () => (await readStores()).measure()),
    exportEverything: (options) =>
      toResult(async () => {
        const { toExport, parseArchive } = await parts.loadArchiveFormat();
        const stores = await readStores();
        const stored = await stores.readEverything();
        const { archive, leftOut } = toExport(
          stored,
          { now: parts.now(), newId: parts.newId },
          options?.withKeys === true ? await withKey(options, stores) : options,
        );
        const bytes = new Uint8Array(await archive.arrayBuffer());
        // A backup that could not be imported must be noticed now, not when it is needed.
        const parsed = parseArchive(new TextDecoder().decode(bytes));
        if (!parsed.ok) {
          return {
            ok: false,
            failure: { code: "internal", detail: `The export could not be imported: ${parsed.reason}` },
          };
        }
        return { ok: true, value: { bytes: await seal(bytes, options?.seal), leftOut } };
      }),
    openSealed: (text, passphrase) => attempt(async () => (await parts.loadSealing()).openSealedText(text, passphrase)),
    makeSealingKey: (passphrase) => attempt(async () => (await parts.loadSealing()).makeSealingKey(passphrase)),
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
