import { GgufFault } from "../gguf/gguf-fault.ts";
import type { ModelLibrary } from "../gguf/library.ts";
import { matchLibrary } from "../gguf/match-library.ts";
import { readGguf, toByteSource } from "../gguf/read-gguf.ts";

const FOLDER = "libraries/";
/** The libraries of `public/libraries`, made by `bash dev/model/build.sh`; each with two kinds of kernels. */
const SHAPES = ["smollm2-135m", "tiny"] as const;
const KERNELS = ["flat", "split"] as const;

/** The descriptions of all libraries that come with the app. Rejects when one cannot be fetched. */
export async function fetchLibraries(baseUrl: string): Promise<readonly ModelLibrary[]> {
  const names = SHAPES.flatMap((shape) => KERNELS.map((kernels) => `${shape}-${kernels}.json`));
  return Promise.all(names.map(async (name) => (await (await fetchFile(baseUrl, name)).json()) as ModelLibrary));
}

/** A library's WebAssembly. The caller must check its length and hash. */
export async function fetchLibraryFile(baseUrl: string, file: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetchFile(baseUrl, file)).arrayBuffer());
}

/** The library that runs a GGUF file on a GPU; null where there is none or the file is invalid. */
export async function findLibraryFor(file: Blob, libraries: readonly ModelLibrary[]): Promise<ModelLibrary | null> {
  try {
    return matchLibrary(await readGguf(toByteSource(file)), libraries, "split");
  } catch (error) {
    if (error instanceof GgufFault) return null;
    throw error;
  }
}

async function fetchFile(baseUrl: string, name: string): Promise<Response> {
  const response = await fetch(new URL(FOLDER + name, baseUrl));
  const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
  if (!response.ok || isPage) throw new Error(`${FOLDER}${name} answered ${response.status}`);
  return response;
}
