import type { PickedFile } from "../../protocol/model.ts";
import type { SlicedFile } from "./store-file.ts";

/** How llama.cpp's gguf-split names the parts of a model. */
const PART_NAME = /^(.*)-(\d{5})-of-(\d{5})\.gguf$/i;

/** A model in one file, or in several that are read as if they were one. */
export interface WholeFile extends PickedFile {
  /** Bytes of each of its parts, in order; absent for one file. */
  readonly parts?: readonly number[];
}

/** Puts the parts of a split model together in their order; null if one of them is missing or belongs to another model. */
export function joinParts(files: readonly PickedFile[]): WholeFile | null {
  const [first] = files;
  if (first === undefined) return null;
  const [, name = first.name, , count = "1"] = PART_NAME.exec(first.name) ?? [];
  if (!PART_NAME.test(first.name)) return files.length === 1 ? first : null;
  const ordered = files.toSorted((left, right) => left.name.localeCompare(right.name, "en"));
  const isWhole =
    ordered.length === Number(count) &&
    ordered.every((file, index) => {
      const [, title, number, total] = PART_NAME.exec(file.name) ?? [];
      return title === name && total === count && Number(number) === index + 1;
    });
  if (!isWhole) return null;
  return { name: `${name}.gguf`, parts: ordered.map(({ size }) => size), ...joinFiles(ordered) };
}

/** Several files, read as if they were one. */
export function joinFiles(files: readonly SlicedFile[]): SlicedFile {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return { size, slice: (start = 0, end = size) => sliceAcross(files, start, end) };
}

/** The parts of a stored file, in order. */
export function cutParts(file: Blob, parts: readonly number[] = [file.size]): readonly Blob[] {
  let start = 0;
  return parts.map((bytes) => {
    start += bytes;
    return file.slice(start - bytes, start);
  });
}

function sliceAcross(files: readonly SlicedFile[], start: number, end: number): ReturnType<SlicedFile["slice"]> {
  const pieces: ReturnType<SlicedFile["slice"]>[] = [];
  let begin = 0;
  for (const file of files) {
    const from = Math.max(start - begin, 0);
    const to = Math.min(end - begin, file.size);
    if (from < to) pieces.push(file.slice(from, to));
    begin += file.size;
  }
  return {
    arrayBuffer: async () => new Blob(await Promise.all(pieces.map((piece) => piece.arrayBuffer()))).arrayBuffer(),
  };
}
