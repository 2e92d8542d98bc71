import type { DataApi } from "../../protocol/api/data-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { ArchiveContents } from "../../store/archive.ts";
import type { Stores } from "../../store/stores.ts";
import type { ArchiveFormat } from "../host-deps.ts";
import type { RunRegistry } from "../runs/run-registry.ts";
import { attempt, toResult } from "../to-result.ts";

interface DataApiDeps {
  readStores(): Promise<Stores>;
  loadArchiveFormat(): Promise<ArchiveFormat>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A run that continued would store its answer into the new data: all are stopped first. */
  readonly runs: Pick<RunRegistry, "stopAll">;
  /** Reads the stored data again, for the host and the page. */
  reload(): Promise<void>;
}

/** Exports, imports, measures and deletes all of the user's data. */
export function createDataApi(deps: DataApiDeps): DataApi {
  const withContents = <Value>(
    text: string,
    isOwn: boolean,
    work: (contents: ArchiveContents) => Promise<Value>,
  ): Promise<Result<Value>> =>
    toResult(async (): Promise<Result<Value>> => {
      const { parseArchive, toForeignContents } = await deps.loadArchiveFormat();
      const parsed = parseArchive(text);
      if (!parsed.ok) return { ok: false, failure: { code: "import-refused", detail: parsed.reason } };
      return { ok: true, value: await work(isOwn ? parsed.contents : toForeignContents(parsed.contents)) };
    });
  return {
    readStorage: async () => (await deps.readStores()).info(),
    measureStorage: () => attempt(async () => (await deps.readStores()).measure()),
    exportEverything: () =>
      toResult(async () => {
        const { toArchive, parseArchive } = await deps.loadArchiveFormat();
        const archive = toArchive(await (await deps.readStores()).readEverything(), deps.now());
        // A backup that could not be imported must be noticed now, not when it is needed.
        const parsed = parseArchive(await archive.text());
        if (!parsed.ok) {
          return {
            ok: false,
            failure: { code: "internal", detail: `The export could not be imported: ${parsed.reason}` },
          };
        }
        return { ok: true, value: new Uint8Array(await archive.arrayBuffer()) };
      }),
    previewImport: (text, mode, isOwn) =>
      withContents(text, isOwn, async (contents) => (await deps.readStores()).previewImport(contents, mode)),
    importEverything: (text, mode, isOwn) =>
      withContents(text, isOwn, async (contents) => {
        await deps.runs.stopAll();
        const summary = await (await deps.readStores()).importEverything(contents, mode);
        await deps.reload();
        return summary;
      }),
    deleteEverything: () =>
      attempt(async () => {
        await deps.runs.stopAll();
        await (await deps.readStores()).deleteEverything();
        await deps.reload();
        return null;
      }),
  };
}
