import type { AskedWay } from "../agent/ports/asked-way.ts";
import type { ModelClient } from "../agent/ports/model-client.ts";
import type { ChatTemplate } from "../formats/templates/chat-template.ts";
import { withEmptyReasoning, withOpenReasoning } from "../formats/templates/chatml-template.ts";
import { toMlcTemplate } from "../formats/templates/mlc-template.ts";
import { assertNever } from "../protocol/assert-never.ts";
import { defined } from "../protocol/defined.ts";
import { describeError } from "../protocol/describe-error.ts";
import { type Failed, failed, type Result } from "../protocol/failure.ts";
import type { EngineChoice, EngineId, FormatId } from "../protocol/model.ts";
import { createCanaryVerdicts } from "./catalog/canary-verdicts.ts";
import { chooseThreads } from "./catalog/choose-engine.ts";
import type { DeviceFacts } from "./catalog/device-facts.ts";
import { findAskedWay } from "./catalog/gguf-models.ts";
import type { CatalogModel } from "./catalog/model-catalog.ts";
import { cutParts } from "./files/split-file.ts";
import type { SlicedFile } from "./files/store-file.ts";
import { nameEosToken } from "./gguf/eos-token.ts";
import { openProjector } from "./gguf/projector-files.ts";
import { type GgufHeader, readArchitectureNumber, readGguf, toByteSource } from "./gguf/read-gguf.ts";
import { loadProven, type ModelForm } from "./load-proven.ts";
import { type FetchDeps, openGguf, openWeights } from "./open-weights.ts";
import { ScriptedClient } from "./scripted/scripted.ts";
import { SCRIPTS } from "./scripted/scripts.ts";
import type { WebllmPlan } from "./webllm/webllm.ts";
import { createBrowserModelCache, toModelFolder } from "./webllm/webllm-cache.ts";

/** The dependencies of loading a model. */
export interface LoadDeps extends FetchDeps {
  readonly choice: EngineChoice;
  /** See `EnginePlan`; only for the processor. */
  readonly wideCache: boolean;
  /** Bytes that the browser still grants on the disk; null where it does not say. */
  readonly freeBytes: number | null;
  /** See `EngineEnvironment`. */
  toTemplate(format: FormatId, chatTemplate: string | null, name?: string): ChatTemplate;
}

/**
 * Downloads a model's files where needed and loads it with the chosen engine, or in another form where the GPU computes it
 * wrong. Engines' code is imported on demand.
 */
export async function loadModel(entry: CatalogModel, deps: LoadDeps): Promise<Result<ModelClient>> {
  const { engine } = deps.choice;
  switch (engine) {
    case "scripted":
      return loadScript(entry, deps);
    case "webllm":
    case "wllama": {
      const forms = listForms(entry, deps);
      const isSoftware = deps.facts.adapter?.software === true;
      // Random weights count to nothing, and a software adapter is the processor, only slower.
      if (entry.note === "for-tests" || isSoftware) return forms[0]?.load() ?? refuse(entry, engine);
      const { name = "none" } = deps.facts.adapter ?? {};
      return loadProven(forms, { verdicts: createCanaryVerdicts(globalThis, name), signal: deps.signal });
    }
    case "remote":
    case "builtin":
      return refuse(entry, engine);
    default:
      return assertNever(engine);
  }
}

function refuse({ id }: CatalogModel, engine: EngineId): Failed {
  return failed("model-unsupported", `${id} cannot run with ${engine}`);
}

/** The ways to run a model as it was chosen, and what is left where the GPU fails: 32 bits, then the processor. */
function listForms(entry: CatalogModel, deps: LoadDeps): readonly ModelForm[] {
  const { choice, facts } = deps;
  const { source } = entry;
  const toForm = (type: ModelForm["type"], load: ModelForm["load"]): ModelForm => ({
    id: `${entry.id} ${choice.engine} ${type}`,
    type,
    load,
  });
  const processor = toForm("processor", () => loadWithWllama(entry, { ...deps, choice: ON_PROCESSOR }));
  if (choice.engine === "wllama" && choice.onGpu !== true) return [processor];
  const canFallBack = choice.forced !== true && entry.engines.includes("wllama") && facts.wasmMemory64;
  const last = canFallBack ? [processor] : [];
  if (choice.engine === "wllama") return [toForm("gpu", () => loadWithWllama(entry, deps)), ...last];
  const forms = [toForm("gpu", () => loadWithWebllm(entry, deps))];
  if (source.type === "webllm-catalog" && source.f32 !== null && facts.adapter?.shaderF16 === true) {
    forms.push(toForm("gpu-f32", () => loadCatalogRecord(entry, source.f32, deps)));
  }
  return [...forms, ...last];
}

const ON_PROCESSOR: EngineChoice = { engine: "wllama", reason: "" };

function loadScript({ source, format }: CatalogModel, deps: LoadDeps): Result<ModelClient> {
  const script =
    source.type === "script" ? SCRIPTS.get(source.name) : source.type === "replay" ? source.script : undefined;
  if (script === undefined) return failed("model-missing", "there is no such script");
  const template = deps.toTemplate(format, null);
  return {
    ok: true,
    value: new ScriptedClient(script, { template: script.thinks === true ? withEmptyReasoning(template) : template }),
  };
}

async function loadWithWllama(entry: CatalogModel, deps: LoadDeps): Promise<Result<ModelClient>> {
  const weights = await openWeights(entry, deps);
  if (!weights.ok) return weights;
  const { file, keep } = weights.value;
  deps.onProgress({ type: "load", done: 0, total: 0, unit: "steps" });
  const [{ WllamaClient }, { WLLAMA_FILES }, { createKeptPrompt }] = await Promise.all([
    import("./wllama/wllama.ts"),
    import("./wllama/wllama-wasm.ts"),
    import("./wllama/prompt-state.ts"),
  ]);
  const onGpu = deps.choice.onGpu === true;
  const isImported = entry.source.type === "imported";
  const header = onGpu || isImported ? await readGguf(toByteSource(file)).catch(() => null) : null;
  const plan = {
    modelId: entry.id,
    ...toName(entry),
    files: isImported ? await openParts(entry, file, deps) : [file],
    projector: await openProjector(entry.id, deps.files),
    ...(onGpu ? { onGpu, layers: header ? (readArchitectureNumber(header, "block_count") ?? 0) : 0 } : {}),
    ...(isImported ? {} : { format: entry.format }),
    toTemplate: isImported ? toFileTemplates(header, deps) : deps.toTemplate,
    contextTokens: entry.contextTokens,
    ...toAskedWay(entry),
    threads: chooseThreads(deps.facts),
    wideCache: deps.wideCache,
    keptPrompt: createKeptPrompt(globalThis.caches, entry.id, toPromptMark(entry, file)),
    ...WLLAMA_FILES,
  };
  const wide = await WllamaClient.load(plan, deps.signal);
  const isTooWide = plan.wideCache && !wide.ok && wide.failure.code === "out-of-memory";
  const loaded = isTooWide ? await WllamaClient.load({ ...plan, wideCache: false }, deps.signal) : wide;
  if (loaded.ok) void keep?.(deps.freeBytes);
  // Versions before kept GGUF files a second time, in WebLLM's form.
  void createBrowserModelCache(globalThis.caches)
    .deleteUnder(toModelFolder(entry.id))
    .catch(() => undefined);
  return loaded;
}

/** The facts on which an engine's keys and values depend, and which it does not check itself. */
function toPromptMark({ source }: CatalogModel, file: SlicedFile): string {
  const { size, lastModified = 0 } = file as Pick<File, "size"> & Partial<File>;
  const time = source.type === "imported" ? lastModified : 0;
  return encodeURIComponent(`${JSON.stringify(source)} ${size} ${time}`);
}

/** The files that an imported model came in. */
async function openParts({ id }: CatalogModel, file: SlicedFile, { files }: LoadDeps): Promise<readonly SlicedFile[]> {
  const facts = (await files.listSealed()).find(({ name }) => name === id);
  return file instanceof Blob ? cutParts(file, facts?.parts) : [file];
}

/** Templates that know the file's end token. */
function toFileTemplates(header: GgufHeader | null, { toTemplate }: LoadDeps): LoadDeps["toTemplate"] {
  return (format, chatTemplate) =>
    toTemplate(format, chatTemplate === null || header === null ? chatTemplate : nameEosToken(chatTemplate, header));
}

async function loadWithWebllm(entry: CatalogModel, deps: LoadDeps): Promise<Result<ModelClient>> {
  const { source } = entry;
  switch (source.type) {
    case "webllm-catalog":
      return loadCatalogRecord(entry, toRecordName(source, deps.facts), deps);
    case "folder":
      return loadFolder(entry, source, deps);
    case "gguf":
    case "imported":
    case "script":
    case "replay":
      return loadTiny(entry, deps);
    default:
      return assertNever(source);
  }
}

/** Fetches what is missing of the files that loading the model would fetch. */
export async function downloadModel(entry: CatalogModel, deps: FetchDeps): Promise<Result<null>> {
  const { source } = entry;
  switch (source.type) {
    case "gguf":
    case "imported": {
      const file = await openGguf(entry, deps);
      return file.ok ? { ok: true, value: null } : file;
    }
    case "webllm-catalog": {
      const record = await fetchCatalogRecord(toRecordName(source, deps.facts), deps);
      return record.ok ? { ok: true, value: null } : record;
    }
    case "folder":
    case "script":
    case "replay":
      return { ok: true, value: null };
    default:
      return assertNever(source);
  }
}

/** The form of a model of WebLLM's list for this device's GPU; null where the list has none for it. */
function toRecordName(
  { f16, f32 }: Extract<CatalogModel["source"], { type: "webllm-catalog" }>,
  { adapter }: DeviceFacts,
): string | null {
  return adapter?.shaderF16 === true ? f16 : f32;
}

/** Downloads one form of a model of WebLLM's own list. */
async function fetchCatalogRecord(
  name: string | null,
  deps: FetchDeps,
): Promise<Result<{ readonly name: string; readonly record: WebllmPlan["record"] }>> {
  if (name === null) return failed("model-unsupported", "WebLLM has it only for GPUs with 16-bit arithmetic");
  const [{ findCatalogRecord, toRecordFolder }, { downloadFolder }] = await Promise.all([
    import("./webllm/webllm-catalog.ts"),
    import("./webllm/webllm-download.ts"),
  ]);
  const record = findCatalogRecord(name);
  if (record === null) return failed("model-missing", "WebLLM no longer lists it");
  const { model_id, model_lib: library } = record;
  const downloaded = await downloadFolder(
    { record: model_id, folder: toRecordFolder(record), library },
    { ...deps, cache: createBrowserModelCache(globalThis.caches), fetch: globalThis.fetch.bind(globalThis) },
  );
  return downloaded.ok ? { ok: true, value: { name, record } } : downloaded;
}

/** Loads a model of WebLLM's own list. */
async function loadCatalogRecord(
  entry: CatalogModel,
  recordName: string | null,
  deps: LoadDeps,
): Promise<Result<ModelClient>> {
  const fetched = await fetchCatalogRecord(recordName, deps);
  if (!fetched.ok) return fetched;
  const { name, record } = fetched.value;
  const overrides = { ...record.overrides, context_window_size: entry.contextTokens };
  return startWebllm(entry, { ...record, overrides }, toCatalogTemplate(entry, name, deps), deps);
}

/** Records have no chat template: the family's is used, with the switch for its thinking. */
export function toCatalogTemplate(
  { format, note }: Pick<CatalogModel, "format" | "note">,
  name: string,
  { toTemplate }: Pick<LoadDeps, "toTemplate">,
): ChatTemplate {
  const template = toTemplate(format, null, name);
  if (note !== "thinks-first") return template;
  return format === "qwen3-coder" ? withOpenReasoning(template) : withEmptyReasoning(template);
}

/** Loads a folder in MLC's format that the user imported. */
async function loadFolder(
  entry: CatalogModel,
  { library, conversation }: Extract<CatalogModel["source"], { type: "folder" }>,
  deps: LoadDeps,
): Promise<Result<ModelClient>> {
  const { toRawConversation } = await import("./webllm/webllm-catalog.ts");
  const folder = toModelFolder(entry.id);
  const record = {
    model: folder,
    model_id: entry.id,
    model_lib: folder + library,
    overrides: { context_window_size: entry.contextTokens, conv_config: toRawConversation() },
  };
  const template = conversation === undefined ? deps.toTemplate(entry.format, null) : toMlcTemplate(conversation);
  return startWebllm(entry, record, template, deps);
}

/** Loads the tests' tiny model, which lies beside the app as WebLLM's own models are. No other GGUF file has that form. */
async function loadTiny(entry: CatalogModel, deps: LoadDeps): Promise<Result<ModelClient>> {
  if (entry.note !== "for-tests") return refuse(entry, "webllm");
  // Packs and the list of what is stored go by this file.
  const file = await openGguf(entry, deps);
  if (!file.ok) return file;
  const { keepTiny } = await import("./webllm/keep-tiny.ts");
  const { baseUrl, toTemplate } = deps;
  const cache = createBrowserModelCache(globalThis.caches);
  const record = await keepTiny(entry.id, { baseUrl, cache, contextTokens: entry.contextTokens }).catch(describeError);
  if (typeof record === "string") return failed("download-failed", record);
  return startWebllm(entry, record, toTemplate(entry.format, null), deps);
}

async function startWebllm(
  entry: CatalogModel,
  record: WebllmPlan["record"],
  template: ChatTemplate,
  { onProgress, signal }: LoadDeps,
): Promise<Result<ModelClient>> {
  const { WebllmClient } = await import("./webllm/webllm.ts");
  const { id: modelId, format, contextTokens, policy } = entry;
  const facts = { modelId, ...toName(entry), format, contextTokens, ...defined({ policy }) };
  const plan = { ...facts, record, template, stops: template.stop, onProgress };
  return WebllmClient.load(plan, signal);
}

/** How it is asked, as the catalog says, also of a file of the user's that the catalog knows by its hash. */
function toAskedWay({ policy, source }: CatalogModel): AskedWay {
  const known = source.type === "gguf" || source.type === "imported" ? findAskedWay(source.sha256) : {};
  return { ...defined({ policy }), ...known };
}

/** The name whose card applies: the starter was trained to be asked greedily, whatever its base model's card says. */
function toName({ title, note }: CatalogModel): { readonly name?: string } {
  return note === "starter" || note === "for-tests" ? {} : { name: title };
}
