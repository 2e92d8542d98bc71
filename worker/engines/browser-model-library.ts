import type { ModelLibrary } from "../agent/ports/model-library.ts";
import type { ChatTemplate } from "../formats/templates/chat-template.ts";
import { defined } from "../protocol/defined.ts";
import { type Failed, failed, type Result } from "../protocol/failure.ts";
import type { ModelId } from "../protocol/ids.ts";
import type { EngineId, FormatId, ModelEntry, PickedFile } from "../protocol/model.ts";
import { chooseEngine } from "./catalog/choose-engine.ts";
import { createDeviceProbe, type DeviceFacts, probeMemory } from "./catalog/device-facts.ts";
import { createRateMeasurement } from "./catalog/device-rates.ts";
import { createImportedModels, findGgufFault, type ImportedModels, toFolderModel } from "./catalog/imported-models.ts";
import { createThreadMeasurement } from "./catalog/measure-threads.ts";
import { type CatalogModel, listCatalog, listRecordNames, toRecordNames } from "./catalog/model-catalog.ts";
import { fitsWideCache, type PlanFacts, planDevice, planModel } from "./catalog/plan-model.ts";
import { fetchServedFiles, type ServedFile, takeServed } from "./catalog/served-files.ts";
import { deleteCopies, verifyCopies } from "./files/kept-copy.ts";
import { type ModelFiles, openModelFiles, type PartialFile, type StoredFile } from "./files/model-files.ts";
import { joinParts, type WholeFile } from "./files/split-file.ts";
import { type StoreDeps, storeFile, verifyFile } from "./files/store-file.ts";
import {
  deleteProjector,
  isProjector,
  listPerceiving,
  type ProjectorOwner,
  storeProjector,
} from "./gguf/projector-files.ts";
import { readGgufLayout, toByteSource } from "./gguf/read-gguf.ts";
import { downloadModel, loadModel } from "./load-model.ts";
import {
  deleteCachedFiles,
  deleteSpareLibrary,
  findCachedFolder,
  findCachedModel,
} from "./webllm/cached-catalog-model.ts";
import { forgetFirstHashes } from "./webllm/first-hashes.ts";
import { FOLDER_PREFIX, listFolders } from "./webllm/stored-folders.ts";
import { createBrowserModelCache, type ModelCache, toModelFolder } from "./webllm/webllm-cache.ts";

/** The environment that the engines run in. */
export interface EngineEnvironment {
  /** The app's base folder, absolute. */
  readonly baseUrl: string;
  /** Offer the scripts as models as well. */
  readonly scripts: boolean;
  /** Offer the tiny model of random weights as well. */
  readonly tiny?: boolean;
  /** The turns of a dialect: the file's own, else those of the family that the model's name tells. */
  toTemplate(format: FormatId, chatTemplate: string | null, name?: string): ChatTemplate;
}

const IMPORT_PREFIX = "imported-";
const NEVER: AbortSignal = new AbortController().signal;

/** The models of the catalog and those that the user imported, stored in this browser. */
export function createBrowserModelLibrary(environment: EngineEnvironment): ModelLibrary {
  const { baseUrl, toTemplate } = environment;
  const opening = openModelFiles(navigator.storage);
  const cache = createBrowserModelCache(globalThis.caches);
  const probeAdapter = createDeviceProbe(globalThis);
  const threads = createThreadMeasurement(globalThis);
  const rates = createRateMeasurement(globalThis);
  const probe = async (): Promise<DeviceFacts> => ({
    ...(await probeAdapter()),
    ...defined({ measuredThreads: (await threads.read()) ?? undefined }),
  });
  const imported = createImportedModels(opening);
  /** Runs opened for a replay; they last as long as this worker. */
  const replays = new Map<ModelId, CatalogModel>();

  /** Asked for once: what is put beside the app later is found at the next start. */
  let served: Promise<readonly ServedFile[]> | undefined;

  const listModels = async (): Promise<readonly CatalogModel[]> => {
    const files = await opening;
    const sealed = await files.listSealed();
    served ??= fetchServedFiles(baseUrl, globalThis.fetch.bind(globalThis));
    const catalog = await listCatalogModels(environment, await served, sealed, await files.listPartial());
    const picked = sealed.filter(({ name }) => name.startsWith(IMPORT_PREFIX));
    const folders = (await listFolders(cache).catch(() => [])).map(toFolderModel);
    const own = await Promise.all(picked.map(imported.describe));
    const perceiving = listPerceiving(sealed);
    // Only llama.cpp has a place for a projector.
    const withProjector = (model: CatalogModel): CatalogModel =>
      perceiving.has(model.id) ? { ...model, engines: ["wllama"], perceives: true } : model;
    return [...[...catalog, ...own].map(withProjector), ...folders, ...replays.values()];
  };
  const findModel = async (modelId: ModelId): Promise<CatalogModel | undefined> =>
    (await listModels()).find(({ id }) => id === modelId);
  const readPlanFacts = async (forced: EngineId | null): Promise<PlanFacts> => ({
    device: await probe(),
    rates: await rates.read(),
    ...(await probeMemory(globalThis)),
    forced,
  });
  const importRun = async (file: PickedFile): Promise<Result<ModelEntry>> => {
    const { toReplayModel } = await import("./catalog/replay-model.ts");
    const replay = await toReplayModel(file);
    if (!replay.ok) return replay;
    replays.set(replay.value.id, replay.value);
    return { ok: true, value: toEntry(replay.value) };
  };

  return {
    list: async () => (await listModels()).map(toEntry),
    choose: async (entry, forced) => {
      const facts = await probe();
      const choice = chooseEngine(entry, facts, forced);
      if (!choice.ok) return choice;
      const { engine, onGpu } = choice.value;
      if ((engine === "webllm" || onGpu === true) && facts.adapter?.software === false) await rates.measureGpu();
      if (engine !== "wllama" || onGpu === true) return choice;
      await threads.measure();
      return chooseEngine(entry, await probe(), forced);
    },
    download: async ({ id }, onProgress, signal) => {
      const model = await findModel(id);
      if (model === undefined) return toMissing(id);
      const deps = { facts: await probe(), files: await opening, baseUrl, onProgress, signal };
      return withSpace(await downloadModel(model, deps), toMissingBytes(model));
    },
    load: async (entry, choice, onProgress, signal) => {
      const listed = await findModel(entry.id);
      if (listed === undefined) return toMissing(entry.id);
      const facts: PlanFacts = {
        ...(await readPlanFacts(choice.onGpu === true ? null : choice.engine)),
        contexts: choice.contextTokens === undefined ? {} : { [entry.id]: choice.contextTokens },
      };
      const model = { ...listed, contextTokens: planModel(listed, facts).contextTokens };
      const loaded = await loadModel(model, {
        choice,
        facts: facts.device,
        wideCache: fitsWideCache(model, choice, facts),
        freeBytes: facts.freeBytes,
        files: await opening,
        baseUrl,
        toTemplate,
        onProgress,
        signal,
      });
      if (loaded.ok) await rates.measureModel(model, choice, loaded.value).finally(() => void threads.measureLater());
      return withSpace(loaded, toMissingBytes(model));
    },
    noteTurn: async ({ id }, choice, usage) => {
      const model = await findModel(id);
      if (model !== undefined) await rates.note(model, choice, usage);
    },
    importFiles: async (files, onProgress, signal = NEVER) => {
      const file = joinParts(files);
      if (file === null) return failed("parts-missing", files[0]?.name ?? "");
      if (/\.json$/i.test(file.name)) return importRun(file);
      return importGguf(file, { files: await opening, onProgress, signal }, { listModels, imported });
    },
    importFolder: async (title, files, onProgress, signal) => {
      const { importFolder } = await import("./webllm/imported-folder.ts");
      const stored = await importFolder(title, files, { cache, onProgress, signal });
      return stored.ok ? { ok: true, value: toEntry(toFolderModel(stored.value)) } : stored;
    },
    delete: async (modelId) => {
      imported.forget(modelId);
      return deleteModel(modelId, await opening, cache);
    },
    plan: async (forced, contexts = {}) =>
      planDevice(await listModels(), { ...(await readPlanFacts(forced)), contexts }),
    verify: async (modelId, onProgress, signal) => {
      const folder = await findFolder(modelId);
      if (folder === null) return verifyWithCopies(modelId, { files: await opening, onProgress, signal });
      const { verifyFolder } = await import("./webllm/webllm-download.ts");
      return verifyFolder(folder, { cache, onProgress, signal });
    },
  };
}

/** A copy that has changed is deleted and made anew: only the file itself can be at fault. */
async function verifyWithCopies(name: string, deps: StoreDeps): Promise<Result<null>> {
  await verifyCopies(name, deps);
  return verifyFile(name, deps);
}

/** Stores a picked model, or a projector with the model that it belongs to. */
async function importGguf(
  file: WholeFile,
  deps: StoreDeps,
  { listModels, imported }: { listModels(): Promise<readonly CatalogModel[]>; readonly imported: ImportedModels },
): Promise<Result<ModelEntry>> {
  const fault = await findGgufFault(file);
  if (fault !== null) return { ok: false, failure: fault };
  const header = await readGgufLayout(toByteSource(file)).catch(() => null);
  if (header !== null && isProjector(header)) {
    const stored = await storeProjector(file, header, toOwners(await listModels()), deps);
    if (!stored.ok) return stored;
    const owner = (await listModels()).find(({ id }) => id === stored.value);
    return owner === undefined ? toMissing(stored.value) : { ok: true, value: toEntry(owner) };
  }
  const title = file.name.replace(/\.gguf$/i, "");
  const stored = await withSpace(await storeFile(file, title, deps), file.size);
  if (!stored.ok) return stored;
  const { name, sha256 } = stored.value;
  return { ok: true, value: toEntry(await imported.describe({ name, sha256, title, bytes: file.size })) };
}

/** A failure for want of room, with the figures. */
async function withSpace<Value>(result: Result<Value>, needed: number): Promise<Result<Value>> {
  if (result.ok || result.failure.code !== "storage-full") return result;
  const { freeBytes } = await probeMemory(globalThis);
  return freeBytes === null
    ? result
    : { ok: false, failure: { ...result.failure, space: { needed, free: freeBytes } } };
}

function toMissingBytes({ downloadBytes = 0, partialBytes = 0 }: CatalogModel): number {
  return Math.max(0, downloadBytes - partialBytes);
}

/** The stored models that llama.cpp runs from one file. */
function toOwners(models: readonly CatalogModel[]): readonly ProjectorOwner[] {
  const isFile = ({ type }: CatalogModel["source"]): boolean => type === "imported" || type === "gguf";
  return models.filter(({ source, stored }) => stored === true && isFile(source));
}

function toMissing(modelId: ModelId): Failed {
  return failed("model-missing", modelId);
}

/** The models of the catalog, with what of each is stored here. */
async function listCatalogModels(
  { scripts, tiny }: EngineEnvironment,
  served: readonly ServedFile[],
  sealed: readonly StoredFile[],
  partial: readonly PartialFile[],
): Promise<readonly CatalogModel[]> {
  const stored = new Set(sealed.map(({ name }) => name));
  const begun = new Map(partial.map(({ name, bytes }) => [name, bytes]));
  const listed = listCatalog({ scripts, tiny: tiny === true });
  const models = listed.map(async (known) => {
    const model = takeServed(known, served);
    if (stored.has(model.id)) return { ...model, stored: true };
    const { source } = model;
    if (source.type === "webllm-catalog") {
      return { ...model, ...(await findCachedModel(globalThis.caches, toRecordNames(source), partial)) };
    }
    const partialBytes = begun.get(model.id);
    return partialBytes === undefined ? model : { ...model, partialBytes };
  });
  return Promise.all(models);
}

async function deleteModel(modelId: ModelId, files: ModelFiles, cache: ModelCache): Promise<Result<null>> {
  try {
    await deleteCopies(modelId, files);
    await files.delete(modelId);
    const { forgetKeptPrompt } = await import("./wllama/prompt-state.ts");
    await forgetKeptPrompt(globalThis.caches, modelId);
    await deleteProjector(modelId, files);
    await cache.deleteUnder(toModelFolder(modelId));
    for (const record of listRecordNames(modelId)) {
      await deleteCachedFiles(globalThis.caches, record, files);
      await deleteLibraryOf(record, files, cache);
    }
    return { ok: true, value: null };
  } catch (error) {
    return failed("internal", String(error));
  }
}

/** Deletes the record's library if nothing else needs it; keeps it when WebLLM's list cannot be loaded. */
async function deleteLibraryOf(record: string, files: ModelFiles, cache: ModelCache): Promise<void> {
  const catalog = await import("./webllm/webllm-catalog.ts").catch(() => null);
  const listed = catalog?.findCatalogRecord(record);
  if (catalog && listed) await forgetFirstHashes(catalog.toRecordFolder(listed), cache);
  const library = catalog?.findLibrary(record);
  if (library) await deleteSpareLibrary(globalThis.caches, library, files);
}

/** Where the weights of a model in MLC's format are cached; null for any other model. */
async function findFolder(modelId: ModelId): Promise<string | null> {
  if (modelId.startsWith(FOLDER_PREFIX)) return toModelFolder(modelId);
  for (const record of listRecordNames(modelId)) {
    const folder = await findCachedFolder(globalThis.caches, record);
    if (folder !== null) return folder;
  }
  return null;
}

function toEntry({
  source: _source,
  weights,
  strength: _strength,
  served: _served,
  ...entry
}: CatalogModel): ModelEntry {
  return { ...entry, ...defined({ weightBytes: weights?.bytes }) };
}
