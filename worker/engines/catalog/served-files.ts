import { toFields } from "../../protocol/json.ts";
import type { CatalogModel } from "./model-catalog.ts";

/** A model's file on the app's own origin. */
export interface ServedFile {
  /** Its path below the folder of models. */
  readonly path: string;
  readonly bytes: number;
}

/** The folder of models, relative to the app's base. */
const FOLDER = "models/";
/** The list of the files in that folder, which a server writes that has them. */
export const SERVED_INDEX = "index.json";

/** Which files of models are on this origin; none where its server has no list of them. Never rejects. */
export async function fetchServedFiles(
  baseUrl: string,
  fetch: typeof globalThis.fetch,
): Promise<readonly ServedFile[]> {
  try {
    const response = await fetch(new URL(FOLDER + SERVED_INDEX, baseUrl));
    return response.ok ? readIndex(await response.json()) : [];
  } catch {
    // Without a connection, or a page in place of the list.
    return [];
  }
}

function readIndex(value: unknown): readonly ServedFile[] {
  const { files } = toFields(value);
  return Array.isArray(files) ? files.filter(isServedFile) : [];
}

function isServedFile(value: unknown): value is ServedFile {
  const { path, bytes } = toFields(value);
  return typeof path === "string" && typeof bytes === "number";
}

/**
 * A model of a model host as it is had here: from this origin where a file of its name and length lies there. Its hash
 * is checked as for any other.
 */
export function takeServed(model: CatalogModel, served: readonly ServedFile[]): CatalogModel {
  const { source } = model;
  if (source.type !== "gguf" || model.local) return model;
  const name = source.url.slice(source.url.lastIndexOf("/") + 1);
  const url = findServed({ name, bytes: source.bytes }, served);
  return url === null ? model : { ...model, local: true, served: true, source: { ...source, url } };
}

/** The address, below the app's base, of a served file of this name and length; null where there is none. */
export function findServed(
  wanted: { readonly name: string; readonly bytes: number },
  served: readonly ServedFile[],
): string | null {
  const found = served.find(({ path, bytes }) => bytes === wanted.bytes && path.split("/").at(-1) === wanted.name);
  return found === undefined ? null : FOLDER + found.path;
}
