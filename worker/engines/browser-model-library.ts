import type { ModelLibrary } from "../agent/ports/model-library.ts";
import type { ChatTemplate } from "../formats/templates/chat-template.ts";
import type { Failure } from "../protocol/failure.ts";
import type { ModelId } from "../protocol/ids.ts";
import type { FormatId, ModelEntry, PickedFile } from "../protocol/model.ts";
import { chooseEngine } from "./catalog/choose-engine.ts";
import { createDeviceProbe, probeMemory } from "./catalog/device-facts.ts";
import { type CatalogModel, guessFormat, listCatalog } from "./catalog/model-catalog.ts";
import { planDevice, planModel } from "./catalog/plan-model.ts";
import { keepFile, verifyFile } from "./files/download.ts";
import { type ModelFiles, openModelFiles, type StoredFile } from "./files/model-files.ts";
import { type GgufFacts, toGgufFacts } from "./gguf/gguf-facts.ts";
import { GgufFault } from "./gguf/gguf-fault.ts";
import { type ByteSource, readGguf, toByteSource } from "./gguf/read-gguf.ts";
import { loadModel } from "./load-model.ts";
import { deleteKeptFiles, deleteSpareLibrary, findKeptFolder, findKeptModel } from "./webllm/cached-catalog-model.ts";
import { fetchLibraries, findLibraryFor } from "./webllm/model-libraries.ts";
import { FOLDER_PREFIX, type FolderFacts, listFolders } from "./webllm/stored-folders.ts";
import { createBrowserModelCache, toModelFolder } from "./webllm/webllm-cache.ts";

/** What the engines need to know of the place they run in. */
export interface EngineEnvironment {
  /** The app's base folder, absolute. */
  readonly baseUrl: string;
  /** Offer the written scripts as models as well. */
  readonly scripts: boolean;
  /** Offer the tiny model of random weights as well. */
  readonly tiny?: boolean;
  toTemplate(format: FormatId, chatTemplate: string | null): ChatTemplate;
}

const IMPORT_PREFIX = "imported-";
const NEVER: AbortSignal = new AbortController().signal;

export function createBrowserModelLibrary(place: EngineEnvironment): ModelLibrary {
  const opening = openModelFiles(navigator.storage);
  const modelCache = createBrowserModelCache(globalThis.caches);
  const probe = createDeviceProbe(globalThis);

  /** Runs that were opened to be played again; gone with this worker. */
  const replays = new Map<ModelId, CatalogModel>();

  const listModels = async (): Promise<readonly CatalogModel[]> => {
    const files = await opening;
    const [sealed, partial] = await Promise.all([files.listSealed(), files.listPartial()]);
    const stored = new Set(sealed.map(({ name }) => name));
    const begun = new Map(partial.map(({ name, bytes }) => [name, bytes]));
    const catalog = listCatalog({ scripts: place.scripts, tiny: place.tiny === true }).map(async (model) => {
      if (stored.has(model.id)) return { ...model, stored: true };
      const { source } = model;
      if (source.type === "webllm-catalog") {
        return { ...model, ...(await findKeptModel(globalThis.caches, [source.f16, source.f32], partial)) };
      }
      const partialBytes = begun.get(model.id);
      return partialBytes === undefined ? model : { ...model, partialBytes };
    });
    const imported = sealed.filter(({ name }) => name.startsWith(IMPORT_PREFIX));
    const picked = imported.map(async (file) => toImportedModel(file, await readFacts(file)));
    const folders = (await listFolders(modelCache).catch(() => [])).map(toFolderModel);
    return [...(await Promise.all([...catalog, ...picked])), ...folders, ...replays.values()];
  };

  /** What the header of an imported file says, and whether there is a library for its shape. Read once for each file. */
  const known = new Map<string, Promise<ImportFacts>>();
  const readFacts = ({ name }: StoredFile): Promise<ImportFacts> => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const answer = (async (): Promise<ImportFacts> => {
      const [file, libraries] = await Promise.all([(await opening).open(name), fetchLibraries(place.baseUrl)]);
      if (file === null) return NO_FACTS;
      const facts = toGgufFacts(await readGguf(toByteSource(file)));
      return { facts, onGpu: (await findLibraryFor(file, libraries)) !== null };
    })().catch(() => NO_FACTS);
    known.set(name, answer);
    return answer;
  };

  return {
    list: async () => (await listModels()).map(toEntry),
    choose: async (entry, forced) => chooseEngine(entry, await probe(), forced),
    load: async (entry, choice, onProgress, signal) => {
      const listed = (await listModels()).find(({ id }) => id === entry.id);
      if (listed === undefined) return { ok: false, failure: { code: "model-missing", detail: entry.id } };
      const facts = { device: await probe(), ...(await probeMemory(globalThis)), forced: choice.engine };
      const model = { ...listed, contextTokens: planModel(listed, facts).contextTokens };
      const { baseUrl, toTemplate } = place;
      const deps = { choice, facts: facts.device, files: await opening, baseUrl, toTemplate, onProgress, signal };
      return loadModel(model, deps);
    },
    importFile: async (file, onProgress, signal = NEVER) => {
      if (/\.json$/i.test(file.name)) {
        const { toReplayModel } = await import("./scripted/replay-model.ts");
        const replay = await toReplayModel(file);
        if (!replay.ok) return replay;
        replays.set(replay.value.id, replay.value);
        return { ok: true, value: toEntry(replay.value) };
      }
      const refusal = await findFault(file);
      if (refusal !== null) return { ok: false, failure: refusal };
      const title = file.name.replace(/\.gguf$/i, "");
      const kept = await keepFile(file, title, { files: await opening, onProgress, signal });
      if (!kept.ok) return kept;
      const { name, sha256 } = kept.value;
      const stored = { name, sha256, title, bytes: file.size };
      return { ok: true, value: toEntry(toImportedModel(stored, await readFacts(stored))) };
    },
    importFolder: async (title, files, onProgress, signal) => {
      const { importFolder } = await import("./webllm/imported-folder.ts");
      const kept = await importFolder(title, files, { cache: modelCache, onProgress, signal });
      return kept.ok ? { ok: true, value: toEntry(toFolderModel(kept.value)) } : kept;
    },
    delete: async (modelId) => {
      try {
        await (await opening).delete(modelId);
        await modelCache.deleteUnder(toModelFolder(modelId));
        known.delete(modelId);
        const source = listCatalog({ scripts: false }).find(({ id }) => id === modelId)?.source;
        if (source?.type === "webllm-catalog") {
          for (const record of [source.f16, source.f32]) {
            await deleteKeptFiles(globalThis.caches, record, await opening);
            await deleteLibraryOf(record, await opening);
          }
        }
        return { ok: true, value: null };
      } catch (error) {
        return { ok: false, failure: { code: "internal", detail: String(error) } };
      }
    },
    plan: async (forced) =>
      planDevice(await listModels(), { device: await probe(), ...(await probeMemory(globalThis)), forced }),
    verify: async (modelId, onProgress, signal) => {
      const folder = await findFolder(modelId);
      if (folder === null) return verifyFile(modelId, { files: await opening, onProgress, signal });
      const { verifyFolder } = await import("./webllm/webllm-download.ts");
      return verifyFolder(folder, { cache: modelCache, onProgress, signal });
    },
  };
}

interface ImportFacts {
  readonly facts: GgufFacts;
  readonly onGpu: boolean;
}

const NO_FACTS: ImportFacts = { facts: { chatTemplate: null }, onGpu: false };

/** The model itself is gone by then, so a list that cannot be had now costs some library and nothing else. */
async function deleteLibraryOf(record: string, files: ModelFiles): Promise<void> {
  const catalog = await import("./webllm/webllm-catalog.ts").catch(() => null);
  const library = catalog?.findLibrary(record);
  if (library) await deleteSpareLibrary(globalThis.caches, library, files);
}

/** Where the weights of a model in WebLLM's form are kept; null for any other model. */
async function findFolder(modelId: ModelId): Promise<string | null> {
  if (modelId.startsWith(FOLDER_PREFIX)) return toModelFolder(modelId);
  const source = listCatalog({ scripts: false }).find(({ id }) => id === modelId)?.source;
  if (source?.type !== "webllm-catalog") return null;
  for (const record of [source.f16, source.f32]) {
    const folder = await findKeptFolder(globalThis.caches, record);
    if (folder !== null) return folder;
  }
  return null;
}

/**
 * Why a picked file cannot be a model: it is no GGUF, or its header and its length do not agree. A way of packing that
 * only the other engine knows is no fault.
 */
async function findFault(file: PickedFile): Promise<Failure | null> {
  const source: ByteSource = {
    size: file.size,
    read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  };
  try {
    await readGguf(source);
    return null;
  } catch (error) {
    if (!(error instanceof GgufFault)) {
      return { code: "internal", detail: error instanceof Error ? error.message : String(error) };
    }
    return error.kind === "unsupported" ? null : { code: "model-corrupt", detail: `"${file.name}": ${error.message}` };
  }
}

function toEntry({
  source: _source,
  guided: _guided,
  weights: _weights,
  strength: _strength,
  ...entry
}: CatalogModel): ModelEntry {
  return entry;
}

function toFolderModel({ id, title, bytes, library, contextTokens, format }: FolderFacts): CatalogModel {
  return {
    id,
    title,
    engines: ["webllm"],
    format,
    memoryBytes: Math.round(bytes * 1.3) + 300_000_000,
    contextTokens,
    local: true,
    stored: true,
    note: "imported",
    weights: { bytes },
    source: { type: "folder", library },
  };
}

function toImportedModel(file: StoredFile, { facts, onGpu }: ImportFacts): CatalogModel {
  const { cache, licence } = facts;
  return {
    id: file.name,
    title: file.title,
    engines: onGpu ? ["webllm", "wllama"] : ["wllama"],
    format: guessFormat(facts.chatTemplate),
    memoryBytes: Math.round(file.bytes * 1.3) + 300_000_000,
    contextTokens: Math.min(4096, facts.contextTokens ?? 4096),
    ...(licence === undefined ? {} : { licence }),
    local: true,
    stored: true,
    note: "imported",
    weights: { bytes: file.bytes, ...(cache === undefined ? {} : { cache }) },
    source: { type: "imported", bytes: file.bytes, sha256: file.sha256 },
  };
}
