import type { DataApi } from "../../protocol/api/data-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { JsonValue } from "../../protocol/json.ts";
import type { ExportOptions, ImportMode } from "../../protocol/stored-data.ts";
import type { ArchiveContents } from "../../store/archive-shape.ts";
import type { Stores } from "../../store/stores.ts";
import type { ArchiveFormat } from "../host-deps.ts";
import type { RunRegistry } from "../runs/run-registry.ts";
import { attempt, toResult } from "../to-result.ts";
import { withServerKey } from "../with-server-key.ts";

interface DataApiDeps {
  readStores(): Promise<Stores>;
  loadArchiveFormat(): Promise<ArchiveFormat>;
  newId(): string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A run that continued would store its answer into the new data: all are stopped first. */
  readonly runs: Pick<RunRegistry, "stopAll">;
  /** Reads the stored data again, for the host and the page. */
  reload(): Promise<void>;
  /** Forgets the user's folders and deletes the private ones. */
  deleteFiles(): Promise<void>;
}

/** Exports, imports, measures and deletes all of the user's data. */
export function createDataApi(deps: DataApiDeps): DataApi {
  const withContents = <Value>(
    text: string,
    mode: ImportMode,
    isOwn: boolean,
    work: (contents: ArchiveContents, connections: JsonValue) => Promise<Value>,
  ): Promise<Result<Value>> =>
    toResult(async (): Promise<Result<Value>> => {
      const { parseArchive, toForeignContents } = await deps.loadArchiveFormat();
      const parsed = parseArchive(text);
      if (!parsed.ok) return { ok: false, failure: { code: "import-refused", detail: parsed.reason } };
      if (isOwn) return { ok: true, value: await work(parsed.contents, parsed.connections) };
      const foreign = toForeignContents(parsed.contents);
      // Added to what is here, somebody else's file must not change how the app works.
      return { ok: true, value: await work(mode === "merge" ? { ...foreign, settings: null } : foreign, null) };
    });
  return {
    readStorage: async () => (await deps.readStores()).info(),
    measureStorage: () => attempt(async () => (await deps.readStores()).measure()),
    exportEverything: (options) =>
      toResult(async () => {
        const { toExport, parseArchive } = await deps.loadArchiveFormat();
        const stores = await deps.readStores();
        const stored = await stores.readEverything();
        const { archive, leftOut } = toExport(
          stored,
          { now: deps.now(), newId: deps.newId },
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
        return { ok: true, value: { bytes, leftOut } };
      }),
    previewImport: (text, mode, isOwn) =>
      withContents(text, mode, isOwn, async (contents, connections) => ({
        ...(await (await deps.readStores()).previewImport(contents, mode)),
        connections,
      })),
    importEverything: (text, mode, isOwn) =>
      withContents(text, mode, isOwn, async (contents) => {
        await deps.runs.stopAll();
        const summary = await (await deps.readStores()).importEverything(contents, mode);
        await deps.reload();
        return summary;
      }),
    deleteEverything: () =>
      attempt(async () => {
        await deps.runs.stopAll();
        await deps.deleteFiles();
        await (await deps.readStores()).deleteEverything();
        await deps.reload();
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
