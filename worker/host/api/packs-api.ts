import type { PackFiles } from "../../engines/pack/pack-files.ts";
import type { DataApi } from "../../protocol/api/data-api.ts";
import type { PacksApi } from "../../protocol/api/packs-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { PackFile } from "../../protocol/pack.ts";
import { toResults, toValue } from "../to-result.ts";

export function createPacksApi(deps: {
  loadPackFiles(): Promise<PackFiles>;
  readonly data: Pick<DataApi, "exportEverything" | "previewImport" | "importEverything">;
}): PacksApi {
  const { loadPackFiles, data } = deps;
  const openPack = async (files: readonly PackFile[]) => {
    const pack = toValue(await (await loadPackFiles()).open(files));
    return { pack, text: toValue(await pack.readData()) };
  };
  return toResults<PacksApi>({
    makePack: async ({ app, models, data: withData }, onProgress) => {
      const archive = withData === null ? null : toValue(await data.exportEverything(withData));
      const blob = archive === null ? null : new Blob([archive.bytes]);
      return toValue(await (await loadPackFiles()).make({ app, models, data: blob }, onProgress));
    },
    readPack: async (files) => {
      const { pack, text } = await openPack(files);
      const { manifest, models, leftOut } = pack;
      return {
        createdAt: Date.parse(manifest.createdAt),
        models,
        leftOut,
        data: text === null ? null : toValue(await data.previewImport(text, "merge", true)),
        appFiles: manifest.files.filter(({ role }) => role === "app").length,
        bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    },
    installPack: async (files, isOwn, onProgress) => {
      const { pack, text } = await openPack(files);
      const installed = await pack.install(onProgress, async (): Promise<Result<null>> => {
        const imported = text === null ? null : await data.importEverything(text, "merge", isOwn);
        return imported === null || imported.ok ? { ok: true, value: null } : imported;
      });
      return toValue(installed);
    },
  });
}
