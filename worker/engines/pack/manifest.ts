import { parseJsonObject, toFields } from "../../protocol/json.ts";
/** The path of a pack's manifest, the first file of the archive. */
export const MANIFEST_PATH = "pack/manifest.json";
export const DATA_PATH = "pack/data.json";
const VERSION = 1;

/** The part that a file plays in a pack. */
export type PackRole =
  | { readonly role: "app" }
  | { readonly role: "data" }
  /** A model file, stored under `name`. */
  | { readonly role: "model"; readonly name: string; readonly title: string }
  /** A piece of a model of WebLLM's list, under its address in one of WebLLM's caches. */
  | {
      readonly role: "cache";
      readonly name: string;
      readonly title: string;
      readonly cache: string;
      readonly url: string;
      readonly mediaType: string;
    };

/** A file of a pack. */
export type ManifestFile = PackRole & {
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
};

/** See `docs/pack-format.md`. */
export interface Manifest {
  readonly format: "alcove-pack";
  readonly version: typeof VERSION;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly files: readonly ManifestFile[];
}

export function createManifest(files: readonly ManifestFile[], now: number): Manifest {
  return { format: "alcove-pack", version: VERSION, createdAt: new Date(now).toISOString(), files };
}

/** Caches that a pack may write into. */
const CACHES: readonly unknown[] = ["webllm/model", "webllm/config", "webllm/wasm"];
const SHA256 = /^[0-9a-f]{64}$/;
const MODEL_NAME = /^[\w.:-]{1,200}$/;

/** Parses and checks an untrusted manifest. Returns the reason as a string when it is invalid. */
export function readManifest(text: string): Manifest | string {
  const value = parseJsonObject(text);
  if (value === null) return "its manifest is not JSON";
  if (value.format !== "alcove-pack") return "it is not a pack of this app";
  if (value.version !== VERSION)
    return `it is a pack of version ${String(value.version)}, and this app reads ${VERSION}`;
  const { createdAt, files } = toFields(value);
  if (typeof createdAt !== "string" || Number.isNaN(Date.parse(createdAt))) return "its manifest has no date";
  if (!Array.isArray(files)) return "its manifest lists no files";
  const fault = files.find((file) => !isManifestFile(file));
  if (fault !== undefined)
    return `its manifest has an entry that cannot be read: ${JSON.stringify(fault).slice(0, 200)}`;
  return { format: "alcove-pack", version: VERSION, createdAt, files };
}

function isManifestFile(value: unknown): value is ManifestFile {
  const { path, bytes, sha256, role, name, title, cache, url, mediaType } = toFields(value);
  if (typeof path !== "string" || path === "" || path.startsWith("/") || path.split("/").includes("..")) return false;
  if (typeof bytes !== "number" || !Number.isSafeInteger(bytes) || bytes < 0) return false;
  if (typeof sha256 !== "string" || !SHA256.test(sha256)) return false;
  if (role === "app" || role === "data") return true;
  if (typeof name !== "string" || !MODEL_NAME.test(name) || typeof title !== "string") return false;
  if (role === "model") return true;
  const isAddress = typeof url === "string" && URL.canParse(url) && new URL(url).protocol === "https:";
  return role === "cache" && CACHES.includes(cache) && isAddress && typeof mediaType === "string";
}
