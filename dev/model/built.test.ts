import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const model = fileURLToPath(new URL(".", import.meta.url));
const libraries = join(model, "../../public/libraries");
const sha256 = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

interface Built {
  sources: Record<string, string>;
  libraries: Record<string, string>;
}
interface Described {
  name: string;
  file: string;
  bytes: number;
  sha256: string;
  params: { name: string; shape: number[]; dtype: string }[];
}
const built = JSON.parse(readFileSync(join(model, "built.json"), "utf8")) as Built;
const described = readdirSync(libraries)
  .filter((each) => each.endsWith(".json"))
  .map((each) => JSON.parse(readFileSync(join(libraries, each), "utf8")) as Described);

/** What WebLLM 0.2.86 gives a library to import; anything else fails to link in the page. */
const SUPPLIED = {
  env: ["TVMFFIWasmSafeCall", "TVMFFIWasmFunctionDeleter", "emscripten_notify_memory_growth"],
  wasi_snapshot_preview1: [
    ...["clock_time_get", "environ_get", "environ_sizes_get", "fd_close", "fd_read", "fd_seek", "fd_write", "proc_exit"],
  ],
};
/** What WebLLM 0.2.86 calls in a library. */
const CALLED = [
  ...["memory", "_initialize", "TVMWasmAllocSpace", "TVMWasmFreeSpace", "TVMFFIWasmFunctionCreate"],
  ...["TVMFFIWasmGetLastError", "TVMFFIFunctionGetGlobal", "TVMFFIFunctionSetGlobal", "TVMFFIFunctionCall"],
  ...["TVMFFIObjectIncRef", "TVMFFIObjectDecRef", "TVMFFITypeKeyToIndex", "TVMFFIGetTypeInfo"],
  ...["TVMFFIAnyViewToOwnedAny", "TVMFFIErrorSetRaisedFromCStr", "TVMFFIDataTypeToString"],
];

describe("the committed model libraries", () => {
  it("were built from the sources that lie here (else run bash dev/model/build.sh)", () => {
    const now = Object.fromEntries(Object.keys(built.sources).map((path) => [path, sha256(join(model, path))]));
    expect(now).toEqual(built.sources);
  });

  it("are the ones that the build recorded, each with its description and no others", () => {
    const wasm = readdirSync(libraries).filter((each) => each.endsWith(".wasm"));
    expect(described.map((each) => each.file).sort()).toEqual(wasm.sort());
    expect(Object.fromEntries(described.map((each) => [each.name, each.sha256]))).toEqual(built.libraries);
  });

  it.each(described.map((each) => [each.name, each] as const))("%s is as long and hashes as its description says", (_, each) => {
    const data = readFileSync(join(libraries, each.file));
    expect(data.length).toBe(each.bytes);
    expect(data.length).toBeLessThanOrEqual(3_000_000);
    expect(createHash("sha256").update(data).digest("hex")).toBe(each.sha256);
    expect(each.file).toBe(`${each.name}-${each.sha256.slice(0, 12)}.wasm`);
  });

  it.each(described.map((each) => [each.name, each] as const))("%s imports only what WebLLM supplies and exports all it calls", (_, each) => {
    const module = new WebAssembly.Module(readFileSync(join(libraries, each.file)));
    const supplied = Object.entries(SUPPLIED).flatMap(([from, names]) => names.map((name) => `${from}.${name}`));
    const imports = WebAssembly.Module.imports(module).map(({ module: from, name }) => `${from}.${name}`);
    expect(imports.filter((name) => !supplied.includes(name))).toEqual([]);
    const exports = WebAssembly.Module.exports(module).map(({ name }) => name);
    expect(CALLED.filter((name) => !exports.includes(name))).toEqual([]);
  });
});
