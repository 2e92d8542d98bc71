import type { PickedFile } from "../../protocol/model.ts";
import { BLOCK_TYPES } from "./block-types.ts";
import { corrupt, unsupported } from "./gguf-fault.ts";

/** A metadata value: numbers of 64 bits are numbers where they are safe integers, else refused. */
export type GgufValue = string | number | boolean | readonly GgufValue[];

/** A tensor's entry in the file. `shape` is in the file's order, `[inputs, outputs]` for a matrix. */
export interface TensorEntry {
  readonly name: string;
  readonly shape: readonly number[];
  /** The number of its type (ggml's `enum ggml_type`), which may be one that `BLOCK_TYPES` lacks. */
  readonly typeNumber: number;
  /** Bytes from the file's beginning. */
  readonly offset: number;
}

/** The header of a GGUF file, with its tensors in the file's order; their data stay in the file. */
export interface GgufLayout {
  readonly metadata: ReadonlyMap<string, GgufValue>;
  readonly entries: readonly TensorEntry[];
  /** Where the value of `general.file_type` stands, in bytes; null where there is none of 32 bits. */
  readonly fileTypeAt: number | null;
  /** Where the tensors' entries begin: the preamble and the metadata are before it. In bytes. */
  readonly entriesStart: number;
  /** Every tensor's data begin at a multiple of this, in bytes. */
  readonly alignment: number;
}

/** The facts of a file beside its tensors. */
export type GgufHeader = Pick<GgufLayout, "metadata">;

/** A file that is read piece by piece. */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** A file of the browser, or one that the user picked, read piece by piece. */
export function toByteSource(file: Pick<PickedFile, "size" | "slice">): ByteSource {
  return {
    size: file.size,
    read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  };
}

/** A number among the metadata of the file's own architecture; null where there is none. */
export function readArchitectureNumber({ metadata }: GgufHeader, key: string): number | null {
  const value = metadata.get(`${String(metadata.get("general.architecture"))}.${key}`);
  return typeof value === "number" ? value : null;
}

/** The chat template of a file; null where it has none. */
export function readChatTemplate({ metadata }: GgufHeader): string | null {
  const template = metadata.get("tokenizer.chat_template");
  return typeof template === "string" ? template : null;
}

const FIRST_WINDOW = 1 << 20;
const MAX_HEADER_LENGTH = 1 << 27;
const MAX_ENTRIES = 65_536;
/** Items of all arrays in a header. A vocabulary of 262,144 tokens with types, scores and merges has under 1.5 million. */
const MAX_ITEMS = 4_000_000;
const DEFAULT_ALIGNMENT = 32;

/**
 * Reads the header of a GGUF file (versions 2 and 3, little endian;
 * https://github.com/ggml-org/ggml/blob/master/docs/gguf.md). Every length is checked against the file's size before it
 * is used. Rejects with a `GgufFault`, also for a tensor of an unknown type.
 */
export async function readGguf(source: ByteSource): Promise<GgufLayout> {
  const layout = await readGgufLayout(source);
  const ends = layout.entries.map((entry) => ({ ...entry, end: findEnd(entry, source.size) }));
  ends.sort((left, right) => left.offset - right.offset);
  for (const [index, { name, end }] of ends.entries()) {
    const next = ends[index + 1];
    if (next !== undefined && end > next.offset) throw corrupt(`the tensors '${name}' and '${next.name}' overlap`);
  }
  return layout;
}

/** Reads the header of a GGUF file with tensors of any type. Rejects with a `GgufFault`. */
export async function readGgufLayout(source: ByteSource): Promise<GgufLayout> {
  for (let window = FIRST_WINDOW; ; window *= 4) {
    const length = Math.min(window, source.size, MAX_HEADER_LENGTH);
    const bytes = await source.read(0, length);
    if (bytes.length !== length) throw corrupt("the file ends before its own size");
    try {
      return parseLayout(bytes, source.size);
    } catch (error) {
      if (!(error instanceof OutOfWindow)) throw error;
      if (length === source.size) throw corrupt("the file ends within its header");
      if (length === MAX_HEADER_LENGTH) throw corrupt("the header is longer than 128 MB");
    }
  }
}

/** The window ends here; the file may be longer. */
class OutOfWindow extends Error {}

function parseLayout(bytes: Uint8Array, fileSize: number): GgufLayout {
  const cursor = new Cursor(bytes, fileSize);
  if (cursor.readText(4) !== "GGUF") throw corrupt("it does not begin as a GGUF file");
  const version = cursor.readUint32();
  if (version !== 2 && version !== 3) throw unsupported(`its GGUF version is ${version}, not 2 or 3`);
  const tensorCount = cursor.readCount("tensors");
  const entryCount = cursor.readCount("metadata entries");
  const metadata = new Map<string, GgufValue>();
  let fileTypeAt: number | null = null;
  for (let index = 0; index < entryCount; index += 1) {
    const key = cursor.readString();
    if (metadata.has(key)) throw corrupt(`the metadata key '${key}' stands twice`);
    const type = cursor.readUint32();
    if (key === "general.file_type" && type === UINT32) fileTypeAt = cursor.position;
    metadata.set(key, readValue(cursor, type, 0));
  }
  const entriesStart = cursor.position;
  const declared: TensorEntry[] = [];
  for (let index = 0; index < tensorCount; index += 1) declared.push(readEntry(cursor));
  const alignment = metadata.get("general.alignment") ?? DEFAULT_ALIGNMENT;
  if (typeof alignment !== "number" || alignment < 8 || alignment > 65_536 || alignment % 8 !== 0) {
    throw corrupt("its alignment is not a multiple of 8");
  }
  const dataStart = Math.ceil(cursor.position / alignment) * alignment;
  const names = new Set<string>();
  const entries = declared.map((entry) => {
    const { name, offset } = entry;
    if (names.has(name)) throw corrupt(`the tensor '${name}' stands twice`);
    if (offset % alignment !== 0) throw corrupt(`the tensor '${name}' is not aligned`);
    if (dataStart + offset >= fileSize) throw corrupt(`the tensor '${name}' lies beyond the end of the file`);
    names.add(name);
    return { ...entry, offset: dataStart + offset };
  });
  return { metadata, entries, fileTypeAt, entriesStart, alignment };
}

/** Reads an entry whose offset is still relative to the data's beginning. */
function readEntry(cursor: Cursor): TensorEntry {
  const name = cursor.readString();
  const dimensions = cursor.readUint32();
  if (dimensions < 1 || dimensions > 4) throw corrupt(`the tensor '${name}' has ${dimensions} dimensions`);
  const shape = Array.from({ length: dimensions }, () => cursor.readUint64());
  if (shape.some((size) => size < 1) || countValues(shape) > 2 ** 40) {
    throw corrupt(`the tensor '${name}' has an impossible shape`);
  }
  return { name, shape, typeNumber: cursor.readUint32(), offset: cursor.readUint64() };
}

/** Where a tensor's data end, in bytes from the file's beginning. */
function findEnd({ name, shape, typeNumber, offset }: TensorEntry, fileSize: number): number {
  const type = BLOCK_TYPES.get(typeNumber);
  if (type === undefined) {
    throw unsupported(`the tensor '${name}' is packed in a way (type ${typeNumber}) we do not read`);
  }
  if ((shape[0] ?? 0) % type.values !== 0) throw corrupt(`the rows of '${name}' are not whole blocks of ${type.name}`);
  const end = offset + (countValues(shape) / type.values) * type.bytes;
  if (end > fileSize) throw corrupt(`the tensor '${name}' lies beyond the end of the file`);
  return end;
}

function countValues(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

/** The numbers of GGUF's metadata types. */
const UINT32 = 4;
const STRING = 8;
const ARRAY = 9;
const UINT64 = 10;
/** The bytes of a number or a boolean, by the number of its type, and how it is read. */
const SCALARS: Readonly<Record<number, readonly [bytes: number, read: (view: DataView, at: number) => GgufValue]>> = {
  0: [1, (view, at) => view.getUint8(at)],
  1: [1, (view, at) => view.getInt8(at)],
  2: [2, (view, at) => view.getUint16(at, true)],
  3: [2, (view, at) => view.getInt16(at, true)],
  [UINT32]: [4, (view, at) => view.getUint32(at, true)],
  5: [4, (view, at) => view.getInt32(at, true)],
  6: [4, (view, at) => view.getFloat32(at, true)],
  7: [1, (view, at) => view.getUint8(at) !== 0],
  11: [8, (view, at) => Number(view.getBigInt64(at, true))],
  12: [8, (view, at) => view.getFloat64(at, true)],
};

function readValue(cursor: Cursor, type: number, depth: number): GgufValue {
  if (type === STRING) return cursor.readString();
  if (type !== ARRAY) return cursor.readScalar(type);
  if (depth > 1) throw corrupt("its metadata nests arrays too deep");
  const itemType = cursor.readUint32();
  const count = cursor.readUint64();
  cursor.expectItems(count, itemType);
  const items: GgufValue[] = [];
  for (let index = 0; index < count; index += 1) items.push(readValue(cursor, itemType, depth + 1));
  return items;
}

/** The smallest size of an array's item in bytes, by its type: bounds a declared count. */
function toMinBytes(type: number): number {
  if (type === STRING) return 8;
  return type === ARRAY ? 12 : 1;
}

class Cursor {
  position = 0;
  #items = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #fileSize: number;
  readonly #decoder = new TextDecoder("utf-8");

  constructor(bytes: Uint8Array, fileSize: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#fileSize = fileSize;
  }

  readUint32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  /** Rejects numbers beyond JavaScript's exact integers: no size or offset of a real file is that large. */
  readUint64(): number {
    const value = this.#view.getBigUint64(this.#take(8), true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw corrupt("it holds a number beyond any file's size");
    return Number(value);
  }

  readCount(what: string): number {
    const count = this.readUint64();
    if (count > MAX_ENTRIES) throw corrupt(`it declares ${count} ${what}`);
    return count;
  }

  expectItems(count: number, type: number): void {
    if (count * toMinBytes(type) > this.#fileSize) throw corrupt("it declares an array longer than the file");
    this.#items += count;
    if (this.#items > MAX_ITEMS) throw corrupt(`its arrays hold more than ${MAX_ITEMS} items`);
  }

  readString(): string {
    const length = this.readUint64();
    if (length > this.#fileSize) throw corrupt("it declares a text longer than the file");
    return this.readText(length);
  }

  readText(length: number): string {
    const start = this.#take(length);
    return this.#decoder.decode(this.#bytes.subarray(start, start + length));
  }

  readScalar(type: number): GgufValue {
    if (type === UINT64) return this.readUint64();
    const scalar = SCALARS[type];
    if (scalar === undefined) throw corrupt(`it holds a metadata value of the unknown type ${type}`);
    const [bytes, read] = scalar;
    return read(this.#view, this.#take(bytes));
  }

  #take(length: number): number {
    const start = this.position;
    if (start + length > this.#fileSize) throw corrupt("the file ends within its header");
    if (start + length > this.#bytes.length) throw new OutOfWindow();
    this.position = start + length;
    return start;
  }
}
