import { joinFiles } from "../files/split-file.ts";
import type { SlicedFile } from "../files/store-file.ts";
import type { BlockType } from "./block-types.ts";
import { corrupt } from "./gguf-fault.ts";
import { type GgufLayout, readGgufLayout, type TensorEntry, toByteSource } from "./read-gguf.ts";

/** How the rows of one tensor are rewritten. A row is `shape[0]` values. */
export interface TensorRewrite {
  /** The tensor's type in the file. */
  readonly from: BlockType;
  /** The type after it. */
  readonly to: BlockType;
  /**
   * Converts whole rows, the first of which is row `firstRow` of the tensor. Called again for rows that are read again,
   * so it must depend on nothing else.
   */
  convert(rows: Uint8Array, firstRow: number): Uint8Array;
}

/** Decides for one tensor: how it is rewritten, or null to leave it as it is. */
type ChooseRewrite = (tensor: TensorEntry) => TensorRewrite | null;

/** Bytes converted at once: bounds the memory of a read, whatever its length. */
const CONVERT_BYTES = 1 << 20;

/**
 * A GGUF file with some tensors rewritten, as a file that is converted while it is read: only the header is made at
 * once. `slice(...).arrayBuffer()` yields the new bytes, so whoever reads a `Blob` by slices can read it, and
 * `new Blob(...)` of its slices is an ordinary copy. Tensors keep their order, names and shapes; the metadata are copied
 * byte by byte, but for `general.file_type` if one is given. Null when no tensor is rewritten. Rejects with a `GgufFault`.
 */
export async function rewriteGguf(
  file: SlicedFile,
  choose: ChooseRewrite,
  fileType?: number,
): Promise<SlicedFile | null> {
  const source = toByteSource(file);
  const layout = await readGgufLayout(source);
  const tensors = planTensors(layout, file.size, choose);
  if (tensors.every(({ rewrite }) => rewrite === null)) return null;
  const header = createHeader(await source.read(0, layout.entriesStart), layout, tensors);
  if (fileType !== undefined && layout.fileTypeAt !== null) {
    new DataView(header.buffer).setUint32(layout.fileTypeAt, fileType, true);
  }
  const pieces: SlicedFile[] = [new Blob([header])];
  for (const tensor of tensors) {
    const { bytes } = tensor;
    const read = createReader(file, tensor);
    const slice: SlicedFile["slice"] = (from = 0, to = bytes) => ({
      arrayBuffer: async () => (await read(from, to)).buffer,
    });
    pieces.push({ size: bytes, slice }, new Blob([new Uint8Array(align(bytes, layout.alignment) - bytes)]));
  }
  return joinFiles(pieces);
}

/** A tensor's place in both files. */
interface PlannedTensor {
  readonly entry: TensorEntry;
  readonly rewrite: TensorRewrite | null;
  /** In the new file, from the beginning of its data. */
  readonly offset: number;
  readonly bytes: number;
}

function planTensors(layout: GgufLayout, fileSize: number, choose: ChooseRewrite): readonly PlannedTensor[] {
  const starts = layout.entries.map(({ offset }) => offset).sort((left, right) => left - right);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? fileSize]));
  let offset = 0;
  return layout.entries.map((entry) => {
    const rewrite = choose(entry);
    // Up to the next tensor: the length of an unknown type is not known, and padding does no harm.
    const available = (ends.get(entry.offset) ?? fileSize) - entry.offset;
    const needed = rewrite === null ? available : countRows(entry) * toRowBytes(entry, rewrite.from);
    if (needed > available) throw corrupt(`the tensor '${entry.name}' overlaps the next or the end of the file`);
    const bytes = rewrite === null ? available : countRows(entry) * toRowBytes(entry, rewrite.to);
    const planned = { entry, rewrite, offset, bytes };
    offset = align(offset + bytes, layout.alignment);
    return planned;
  });
}

/** The preamble and metadata as they are, the tensors' entries anew, padded to the alignment. */
function createHeader(
  beginning: Uint8Array,
  { entries, entriesStart, alignment }: GgufLayout,
  tensors: readonly PlannedTensor[],
): Uint8Array<ArrayBuffer> {
  if (beginning.length !== entriesStart) throw corrupt("the file ends before its own size");
  const names = entries.map(({ name }) => new TextEncoder().encode(name));
  const length = entries.reduce(
    (sum, { shape }, index) => sum + 8 + (names[index]?.length ?? 0) + 4 + 8 * shape.length + 4 + 8,
    entriesStart,
  );
  const header = new Uint8Array(align(length, alignment));
  const view = new DataView(header.buffer);
  let at = entriesStart;
  const write32 = (value: number): void => {
    view.setUint32(at, value, true);
    at += 4;
  };
  const write64 = (value: number): void => {
    view.setBigUint64(at, BigInt(value), true);
    at += 8;
  };
  header.set(beginning);
  tensors.forEach(({ entry, rewrite, offset }, index) => {
    const name = names[index] ?? new Uint8Array();
    write64(name.length);
    header.set(name, at);
    at += name.length;
    write32(entry.shape.length);
    for (const size of entry.shape) write64(size);
    write32(rewrite === null ? entry.typeNumber : rewrite.to.number);
    write64(offset);
  });
  return header;
}

type Read = (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>;

/** Reads a part of a tensor's data as they are in the new file. */
function createReader(file: SlicedFile, { entry, rewrite }: PlannedTensor): Read {
  const read: Read = async (start, end) => {
    const bytes = new Uint8Array(await file.slice(entry.offset + start, entry.offset + end).arrayBuffer());
    if (bytes.length !== end - start) throw corrupt("the file ends before its own size");
    return bytes;
  };
  if (rewrite === null) return read;
  const [oldRow, newRow] = [toRowBytes(entry, rewrite.from), toRowBytes(entry, rewrite.to)];
  const step = Math.max(1, Math.floor(CONVERT_BYTES / newRow));
  return async (from, to) => {
    const result = new Uint8Array(to - from);
    const lastRow = Math.ceil(to / newRow);
    for (let row = Math.floor(from / newRow); row < lastRow; row += step) {
      const rows = Math.min(step, lastRow - row);
      const converted = rewrite.convert(await read(row * oldRow, (row + rows) * oldRow), row);
      if (converted.length !== rows * newRow) throw new Error(`'${entry.name}' was converted to another length`);
      const skipped = Math.max(0, from - row * newRow);
      const taken = converted.subarray(skipped, Math.min(converted.length, to - row * newRow));
      result.set(taken, row * newRow + skipped - from);
    }
    return result;
  };
}

function countRows({ shape }: TensorEntry): number {
  return shape.slice(1).reduce((product, size) => product * size, 1);
}

function toRowBytes({ name, shape }: TensorEntry, type: BlockType): number {
  const values = shape[0] ?? 0;
  if (values % type.values !== 0) throw corrupt(`the rows of '${name}' are not whole blocks of ${type.name}`);
  return (values / type.values) * type.bytes;
}

function align(length: number, alignment: number): number {
  return Math.ceil(length / alignment) * alignment;
}
