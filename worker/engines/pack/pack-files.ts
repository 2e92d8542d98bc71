import { type Failure, failed, type Result } from "../../protocol/failure.ts";
import type { ModelId } from "../../protocol/ids.ts";
import type { PackFile, PackProgress } from "../../protocol/pack.ts";
import { toDownloadFailure } from "../files/download.ts";
import type { ModelFiles, StoredFile } from "../files/model-files.ts";
import { readSlices } from "../files/store-file.ts";
import { CACHE_ORIGIN } from "../webllm/webllm-cache.ts";
import {
  createManifest,
  DATA_PATH,
  MANIFEST_PATH,
  type Manifest,
  type ManifestFile,
  type PackRole,
  readManifest,
} from "./manifest.ts";
import { createTar, readTar, type TarEntry, TarFault } from "./tar.ts";

/** A piece of a model in one of WebLLM's caches. */
export interface CachedPiece {
  readonly cache: string;
  readonly url: string;
  readonly mediaType: string;
  readonly content: Blob;
}

/** WebLLM's caches, as far as packs need them. */
export interface PieceStore {
  /** Every piece of a model, its library included; empty when the model is not complete. */
  list(modelId: ModelId): Promise<readonly CachedPiece[]>;
  has(piece: Pick<CachedPiece, "cache" | "url">): Promise<boolean>;
  put(piece: CachedPiece): Promise<void>;
  delete(piece: Pick<CachedPiece, "cache" | "url">): Promise<void>;
}

/** Places and functions that packs are made from and installed with. */
export interface PackEnvironment {
  readonly files: ModelFiles;
  readonly pieces: PieceStore;
  /** The app's own files by their paths under its base, with the server and the explanation. */
  listAppFiles(): Promise<readonly PackFile[]>;
  /** The path under the app's base where a model's file is served; null when it is only ever stored. */
  findServedPath(modelId: ModelId): string | null;
  findTitle(modelId: ModelId): string;
  /** The SHA-256 that the app itself expects of a model's file, lower-case hexadecimal; null when it pins none. */
  findPinnedHash(name: string): string | null;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** An opened pack: its manifest was read, its files were not. */
export interface OpenPack {
  readonly manifest: Manifest;
  /** The models in it, and whether each is stored here already. */
  readonly models: readonly { readonly title: string; readonly bytes: number; readonly stored: boolean }[];
  /** The titles of models of which a part is not taken in: see `isLeftOut`. */
  readonly leftOut: readonly string[];
  /** Its conversations and memories, checked against their hash; null when there are none. */
  readData(): Promise<Result<string | null>>;
  /**
   * Checks every file and stores the models, all or none. `finish` installs the rest; when it fails, the models are
   * deleted again.
   */
  install<Value>(
    onProgress: (progress: PackProgress) => void,
    finish: () => Promise<Result<Value>>,
  ): Promise<Result<Value>>;
}

/**
 * Programs, whose hashes their hosts do not publish, and what this app keeps under addresses of its own: folders with a
 * program, and hashes of first downloads. A pack brings neither, whatever its manifest says.
 */
function isLeftOut(file: ManifestFile): file is Extract<ManifestFile, { role: "cache" }> {
  return file.role === "cache" && (file.cache === "webllm/wasm" || new URL(file.url).origin === CACHE_ORIGIN);
}

/** Makes and opens packs. */
export interface PackFiles {
  make(
    choice: { readonly app: boolean; readonly models: readonly ModelId[]; readonly data: Blob | null },
    onProgress: (progress: PackProgress) => void,
  ): Promise<Result<Blob>>;
  open(files: readonly PackFile[]): Promise<Result<OpenPack>>;
}

export function createPackFiles(environment: PackEnvironment): PackFiles {
  return {
    make: (choice, onProgress) => guard(() => makePack(environment, choice, onProgress)),
    open: (files) =>
      guard(async () => {
        const opened = await openEntries(files);
        return opened.ok ? { ok: true, value: await toOpenPack(environment, opened.value) } : opened;
      }),
  };
}

async function makePack(
  environment: PackEnvironment,
  { app, models, data }: Parameters<PackFiles["make"]>[0],
  onProgress: (progress: PackProgress) => void,
): Promise<Result<Blob>> {
  const collector = createCollector(onProgress);
  collector.expect(data === null ? [] : [data]);
  const sealed = await environment.files.listSealed();
  for (const modelId of models) {
    if (!(await addModel(collector, environment, modelId, sealed))) return failed("model-missing", modelId);
  }
  if (data !== null) await collector.add({ role: "data", path: DATA_PATH }, data);
  if (app) {
    const own = (await environment.listAppFiles()).map((file) => ({ path: file.path, content: toBlob(file) }));
    collector.expect(own.map(({ content }) => content));
    for (const { path, content } of own) await collector.add({ role: "app", path }, content);
  }
  const { files, entries } = collector;
  const now = environment.now();
  const manifest = new Blob([`${JSON.stringify(createManifest(files, now), null, 1)}\n`]);
  return { ok: true, value: createTar([{ path: MANIFEST_PATH, content: manifest }, ...entries], now / 1000) };
}

type Collector = ReturnType<typeof createCollector>;

/** Collects a pack's files and reports how much of the expected content was hashed. */
function createCollector(onProgress: (progress: PackProgress) => void) {
  const files: ManifestFile[] = [];
  const entries: TarEntry[] = [];
  let done = 0;
  let total = 0;
  const hash = (content: Blob): Promise<string> =>
    readSlices(content, ({ length }) => {
      done += length;
      onProgress({ type: "collect", done, total });
    });
  return {
    files,
    entries,
    /** Counts contents that will be hashed. */
    expect: (contents: readonly Blob[]): void => {
      total += contents.reduce((sum, { size }) => sum + size, 0);
    },
    /** Adds a file unless its path is taken; hashes it unless its hash is known. */
    add: async (file: PackRole & { readonly path: string }, content: Blob, known?: string): Promise<void> => {
      if (files.some(({ path }) => path === file.path)) return;
      files.push({ ...file, bytes: content.size, sha256: known ?? (await hash(content)) });
      entries.push({ path: file.path, content });
    },
  };
}

/** Returns false when the model is not stored here. */
async function addModel(
  collector: Collector,
  { files, pieces: cache, findServedPath, findTitle }: PackEnvironment,
  modelId: ModelId,
  sealed: readonly StoredFile[],
): Promise<boolean> {
  const name = modelId;
  const seal = sealed.find((file) => file.name === name);
  const content = seal === undefined ? null : await files.open(name);
  if (seal !== undefined && content !== null) {
    const path = findServedPath(name) ?? `pack/models/${toFileName(name)}.gguf`;
    // The hash was checked when the file was stored, and is checked again when the pack is installed.
    await collector.add({ role: "model", name, title: seal.title, path }, content, seal.sha256);
    return true;
  }
  const title = findTitle(modelId);
  const pieces = await cache.list(modelId);
  collector.expect(pieces.map((piece) => piece.content));
  for (const [index, { content: piece, ...location }] of pieces.entries()) {
    const path = `pack/cache/${toFileName(modelId)}/${index}`;
    await collector.add({ role: "cache", name: modelId, title, path, ...location }, piece);
  }
  return pieces.length > 0;
}

/** The files of a pack by their path, from the archive or from its unpacked folder. */
async function openEntries(files: readonly PackFile[]): Promise<Result<ReadonlyMap<string, Blob>>> {
  const [only] = files;
  if (files.length === 1 && only !== undefined && !only.path.endsWith(MANIFEST_PATH)) {
    const entries = await readTar(toBlob(only));
    return { ok: true, value: new Map(entries.map(({ path, content }) => [path, content])) };
  }
  // A folder's paths begin with the folder's own name, which may be any.
  const manifest = files.find(({ path }) => path.endsWith(MANIFEST_PATH));
  if (manifest === undefined) return failed("import-refused", `there is no ${MANIFEST_PATH}`);
  const root = manifest.path.slice(0, -MANIFEST_PATH.length);
  const inside = files.filter(({ path }) => path.startsWith(root));
  return { ok: true, value: new Map(inside.map((each) => [each.path.slice(root.length), toBlob(each)])) };
}

async function toOpenPack(environment: PackEnvironment, entries: ReadonlyMap<string, Blob>): Promise<OpenPack> {
  const text = await entries.get(MANIFEST_PATH)?.text();
  const read = text === undefined ? `there is no ${MANIFEST_PATH} in it` : readManifest(text);
  if (typeof read === "string") throw new TarFault(read);
  const manifest = { ...read, files: read.files.filter((file) => !isLeftOut(file)) };
  const find = (file: ManifestFile): Blob => {
    const content = entries.get(file.path);
    if (content === undefined) throw new TarFault(`${file.path} is missing in it`);
    if (content.size !== file.bytes) throw new TarFault(`${file.path} has another length than its manifest says`);
    return content;
  };
  const sealed = await environment.files.listSealed();
  const isStored = async (file: ManifestFile): Promise<boolean> => {
    if (file.role === "model")
      return sealed.some(({ name, sha256: known }) => name === file.name && known === file.sha256);
    return file.role === "cache" && environment.pieces.has(file);
  };
  return {
    manifest,
    models: await listModels(manifest, isStored),
    leftOut: [...new Set(read.files.filter(isLeftOut).map(({ title }) => title))],
    readData: () =>
      guard(async () => {
        const file = manifest.files.find(({ role }) => role === "data");
        if (file === undefined) return { ok: true, value: null };
        const content = find(file);
        if ((await readSlices(content, () => undefined)) !== file.sha256)
          return { ok: false, failure: toChanged(file) };
        return { ok: true, value: await content.text() };
      }),
    install: (onProgress, finish) =>
      guard(() => install(environment, { manifest, find, isStored }, onProgress, finish)),
  };
}

async function listModels(
  { files }: Manifest,
  isStored: (file: ManifestFile) => Promise<boolean>,
): Promise<OpenPack["models"]> {
  const models = new Map<string, { title: string; bytes: number; stored: boolean }>();
  for (const file of files) {
    if (file.role !== "model" && file.role !== "cache") continue;
    const { title, bytes, stored } = models.get(file.name) ?? { title: file.title, bytes: 0, stored: true };
    models.set(file.name, { title, bytes: bytes + file.bytes, stored: stored && (await isStored(file)) });
  }
  return [...models.values()];
}

interface PackSource {
  readonly manifest: Manifest;
  find(file: ManifestFile): Blob;
  isStored(file: ManifestFile): Promise<boolean>;
}

async function install<Value>(
  environment: PackEnvironment,
  source: PackSource,
  onProgress: (progress: PackProgress) => void,
  finish: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const undo: (() => Promise<void>)[] = [];
  const rollBack = async (): Promise<void> => {
    for (const step of undo.reverse()) await step().catch(() => undefined);
  };
  try {
    const failure = await installFiles(environment, source, onProgress, undo);
    const finished = failure === null ? await finish() : { ok: false as const, failure };
    if (!finished.ok) await rollBack();
    return finished;
  } catch (error) {
    await rollBack();
    throw error;
  }
}

/** Checks and stores every file that is not here yet; `undo` gets the steps that remove them again. */
async function installFiles(
  { files, pieces, findPinnedHash }: PackEnvironment,
  { manifest, find, isStored }: PackSource,
  onProgress: (progress: PackProgress) => void,
  undo: (() => Promise<void>)[],
): Promise<Failure | null> {
  const wanted: ManifestFile[] = [];
  for (const file of manifest.files) {
    if (file.role === "app" || (file.role !== "data" && (await isStored(file)))) continue;
    find(file);
    const pinned = file.role === "model" ? findPinnedHash(file.name) : null;
    if (pinned !== null && pinned !== file.sha256) {
      return { code: "import-refused", detail: `${file.path} is another file than this app knows under its name` };
    }
    wanted.push(file);
  }
  const sealed = await files.listSealed();
  const other = sealed.find(({ name }) => wanted.some((file) => file.role === "model" && file.name === name));
  if (other !== undefined) {
    return { code: "import-refused", detail: `another version of ${other.title} is here: delete it first` };
  }
  const total = wanted.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const file of wanted) {
    const { role } = file;
    if (role === "model") {
      undo.push(() => files.delete(file.name));
      await files.delete(file.name);
    }
    // At most one part is in memory.
    const take = async (part: Uint8Array<ArrayBuffer>, index: number): Promise<void> => {
      if (role === "model") await files.writePart(file.name, index, part);
      done += part.length;
      onProgress({ type: role === "model" ? "write" : "check", done, total });
    };
    const digest = await readSlices(find(file), take, role === "model" ? files.partBytes : undefined);
    if (digest !== file.sha256) return toChanged(file);
  }
  for (const file of wanted) {
    if (file.role === "model") {
      await files.seal(file.name, { bytes: file.bytes, sha256: file.sha256, title: file.title });
    } else if (file.role === "cache") {
      undo.push(() => pieces.delete(file));
      await pieces.put({ cache: file.cache, url: file.url, mediaType: file.mediaType, content: find(file) });
    }
  }
  return null;
}

/** See `PackBytes`. */
function toBlob({ path, file }: PackFile): Blob {
  if (file instanceof Blob) return file;
  throw new TarFault(`${path} is no file`);
}

function toFileName(modelId: string): string {
  return modelId.replaceAll(/[^\w.-]/g, "_");
}

function toChanged(file: ManifestFile): Failure {
  return { code: "import-refused", detail: `${file.path} is not what its hash says: the pack is damaged or changed` };
}

async function guard<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TarFault) return failed("import-refused", error.message);
    const failure = toDownloadFailure(error);
    return { ok: false, failure: failure.code === "storage-full" ? failure : { ...failure, code: "internal" } };
  }
}
