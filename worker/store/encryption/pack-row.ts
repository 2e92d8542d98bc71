/** The arrays of numbers that a row may have; they are kept as bytes beside the rest, which is JSON. */
const ARRAYS = { Uint8Array, Uint16Array, Uint32Array, Float32Array, Float64Array } as const;

type NumberArray = InstanceType<(typeof ARRAYS)[keyof typeof ARRAYS]>;

// Kept: to make one takes as long as a small row.
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** Field, type and number of bytes. */
type PackedArray = readonly [string, keyof typeof ARRAYS, number];

/** A row as bytes: what it holds as JSON, and the arrays among its own fields as they are. */
export function packRow(row: object): Uint8Array<ArrayBuffer> {
  const fields: Record<string, unknown> = {};
  const heads: PackedArray[] = [];
  const arrays: Uint8Array[] = [];
  for (const [name, value] of Object.entries(row)) {
    const type = toArrayType(value);
    if (type === null) fields[name] = value;
    else {
      const { buffer, byteOffset, byteLength } = value as NumberArray;
      heads.push([name, type, byteLength]);
      arrays.push(new Uint8Array(buffer, byteOffset, byteLength));
    }
  }
  const head = toBytes(JSON.stringify([fields, heads]));
  const bytes = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, HEAD_LENGTH + head.length));
  new DataView(bytes.buffer).setUint32(0, head.length);
  bytes.set(head, HEAD_LENGTH);
  let at = HEAD_LENGTH + head.length;
  for (const array of arrays) {
    bytes.set(array, at);
    at += array.length;
  }
  return bytes;
}

/** The row that was packed; throws for any other bytes. */
export function unpackRow(bytes: Uint8Array): object {
  const end = HEAD_LENGTH + new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
  const [fields, heads] = JSON.parse(DECODER.decode(bytes.subarray(HEAD_LENGTH, end))) as [
    Record<string, unknown>,
    readonly PackedArray[],
  ];
  let at = end;
  for (const [name, type, length] of heads) {
    // Copied: an array of wider numbers cannot begin at any byte.
    fields[name] = new ARRAYS[type](bytes.slice(at, at + length).buffer);
    at += length;
  }
  return fields;
}

/** A text in UTF-8. */
export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return ENCODER.encode(text);
}

const HEAD_LENGTH = 4;

function toArrayType(value: unknown): keyof typeof ARRAYS | null {
  if (!ArrayBuffer.isView(value)) return null;
  const name = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return name in ARRAYS ? (name as keyof typeof ARRAYS) : null;
}
