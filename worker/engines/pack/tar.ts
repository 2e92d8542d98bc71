/**
 * The part of the tar format (POSIX ustar, with GNU's binary sizes for files of 8 GiB and more) that a pack needs: plain
 * files and folders. A header has 512 bytes, a file is padded to a multiple of that, and two empty blocks end the
 * archive. https://www.gnu.org/software/tar/manual/html_node/Standard.html
 */
const BLOCK = 512;
const MAX_OCTAL = 8 ** 11 - 1;

/** A file inside an archive. */
export interface TarEntry {
  readonly path: string;
  readonly content: Blob;
}

/** Thrown for an invalid or truncated archive. The message is one clause for the user. */
export class TarFault extends Error {}

/**
 * Joins files into one archive. The contents are not read: the result refers to them, and they are streamed when it is
 * saved.
 *
 * @param time Seconds since the epoch, for every file.
 */
export function createTar(entries: readonly TarEntry[], time: number): Blob {
  const parts: BlobPart[] = [];
  for (const { path, content } of entries) {
    const padding = (BLOCK - (content.size % BLOCK)) % BLOCK;
    parts.push(toHeader(path, content.size, time), content, new Uint8Array(padding));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  return new Blob(parts, { type: "application/x-tar" });
}

/** Lists an archive's files; contents are read on demand. Rejects with a `TarFault`. */
export async function readTar(archive: Blob): Promise<readonly TarEntry[]> {
  const entries: TarEntry[] = [];
  for (let offset = 0; ; ) {
    const header = new Uint8Array(await archive.slice(offset, offset + BLOCK).arrayBuffer());
    if (header.length < BLOCK) throw new TarFault("it ends in the middle");
    if (header.every((byte) => byte === 0)) return entries;
    if (!hasRightSum(header)) throw new TarFault(offset === 0 ? "it is no tar archive" : "a header in it is damaged");
    const size = readNumber(header.subarray(124, 136));
    const start = offset + BLOCK;
    // A negative size would lead back to this header in an endless loop.
    if (!(size >= 0) || start + size > archive.size) throw new TarFault("it ends in the middle");
    const kind = String.fromCharCode(header[156] ?? 0);
    if (kind === "0" || kind === "\0") {
      const prefix = readText(header.subarray(345, 500));
      const name = readText(header.subarray(0, 100));
      const path = prefix === "" ? name : `${prefix}/${name}`;
      entries.push({ path: path.replace(/^\.\//, ""), content: archive.slice(start, start + size) });
    } else if (kind !== "5") {
      throw new TarFault(`it holds an entry of the kind '${kind}'`);
    }
    offset = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function toHeader(path: string, size: number, time: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(BLOCK);
  const write = (text: string, offset: number): void => header.set(new TextEncoder().encode(text), offset);
  const { prefix, name } = splitPath(path);
  write(name, 0);
  write("0000644\0", 100);
  write("0000000\0", 108);
  write("0000000\0", 116);
  header.set(toSize(size), 124);
  write(`${toOctal(time, 11)}\0`, 136);
  write("        ", 148);
  write("0", 156);
  write("ustar\0", 257);
  write("00", 263);
  write(prefix, 345);
  write(`${toOctal(sumBytes(header), 6)}\0 `, 148);
  return header;
}

/** The name field holds 100 bytes, the folder prefix 155. */
function splitPath(path: string): { readonly prefix: string; readonly name: string } {
  const length = (text: string): number => new TextEncoder().encode(text).length;
  if (length(path) <= 100) return { prefix: "", name: path };
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
    const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)];
    if (length(prefix) <= 155 && length(name) <= 100) return { prefix, name };
  }
  throw new TarFault(`the path ${path} is too long for an archive`);
}

function toSize(size: number): Uint8Array {
  if (size <= MAX_OCTAL) return new TextEncoder().encode(`${toOctal(size, 11)}\0`);
  const field = new Uint8Array(12);
  const view = new DataView(field.buffer);
  view.setBigUint64(4, BigInt(size));
  field[0] = 0x80;
  return field;
}

function readNumber(field: Uint8Array): number {
  if ((field[0] ?? 0) < 0x80) return Number.parseInt(readText(field).trim() || "0", 8);
  return Number(new DataView(field.buffer, field.byteOffset + 4, 8).getBigUint64(0));
}

function readText(field: Uint8Array): string {
  const end = field.indexOf(0);
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end));
}

function toOctal(value: number, digits: number): string {
  return Math.floor(value).toString(8).padStart(digits, "0");
}

function hasRightSum(header: Uint8Array): boolean {
  const stated = readNumber(header.subarray(148, 156));
  const counted = header.slice();
  counted.fill(0x20, 148, 156);
  return stated === sumBytes(counted);
}

function sumBytes(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum + byte, 0);
}
