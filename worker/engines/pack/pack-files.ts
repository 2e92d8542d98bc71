import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Failure, Result } from "../../protocol/failure.ts";
import type { ModelId } from "../../protocol/ids.ts";
import type { PackFile, PackProgress } from "../../protocol/pack.ts";
import { type ModelFiles, PART_BYTES } from "../files/model-files.ts";
import {
  createManifest,
  DATA_PATH,
  MANIFEST_PATH,
  type Manifest,
  type ManifestFile,
  readManifest,
} from "./manifest.ts";
import { createTar, readTar, type TarEntry, TarFault } from "./tar.ts";

/** A piece of a model that WebLLM keeps. */
export interface CachedPiece {
  readonly cache: string;
  readonly url: string;
  readonly mediaType: string;
  readonly content: Blob;
}

/** WebLLM's caches, as far as packs need them. */
export interface PieceStore {
  /** Every piece of a model, its library included; empty when it is not here whole. */
  list(modelId: ModelId): Promise<readonly CachedPiece[]>;
  has(piece: Pick<CachedPiece, "cache" | "url">): Promise<boolean>;
  put(piece: CachedPiece): Promise<void>;
  delete(piece: Pick<CachedPiece, "cache" | "url">): Promise<void>;
}

/** What packs are made from and installed to. */
export interface PackEnvironment {
  readonly files: ModelFiles;
  readonly pieces: PieceStore;
  /** The app's own files with their paths under its base; the server and the explanation among them. */
  listAppFiles(): Promise<readonly PackFile[]>;
  /** The path under the app's base where the app looks for a model's file; null for one that is only ever kept. */
  findServedPath(modelId: ModelId): string | null;
  findTitle(modelId: ModelId): string;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** A pack that was opened: its manifest is read, its files are not. */
export interface OpenPack {
  readonly manifest: Manifest;
  /** The models in it, and whether each is here already. */
  readonly models: readonly { readonly title: string; readonly bytes: number; readonly stored: boolean }[];
  /** Its conversations and memories, checked against their hash; null when there are none. */
  readData(): Promise<Result<string | null>>;
  /**
   * Checks every file and keeps the models, all or none; `finish` does what belongs with them, and when that fails the
   * models go again.
   */
  install<Value>(
    onProgress: (progress: PackProgress) => void,
    finish: () => Promise<Result<Value>>,
  ): Promise<Result<Value>>;
}

/** Makes packs and takes them in. */
export interface PackFiles {
  make(
    choice: { readonly app: boolean; readonly models: readonly ModelId[]; readonly data: Blob | null },
    onProgress: (progress: PackProgress) => void,
  ): Promise<Result<Blob>>;
  open(files: readonly PackFile[]): Promise<Result<OpenPack>>;
}

const SLICE = 4 * 1024 * 1024;

export function createPackFiles(place: PackEnvironment): PackFiles {
  return {
    make: (choice, onProgress) => guard(() => makePack(place, choice, onProgress)),
    open: (files) =>
      guard(async () => {
        const opened = await openEntries(files);
        return opened.ok ? { ok: true, value: await toOpenPack(place, opened.value) } : opened;
      }),
  };
}

async function makePack(
  place: PackEnvironment,
  { app, models, data }: Parameters<PackFiles["make"]>[0],
  onProgress: (progress: PackProgress) => void,
): Promise<Result<Blob>> {
  const files: ManifestFile[] = [];
  const entries: TarEntry[] = [];
  let done = 0;
  let total = data?.size ?? 0;
  const hash = (content: Blob): Promise<string> =>
    hashBlob(content, (bytes) => {
      done += bytes;
      onProgress({ type: "collect", done, total });
    });
  const taken = new Set<string>();
  const add = (file: ManifestFile, content: Blob): void => {
    if (taken.has(file.path)) return;
    taken.add(file.path);
    files.push(file);
    entries.push({ path: file.path, content });
  };

  const sealed = await place.files.listSealed();
  for (const modelId of models) {
    const title = place.findTitle(modelId);
    const seal = sealed.find(({ name }) => name === modelId);
    const content = seal === undefined ? null : await place.files.open(modelId);
    if (seal !== undefined && content !== null) {
      const path = place.findServedPath(modelId) ?? `pack/models/${toFileName(modelId)}.gguf`;
      // Its hash was checked when it was kept, and is checked again by whoever installs the pack.
      const { sha256: known, title: named } = seal;
      add({ role: "model", name: modelId, title: named, path, bytes: content.size, sha256: known }, content);
      continue;
    }
    const pieces = await place.pieces.list(modelId);
    if (pieces.length === 0) return refuse({ code: "model-missing", detail: modelId });
    total += pieces.reduce((sum, { content: piece }) => sum + piece.size, 0);
    for (const [index, { content: piece, ...where }] of pieces.entries()) {
      const path = `pack/cache/${toFileName(modelId)}/${index}`;
      const file = { role: "cache", name: modelId, title, path, bytes: piece.size, ...where } as const;
      add({ ...file, sha256: await hash(piece) }, piece);
    }
  }
  if (data !== null) add({ role: "data", path: DATA_PATH, bytes: data.size, sha256: await hash(data) }, data);
  if (app) {
    const own = await place.listAppFiles();
    total += own.reduce((sum, { file }) => sum + file.size, 0);
    for (const each of own) {
      const { path } = each;
      const file = toBlob(each);
      if (!taken.has(path)) add({ role: "app", path, bytes: file.size, sha256: await hash(file) }, file);
    }
  }
  const now = place.now();
  const manifest = new Blob([`${JSON.stringify(createManifest(files, now), null, 1)}\n`]);
  return { ok: true, value: createTar([{ path: MANIFEST_PATH, content: manifest }, ...entries], now / 1000) };
}

/** The files of a pack by their path, from the archive or from its unpacked folder. */
async function openEntries(files: readonly PackFile[]): Promise<Result<ReadonlyMap<string, Blob>>> {
  const [only] = files;
  if (files.length === 1 && only !== undefined && !only.path.endsWith(MANIFEST_PATH)) {
    const entries = await readTar(toBlob(only));
    return { ok: true, value: new Map(entries.map(({ path, content }) => [path, content])) };
  }
  // A folder's paths begin with its own name, whatever that is.
  const manifest = files.find(({ path }) => path.endsWith(MANIFEST_PATH));
  if (manifest === undefined) return refuse({ code: "import-refused", detail: `there is no ${MANIFEST_PATH}` });
  const root = manifest.path.slice(0, -MANIFEST_PATH.length);
  const inside = files.filter(({ path }) => path.startsWith(root));
  return { ok: true, value: new Map(inside.map((each) => [each.path.slice(root.length), toBlob(each)])) };
}

async function toOpenPack(place: PackEnvironment, entries: ReadonlyMap<string, Blob>): Promise<OpenPack> {
  const text = await entries.get(MANIFEST_PATH)?.text();
  const manifest = text === undefined ? `there is no ${MANIFEST_PATH} in it` : readManifest(text);
  if (typeof manifest === "string") throw new TarFault(manifest);
  const find = (file: ManifestFile): Blob => {
    const content = entries.get(file.path);
    if (content === undefined) throw new TarFault(`${file.path} is missing in it`);
    if (content.size !== file.bytes) throw new TarFault(`${file.path} has another length than its manifest says`);
    return content;
  };
  const sealed = await place.files.listSealed();
  const isKept = async (file: ManifestFile): Promise<boolean> => {
    if (file.role === "model")
      return sealed.some(({ name, sha256: known }) => name === file.name && known === file.sha256);
    return file.role === "cache" && place.pieces.has(file);
  };
  return {
    manifest,
    models: await listModels(manifest, isKept),
    readData: () =>
      guard(async () => {
        const file = manifest.files.find(({ role }) => role === "data");
        if (file === undefined) return { ok: true, value: null };
        const content = find(file);
        if ((await hashBlob(content)) !== file.sha256) return refuse(toChanged(file));
        return { ok: true, value: await content.text() };
      }),
    install: (onProgress, finish) => guard(() => install(place, { manifest, find, isKept }, onProgress, finish)),
  };
}

async function listModels(
  { files }: Manifest,
  isKept: (file: ManifestFile) => Promise<boolean>,
): Promise<OpenPack["models"]> {
  const models = new Map<string, { title: string; bytes: number; stored: boolean }>();
  for (const file of files) {
    if (file.role !== "model" && file.role !== "cache") continue;
    const { title, bytes, stored } = models.get(file.name) ?? { title: file.title, bytes: 0, stored: true };
    models.set(file.name, { title, bytes: bytes + file.bytes, stored: stored && (await isKept(file)) });
  }
  return [...models.values()];
}

interface PackSource {
  readonly manifest: Manifest;
  find(file: ManifestFile): Blob;
  isKept(file: ManifestFile): Promise<boolean>;
}

async function install<Value>(
  { files, pieces }: PackEnvironment,
  { manifest, find, isKept }: PackSource,
  onProgress: (progress: PackProgress) => void,
  finish: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const undo: (() => Promise<void>)[] = [];
  const takeBack = async (): Promise<void> => {
    for (const step of undo.reverse()) await step().catch(() => undefined);
  };
  try {
    const wanted: ManifestFile[] = [];
    for (const file of manifest.files) {
      if (file.role === "app" || (file.role !== "data" && (await isKept(file)))) continue;
      find(file);
      wanted.push(file);
    }
    const sealed = await files.listSealed();
    const other = sealed.find(({ name }) => wanted.some((file) => file.role === "model" && file.name === name));
    if (other !== undefined) {
      return refuse({ code: "import-refused", detail: `another version of ${other.title} is here: delete it first` });
    }
    const total = wanted.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    const count =
      (type: PackProgress["type"]) =>
      (bytes: number): void => {
        done += bytes;
        onProgress({ type, done, total });
      };
    for (const file of wanted) {
      const content = find(file);
      if (file.role === "model") undo.push(() => files.delete(file.name));
      const digest =
        file.role === "model"
          ? await keepParts(files, file.name, content, count("write"))
          : await hashBlob(content, count("check"));
      if (digest !== file.sha256) {
        await takeBack();
        return refuse(toChanged(file));
      }
    }
    for (const file of wanted) {
      if (file.role === "model") {
        await files.seal(file.name, { bytes: file.bytes, sha256: file.sha256, title: file.title });
      } else if (file.role === "cache") {
        undo.push(() => pieces.delete(file));
        await pieces.put({ cache: file.cache, url: file.url, mediaType: file.mediaType, content: find(file) });
      }
    }
    const finished = await finish();
    if (!finished.ok) await takeBack();
    return finished;
  } catch (error) {
    await takeBack();
    throw error;
  }
}

/** Keeps a model's parts, unsealed, and answers with their hash: read once, written once, one part in memory. */
async function keepParts(
  files: ModelFiles,
  name: string,
  content: Blob,
  onBytes: (bytes: number) => void,
): Promise<string> {
  await files.delete(name);
  const hash = sha256.create();
  for (let index = 0; index * PART_BYTES < content.size; index += 1) {
    const part = new Uint8Array(await content.slice(index * PART_BYTES, (index + 1) * PART_BYTES).arrayBuffer());
    hash.update(part);
    await files.writePart(name, index, part);
    onBytes(part.length);
  }
  return bytesToHex(hash.digest());
}

async function hashBlob(content: Blob, onBytes: (bytes: number) => void = () => undefined): Promise<string> {
  const hash = sha256.create();
  for (let start = 0; start < content.size; start += SLICE) {
    const part = new Uint8Array(await content.slice(start, start + SLICE).arrayBuffer());
    hash.update(part);
    onBytes(part.length);
  }
  return bytesToHex(hash.digest());
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

function refuse(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}

async function guard<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TarFault) return refuse({ code: "import-refused", detail: error.message });
    const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    if (error instanceof Error && error.name === "QuotaExceededError") return refuse({ code: "storage-full", detail });
    return refuse({ code: "internal", detail });
  }
}
