import { failed, type Result } from "../../protocol/failure.ts";
import type { ModelId } from "../../protocol/ids.ts";
import type { ModelEntry, PickedFile } from "../../protocol/model.ts";
import type { ModelFiles, StoredFile } from "../files/model-files.ts";
import { type SlicedFile, type StoreDeps, storeFile } from "../files/store-file.ts";
import { type GgufHeader, readArchitectureNumber, readGgufLayout, toByteSource } from "./read-gguf.ts";

/** A stored model that a projector may belong to; its file is stored under its id. */
export type ProjectorOwner = Pick<ModelEntry, "id" | "title">;

/** True for a file that turns pictures or sounds into a model's tokens (llama.cpp's mmproj), and is no model itself. */
export function isProjector({ metadata }: GgufHeader): boolean {
  return metadata.get("general.architecture") === "clip";
}

/**
 * Stores a projector with the model that it belongs to: of the stored models whose tokens are as wide as those it makes,
 * the one whose name it shares most of. The value is that model's id.
 */
export async function storeProjector(
  file: PickedFile,
  header: GgufHeader,
  owners: readonly ProjectorOwner[],
  deps: StoreDeps,
): Promise<Result<ModelId>> {
  const width =
    readArchitectureNumber(header, "vision.projection_dim") ?? readArchitectureNumber(header, "audio.projection_dim");
  const fitting: ProjectorOwner[] = [];
  for (const owner of owners) {
    if (width !== null && (await readWidth(deps.files, owner)) === width) fitting.push(owner);
  }
  const [owner] = fitting.toSorted((left, right) => countShared(right, file.name) - countShared(left, file.name));
  if (owner === undefined) return failed("projector-alone", `"${file.name}"`);
  const prefix = toPrefix(owner.id);
  const stored = await storeFile(file, file.name, deps, prefix);
  if (!stored.ok) return stored;
  for (const { name } of await deps.files.listSealed()) {
    if (name.startsWith(prefix) && name !== stored.value.name) await deps.files.delete(name);
  }
  return { ok: true, value: owner.id };
}

/** The projector that is stored with a model, if there is one. */
export async function openProjector(modelId: ModelId, files: ModelFiles): Promise<SlicedFile | undefined> {
  const name = await findProjector(modelId, files);
  return name === undefined ? undefined : ((await files.open(name)) ?? undefined);
}

export async function deleteProjector(modelId: ModelId, files: ModelFiles): Promise<void> {
  const name = await findProjector(modelId, files);
  if (name !== undefined) await files.delete(name);
}

/** The models whose projector is among the stored files. */
export function listPerceiving(sealed: readonly StoredFile[]): ReadonlySet<ModelId> {
  const names = sealed.map(({ name }) => PROJECTOR_NAME.exec(name)?.[1]);
  return new Set(names.filter((id) => id !== undefined));
}

async function findProjector(modelId: ModelId, files: ModelFiles): Promise<string | undefined> {
  return (await files.listSealed()).find(({ name }) => name.startsWith(toPrefix(modelId)))?.name;
}

/** After the model's id comes the file's own hash. */
const PROJECTOR_NAME = /^projector-(.+)-[0-9a-f]{64}$/;
const toPrefix = (modelId: ModelId): string => `projector-${modelId}-`;

/** How many numbers make up one of the model's tokens; null if its file cannot be read. */
async function readWidth(files: ModelFiles, { id }: ProjectorOwner): Promise<number | null> {
  const file = await files.open(id);
  const header = file === null ? null : await readGgufLayout(toByteSource(file)).catch(() => null);
  return header && readArchitectureNumber(header, "embedding_length");
}

function countShared({ title }: ProjectorOwner, fileName: string): number {
  const words = new Set(fileName.toLowerCase().split(/[^a-z0-9]+/));
  return title
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => words.has(word)).length;
}
