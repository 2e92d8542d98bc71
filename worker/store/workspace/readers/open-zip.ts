type Bytes = Uint8Array<ArrayBuffer>;

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DEFLATED = 8;
/** Bytes that the files read of one ZIP may unpack to together. */
const MAX_UNPACKED = 50_000_000;
const MAX_ENTRIES = 65_535;

/** The files of a ZIP, found by its directory. */
export interface ZipFiles {
  readonly names: readonly string[];
  /** The text of a file; null if there is none of that name. */
  readText(name: string): Promise<string | null>;
}

/** Opens a ZIP. Throws a `RangeError` where it is none; so does reading more than a document has. */
export function openZip(bytes: Bytes): ZipFiles {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = listEntries(bytes, view);
  let left = MAX_UNPACKED;
  return {
    names: [...entries.keys()],
    readText: async (name) => {
      const entry = entries.get(name);
      if (entry === undefined) return null;
      const unpacked = await unpack(bytes, view, entry, left);
      left -= unpacked.length;
      return new TextDecoder().decode(unpacked);
    },
  };
}

/** Where each file's entry in the directory begins. */
function listEntries(bytes: Bytes, view: DataView): ReadonlyMap<string, number> {
  const end = findEnd(view);
  const entries = new Map<string, number>();
  let at = view.getUint32(end + 16, true);
  let left = Math.min(view.getUint16(end + 10, true), MAX_ENTRIES);
  for (; left > 0 && view.getUint32(at, true) === DIRECTORY_ENTRY; left -= 1) {
    const length = view.getUint16(at + 28, true);
    entries.set(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length)), at);
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Where the ZIP's last record begins; a comment may follow it. */
function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at -= 1) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  }
  throw new RangeError("no ZIP");
}

async function unpack(bytes: Bytes, view: DataView, entry: number, maxBytes: number): Promise<Bytes> {
  const length = view.getUint32(entry + 20, true);
  const local = view.getUint32(entry + 42, true);
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const packed = bytes.subarray(start, start + length);
  if (view.getUint16(entry + 10, true) !== DEFLATED) return packed;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts: Bytes[] = [];
  let unpacked = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    unpacked += read.value.length;
    if (unpacked > maxBytes) throw new RangeError("too much text");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
