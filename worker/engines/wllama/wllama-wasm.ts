import wasmAddress from "@wllama/wllama/esm/wasm/wllama.wasm?url";
import kernelsAddress from "./kernels.bin?url";

/** Where this app serves llama.cpp's WebAssembly, one file for one thread and for many, and our matrix products for it. */
export const WLLAMA_FILES: { readonly wasmUrl: string; readonly kernelsUrl: string } = {
  wasmUrl: new URL(wasmAddress, import.meta.url).href,
  kernelsUrl: new URL(kernelsAddress, import.meta.url).href,
};
