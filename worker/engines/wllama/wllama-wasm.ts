import wasmAddress from "@wllama/wllama/esm/wasm/wllama.wasm?url";

/** Where this app serves llama.cpp's WebAssembly: one file for one thread and for many. */
export const WLLAMA_WASM_URL: string = new URL(wasmAddress, import.meta.url).href;
