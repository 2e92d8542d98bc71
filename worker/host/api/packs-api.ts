import type { OpenPack, PackFiles } from "../../engines/pack/pack-files.ts";
import type { DataApi } from "../../protocol/api/data-api.ts";
import type { PacksApi } from "../../protocol/api/packs-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { PackFile } from "../../protocol/pack.ts";
import { toResult } from "../to-result.ts";

export function createPacksApi(deps: {
  loadPackFiles(): Promise<PackFiles>;
  readonly data: Pick<DataApi, "exportEverything" | "previewImport" | "importEverything">;
}): PacksApi {
  const { loadPackFiles, data } = deps;
  const withPack = <Value>(
    files: readonly PackFile[],
    work: (pack: OpenPack, text: string | null) => Promise<Result<Value>>,
  ): Promise<Result<Value>> =>
    toResult(async () => {
      const opened = await (await loadPackFiles()).open(files);
      if (!opened.ok) return opened;
      const text = await opened.value.readData();
      return text.ok ? work(opened.value, text.value) : text;
    });
  return {
    makePack: ({ app, models, data: withData }, onProgress) =>
      toResult(async () => {
        const archive = withData === null ? null : await data.exportEverything(withData);
        if (archive !== null && !archive.ok) return archive;
        const blob = archive === null ? null : new Blob([archive.value.bytes]);
        return (await loadPackFiles()).make({ app, models, data: blob }, onProgress);
      }),
    readPack: (files) =>
      withPack(files, async ({ manifest, models, leftOut }, text) => {
        const preview = text === null ? null : await data.previewImport(text, "merge", true);
        if (preview !== null && !preview.ok) return preview;
        return {
          ok: true,
          value: {
            createdAt: Date.parse(manifest.createdAt),
            models,
            leftOut,
            data: preview === null ? null : preview.value,
            appFiles: manifest.files.filter(({ role }) => role === "app").length,
            bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
          },
        };
      }),
    installPack: (files, isOwn, onProgress) =>
      withPack(files, (pack, text) =>
        pack.install(onProgress, async (): Promise<Result<null>> => {
          const imported = text === null ? null : await data.importEverything(text, "merge", isOwn);
          return imported === null || imported.ok ? { ok: true, value: null } : imported;
        }),
      ),
  };
}
