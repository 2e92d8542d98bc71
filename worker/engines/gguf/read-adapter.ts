import { parseJsonObject, toFields } from "../../protocol/json.ts";
import { corrupt, unsupported } from "./gguf-fault.ts";

/** The factors of one matrix: row `o`, column `i` of it grows by the sum of `outer[r][o] * inner[r][i]`. */
export interface AdapterFactors {
  readonly inputs: number;
  readonly outputs: number;
  /** `rank` rows of `inputs` values. */
  readonly inner: readonly Float32Array[];
  /** `rank` rows of `outputs` values. */
  readonly outer: readonly Float32Array[];
}

/** Low-rank changes of a model's matrices. */
export interface Adapter {
  /** SHA-256 of the file that it belongs to, in lower-case hexadecimal. */
  readonly base: string;
  readonly tensors: ReadonlyMap<string, AdapterFactors>;
}

const MAGIC = "ALCADAPT";
const HEADER_AT = 12;
const MAX_RANK = 256;

interface HeaderTensor {
  readonly name: string;
  readonly inputs: number;
  readonly outputs: number;
  readonly offset: number;
}

/** Reads an adapter's file, whose form `dev/model/starter/adapter.py` describes. Throws a `GgufFault`. */
export function readAdapter(bytes: Uint8Array<ArrayBuffer>): Adapter {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = new TextDecoder();
  if (bytes.length < HEADER_AT || text.decode(bytes.subarray(0, MAGIC.length)) !== MAGIC) {
    throw corrupt("it does not begin as an adapter");
  }
  const dataStart = HEADER_AT + view.getUint32(MAGIC.length, true);
  if (dataStart > bytes.length) throw corrupt("the adapter ends within its header");
  const { base, rank, tensors } = parseHeader(text.decode(bytes.subarray(HEADER_AT, dataStart)));
  const read = (at: number, scales: number, size: number): readonly Float32Array[] =>
    Array.from({ length: rank }, (_, row) => {
      const scale = view.getFloat32(scales + 4 * row, true);
      return Float32Array.from({ length: size }, (_value, index) => view.getInt8(at + row * size + index) * scale);
    });
  const factors = tensors.map(({ name, inputs, outputs, offset }): [string, AdapterFactors] => {
    const start = dataStart + offset;
    const values = start + 8 * rank;
    if (values + rank * (inputs + outputs) > bytes.length) throw corrupt(`the adapter ends within '${name}'`);
    const inner = read(values, start, inputs);
    return [name, { inputs, outputs, inner, outer: read(values + rank * inputs, start + 4 * rank, outputs) }];
  });
  return { base, tensors: new Map(factors) };
}

function parseHeader(text: string) {
  const header = parseJsonObject(text);
  if (header === null) throw corrupt("the adapter's header is no JSON");
  const { version, base, rank, tensors } = toFields(header);
  if (version !== 1) throw unsupported(`the adapter's version is ${String(version)}, not 1`);
  const isWhole = typeof base === "string" && isCount(rank) && rank <= MAX_RANK && Array.isArray(tensors);
  if (!isWhole || !tensors.every(isTensor)) throw corrupt("the adapter's header lacks something");
  return { base, rank, tensors };
}

function isTensor(value: unknown): value is HeaderTensor {
  const { name, inputs, outputs, offset } = toFields(value);
  return typeof name === "string" && isCount(inputs) && isCount(outputs) && (offset === 0 || isCount(offset));
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
