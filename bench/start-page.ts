import { STARTER_FILE } from "../worker/engines/catalog/starter-model.ts";
import { readSlices } from "../worker/engines/files/store-file.ts";
import { mergeStarterAdapter } from "../worker/engines/gguf/starter-adapter.ts";
import { loadEngine } from "../worker/engines/wllama/wllama-engine.ts";
import { WLLAMA_WASM_URL } from "../worker/engines/wllama/wllama-wasm.ts";

/** Milliseconds of what loading the starter is made of, each done alone. */
export interface LoadPhases {
  readonly fetchWasm: number;
  readonly compileWasm: number;
  /** Reading the file from the browser's own storage. */
  readonly readFile: number;
  /** The same with the adapter merged in while it is read. */
  readonly readMerged: number;
  /** wllama's whole load of the file as it is, and with the adapter merged in. */
  readonly loadFile: number;
  readonly loadMerged: number;
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
    wasm = await (await fetch(WLLAMA_WASM_URL)).arrayBuffer();
  });
  const compileWasm = await time(() => WebAssembly.compile(wasm));
  const merged = await mergeStarterAdapter(file, STARTER_FILE.sha256);
  const load = async (source: typeof merged): Promise<void> => {
    const plan = { files: [source], contextTokens: 4096, threads, wasmUrl: WLLAMA_WASM_URL };
    const loaded = await loadEngine(plan, new AbortController().signal);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
    await loaded.value.wllama.exit();
  };
  return {
    fetchWasm,
    compileWasm,
    readFile: await time(() => readAll(file)),
    readMerged: await time(() => readAll(merged)),
    loadFile: await time(() => load(file)),
    loadMerged: await time(() => load(merged)),
  };
}

/** In the origin's private file system, where the app keeps it. */
async function storeFile(): Promise<File> {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle("starter.gguf", { create: true });
  const writable = await handle.createWritable();
  const response = await fetch(`/${STARTER_FILE.path}`);
  if (response.body === null) throw new Error("the starter's file is empty");
  await response.body.pipeTo(writable);
  return handle.getFile();
}

async function readAll(file: Parameters<typeof readSlices>[0]): Promise<void> {
  for await (const _slice of readSlices(file)) {
    // Only read.
  }
}
