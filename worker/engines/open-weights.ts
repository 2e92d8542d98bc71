import { sleep } from "../platform/race-abort.ts";
import { assertNever } from "../protocol/assert-never.ts";
import { describeError } from "../protocol/describe-error.ts";
import { failed, type Result } from "../protocol/failure.ts";
import type { LoadProgress } from "../protocol/model.ts";
import type { DeviceFacts } from "./catalog/device-facts.ts";
import type { CatalogModel } from "./catalog/model-catalog.ts";
import { downloadFile } from "./files/download.ts";
import { openCopy, writeCopy } from "./files/kept-copy.ts";
import type { ModelFiles } from "./files/model-files.ts";
import type { SlicedFile } from "./files/store-file.ts";

/** The dependencies of fetching a model's files. */
export interface FetchDeps {
  readonly facts: DeviceFacts;
  readonly files: ModelFiles;
  /** The app's base folder, absolute; addresses of local models are relative to it. */
  readonly baseUrl: string;
  readonly onProgress: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
}

/** A model's weights, ready to be read by an engine. */
export interface OpenWeights {
  readonly file: SlicedFile;
  /** Keeps what was made of the stored file, for the next load; absent where nothing was made, or it is kept. Never rejects. */
  keep?(freeBytes: number | null): Promise<void>;
}

/** How long a loaded model has the processor to itself before its copy is written, in milliseconds. */
const KEEP_AFTER_MS = 20_000;

/** The model's GGUF file, with the adapter merged into it if it has one: as it was kept, or else while it is read. */
export async function openWeights(entry: CatalogModel, deps: FetchDeps): Promise<Result<OpenWeights>> {
  const file = await openGguf(entry, deps);
  const { source } = entry;
  if (!file.ok) return file;
  if (source.type !== "gguf" || source.adapter === undefined) return { ok: true, value: { file: file.value } };
  try {
    const { findAdapterHashes, mergeStarterAdapter } = await import("./gguf/starter-adapter.ts");
    const hashes = findAdapterHashes();
    const copy = {
      ...{ of: entry.id, title: entry.title },
      ...{ bytes: hashes?.bytes ?? 0, sha256: hashes?.merged ?? "" },
    };
    const kept = hashes?.base === source.sha256 ? await openCopy(copy, deps.files) : null;
    if (kept !== null) return { ok: true, value: { file: kept } };
    const merged = await mergeStarterAdapter(file.value, source.sha256 ?? "");
    const keep = async (freeBytes: number | null): Promise<void> => {
      await sleep(KEEP_AFTER_MS);
      await writeCopy(merged, copy, { files: deps.files, freeBytes, wait: sleep });
    };
    return { ok: true, value: { file: merged, keep } };
  } catch (error) {
    const { GgufFault } = await import("./gguf/gguf-fault.ts");
    const code = error instanceof GgufFault ? "model-corrupt" : "download-failed";
    return { ok: false, failure: { code, detail: describeError(error) } };
  }
}

/** The model's GGUF file as it is stored, or else downloaded. */
export async function openGguf(entry: CatalogModel, deps: FetchDeps): Promise<Result<Blob>> {
  const { id, title, source } = entry;
  switch (source.type) {
    case "gguf": {
      const url = new URL(source.url, deps.baseUrl).href;
      const request = { url, name: entry.id, title, bytes: source.bytes, sha256: source.sha256 };
      return downloadFile(request, { ...deps, fetch: globalThis.fetch.bind(globalThis) });
    }
    case "imported": {
      const file = await deps.files.open(id);
      if (file !== null) return { ok: true, value: file };
      return failed("model-missing", "the imported file is no longer in this browser");
    }
    case "webllm-catalog":
    case "folder":
    case "script":
    case "replay":
      return failed("model-unsupported", `${id} has no GGUF file`);
    default:
      return assertNever(source);
  }
}
