/** A file for a ZIP. */
export interface ZipFile {
  /** Its path in UTF-8. */
  readonly name: Uint8Array<ArrayBuffer>;
  readonly modifiedAt: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const MAX_ZIP_BYTES = 0xffff_ffff;
const MAX_ZIP_FILES = 0xffff;
/** Names are UTF-8. */
const UTF8_FLAG = 0x0800;

/** The pieces of a ZIP of these files, stored as they are (APPNOTE 6.3.10, method 0, without ZIP64). */
export function writeZip(files: readonly ZipFile[]): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, modifiedAt, bytes } of files.slice(0, MAX_ZIP_FILES)) {
    const [time, day] = toDosTime(new Date(modifiedAt));
    const facts = [20, UTF8_FLAG, 0, time, day] as const;
    const sizes = [toCrc32(bytes), bytes.length, bytes.length] as const;
    const local = pack([4, 0x04034b50], [2, ...facts], [4, ...sizes], [2, name.length, 0]);
    parts.push(local, name, bytes);
    const entry = pack([4, 0x02014b50], [2, 20, ...facts], [4, ...sizes], [2, name.length, 0, 0, 0, 0], [4, 0, offset]);
    directory.push(entry, name);
    offset += local.length + name.length + bytes.length;
    if (offset > MAX_ZIP_BYTES) throw new RangeError("A ZIP of more than 4 GB cannot be made.");
  }
  const count = Math.min(files.length, MAX_ZIP_FILES);
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end = pack([4, 0x06054b50], [2, 0, 0, count, count], [4, length, offset], [2, 0]);
  return [...parts, ...directory, end];
}

/** Numbers with their length in bytes before them. */
type Fields = readonly [length: 2 | 4, ...values: readonly number[]];

function pack(...fields: readonly Fields[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [length, ...values]) => sum + length * values.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [length, ...values] of fields) {
    for (const value of values) {
      if (length === 2) view.setUint16(at, value, true);
      else view.setUint32(at, value, true);
      at += length;
    }
  }
  return bytes;
}

/** Local time in steps of two seconds, and the day from 1980 on. */
function toDosTime(date: Date): readonly [number, number] {
  const year = Math.max(0, date.getFullYear() - 1980);
  return [
    (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1),
    (year << 9) | ((date.getMonth() + 1) << 5) | date.getDate(),
  ];
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function toCrc32(bytes: Uint8Array<ArrayBuffer>): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 255] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
