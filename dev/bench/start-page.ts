import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import { openCopy, writeCopy } from "../../worker/engines/files/kept-copy.ts";
import { openModelFiles } from "../../worker/engines/files/model-files.ts";
import type { SlicedFile } from "../../worker/engines/files/store-file.ts";
import { findAdapterHashes, mergeStarterAdapter } from "../../worker/engines/gguf/starter-adapter.ts";
import { loadEngine } from "../../worker/engines/wllama/wllama-engine.ts";
import { WLLAMA_FILES } from "../../worker/engines/wllama/wllama-wasm.ts";

/** Milliseconds of what loading the starter is made of, each done alone. */
export interface LoadPhases {
  readonly fetchWasm: number;
  readonly compileWasm: number;
  /** Reading the file from the browser's own storage. */
  readonly readFile: number;
  /** The same with the adapter merged in while it is read. */
  readonly readMerged: number;
  /** wllama's whole load of the file as it is, with the adapter merged in, and of the copy that was kept of that. */
  readonly loadFile: number;
  readonly loadMerged: number;
  readonly loadCopy: number;
}

export async function measurePhases(threads: number): Promise<LoadPhases> {
  const file = await storeFile();
  const time = async (work: () => Promise<unknown>): Promise<number> => {
    const begin = performance.now();
    await work();
    return Math.round(performance.now() - begin);
  };
  let wasm = new ArrayBuffer(0);
  const fetchWasm = await time(async () => {
    wasm = await (await fetch(WLLAMA_FILES.wasmUrl)).arrayBuffer();
  });
  const compileWasm = await time(() => WebAssembly.compile(wasm));
  const merged = await mergeStarterAdapter(file, STARTER_FILE.sha256);
  const load = async (source: typeof merged): Promise<void> => {
    const plan = { files: [source], contextTokens: 4096, threads, ...WLLAMA_FILES };
    const loaded = await loadEngine(plan, new AbortController().signal);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
    await loaded.value.wllama.exit();
  };
  const copy = await keepMerged(merged);
  return {
    fetchWasm,
    compileWasm,
    readFile: await time(() => readAll(file)),
    readMerged: await time(() => readAll(merged)),
    loadFile: await time(() => load(file)),
    loadMerged: await time(() => load(merged)),
    loadCopy: await time(() => load(copy)),
  };
}

/** wllama's own load of a file that lies in the origin's file system, and the reading of it alone before that; milliseconds. */
export async function measureRawLoad(threads: number, path: string): Promise<{ raw: number; read: number }> {
  const file = await storeFile(path);
  const readFrom = performance.now();
  await readAll(file);
  const from = performance.now();
  const plan = { files: [file], contextTokens: 4096, threads, wasmUrl: WLLAMA_FILES.wasmUrl };
  const loaded = await loadEngine(plan, new AbortController().signal);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  const raw = performance.now() - from;
  await loaded.value.wllama.exit();
  return { raw: Math.round(raw), read: Math.round(from - readFrom) };
}

/** In the origin's private file system, where the app keeps it. */
async function storeFile(path = `/${STARTER_FILE.path}`): Promise<File> {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle("model.gguf", { create: true });
  const writable = await handle.createWritable();
  const response = await fetch(path);
  if (response.body === null) throw new Error("the file is empty");
  await response.body.pipeTo(writable);
  return handle.getFile();
}

/** As the app keeps it. */
async function keepMerged(merged: SlicedFile): Promise<Blob> {
  const files = await openModelFiles(navigator.storage);
  await files.writePart("starter", 0, new Uint8Array(1));
  await files.seal("starter", { bytes: 1, sha256: "", title: "" });
  const copy = { of: "starter", title: "", bytes: merged.size, sha256: findAdapterHashes()?.merged ?? "" };
  await writeCopy(merged, copy, { files, freeBytes: null, wait: async () => undefined });
  const kept = await openCopy(copy, files);
  if (kept === null) throw new Error("no copy was kept");
  return kept;
}

async function readAll(file: SlicedFile): Promise<void> {
  const step = 4 * 2 ** 20;
  for (let at = 0; at < file.size; at += step) await file.slice(at, at + step).arrayBuffer();
}
