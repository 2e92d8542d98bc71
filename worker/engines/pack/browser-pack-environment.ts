import type { ModelId } from "../../protocol/ids.ts";
import type { PackFile } from "../../protocol/pack.ts";
import { listCatalog, listRecordNames } from "../catalog/model-catalog.ts";
import { openModelFiles } from "../files/model-files.ts";
import { findCachedFiles, listCachedRequests } from "../webllm/cached-catalog-model.ts";
import type { CachedPiece, PackEnvironment, PieceStore } from "./pack-files.ts";
import { TarFault } from "./tar.ts";

/** Every file of the build, as the build itself lists them. */
const APP_FILES = "app-files.json";
/** Tesseract and its data, which go along where they were fetched already. */
const OCR = /\/tesseract-core-|\.traineddata-/;
/** Files that a host may not serve and a pack can do without. */
const OPTIONAL = new RegExp(`\\.txt$|\\.md$|^_headers$|^tiny/|^screenshots/|${OCR.source}`);

/** This browser and this app, for making and installing packs. */
export async function openPackEnvironment(baseUrl: string): Promise<PackEnvironment> {
  const catalog = listCatalog({ scripts: false, tiny: true });
  const find = (modelId: ModelId) => catalog.find(({ id }) => id === modelId);
  return {
    files: await openModelFiles(navigator.storage),
    pieces: createPieceStore(globalThis.caches),
    listAppFiles: () => fetchAppFiles(baseUrl),
    findServedPath: (modelId) => {
      const source = find(modelId)?.source;
      if (source?.type !== "gguf") return null;
      const { href } = new URL(source.url, baseUrl);
      return href.startsWith(baseUrl) ? href.slice(baseUrl.length) : null;
    },
    findTitle: (modelId) => find(modelId)?.title ?? modelId,
    findPinnedHash: (name) => {
      const source = find(name)?.source;
      return source?.type === "gguf" ? source.sha256 : null;
    },
    now: () => Date.now(),
  };
}

async function fetchAppFiles(baseUrl: string): Promise<readonly PackFile[]> {
  const response = await fetch(new URL(APP_FILES, baseUrl)).catch(() => null);
  const paths: unknown = response?.ok === true ? await response.json().catch(() => null) : null;
  if (!Array.isArray(paths)) throw new TarFault("this app was not built, so it has no list of its own files");
  const files: PackFile[] = [];
  for (const path of paths.map(String)) {
    const address = new URL(path, baseUrl);
    const answer = await (OCR.test(path) ? caches.match(address) : fetch(address)).catch(() => null);
    if (answer?.ok === true) files.push({ path, file: await answer.blob() });
    else if (!OPTIONAL.test(path)) throw new TarFault(`the app's file ${path} cannot be had now`);
  }
  return files;
}

function createPieceStore(storage: CacheStorage): PieceStore {
  return {
    list: async (modelId) => {
      for (const record of listRecordNames(modelId)) {
        if ((await findCachedFiles(storage, record))?.complete === true) return readPieces(storage, record);
      }
      return [];
    },
    has: async ({ cache, url }) => (await (await storage.open(cache)).match(url)) !== undefined,
    put: async ({ cache, url, mediaType, content }) => {
      const headers = { "content-type": mediaType, "content-length": String(content.size) };
      await (await storage.open(cache)).put(url, new Response(content, { headers }));
    },
    delete: async ({ cache, url }) => {
      await (await storage.open(cache)).delete(url);
    },
  };
}

async function readPieces(storage: CacheStorage, record: string): Promise<readonly CachedPiece[]> {
  const pieces: CachedPiece[] = [];
  for (const { cache, url } of await listCachedRequests(storage, record)) {
    const response = await (await storage.open(cache)).match(url);
    if (response === undefined) continue;
    const mediaType = response.headers.get("content-type") ?? "application/octet-stream";
    pieces.push({ cache, url, mediaType, content: await response.blob() });
  }
  return pieces;
}
