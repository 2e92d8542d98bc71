import { readdir, readFile } from "node:fs/promises";

const FOLDER = new URL("../../public/tiny/resolve/main/", import.meta.url);
const LIBRARY = "library.wasm";

/** The tiny model in the form that WebLLM's own models have. */
export interface TinyFolder {
  /** The files by their names: configuration, tokenizer, list of weights, and the weights in several pieces. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly library: Buffer;
}

/** Reads it from where the app has it for tests. */
export async function makeTinyFolder(): Promise<TinyFolder> {
  const files = new Map<string, Buffer>();
  for (const name of await readdir(FOLDER)) {
    if (name !== LIBRARY) files.set(name, await readFile(new URL(name, FOLDER)));
  }
  return { files, library: await readFile(new URL(LIBRARY, FOLDER)) };
}
