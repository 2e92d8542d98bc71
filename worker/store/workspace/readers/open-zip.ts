type Bytes = Uint8Array<ArrayBuffer>;

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DEFLATED = 8;
/** Bytes that the texts read of one ZIP may unpack to together. */
const MAX_UNPACKED = 50_000_000;
const MAX_ENTRIES = 65_535;
/** Of a larger ZIP this stands in the place of a size or an offset. */
const IN_ZIP64 = 0xffffffff;
const LOCAL_HEADER = 30;
const END_LENGTH = 22;

export type ZipFiles = Awaited<ReturnType<typeof openZip>>;

/**
 * The files of a ZIP, found by its directory; nothing else of it is read before it is asked for. Rejects with a `RangeError`
 * where it is none; so does reading more than a document has.
 */
export async function openZip(file: Blob) {
  const entries = await listEntries(file);
  let left = MAX_UNPACKED;
  const find = (name: string): Entry => {
    const entry = entries.get(name);
    if (entry === undefined) throw new RangeError("no such file");
    return entry;
  };
  return {
    names: [...entries.keys()],
    /** The text of a file; null if there is none of that name. */
    readText: async (name: string): Promise<string | null> => {
      if (!entries.has(name)) return null;
      const unpacked = await readAll(await unpack(file, find(name)), left);
      left -= unpacked.length;
      return new TextDecoder().decode(unpacked);
    },
    /** Bytes of a file once it is unpacked, by the ZIP's own word. */
    sizeOf: (name: string): number => find(name).bytes,
    /** The bytes of a file as they are unpacked, without a bound. */
    open: (name: string): Promise<ReadableStream<Bytes>> => unpack(file, find(name)),
  };
}

interface Entry {
  readonly isDeflated: boolean;
  readonly packed: number;
  readonly bytes: number;
  readonly offset: number;
}

async function readView(file: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await file.slice(from, to).arrayBuffer());
}

/** The directory's entries by name. */
async function listEntries(file: Blob): Promise<ReadonlyMap<string, Entry>> {
  const tail = await readView(file, Math.max(0, file.size - END_LENGTH - MAX_ENTRIES), file.size);
  const end = findEnd(tail);
  const view = await readView(file, tail.getUint32(end + 16, true), file.size - tail.byteLength + end);
  const entries = new Map<string, Entry>();
  let at = 0;
  let left = Math.min(tail.getUint16(end + 10, true), MAX_ENTRIES);
  for (; left > 0 && view.getUint32(at, true) === DIRECTORY_ENTRY; left -= 1) {
    const length = view.getUint16(at + 28, true);
    entries.set(new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, length)), {
      isDeflated: view.getUint16(at + 10, true) === DEFLATED,
      packed: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Where the ZIP's last record begins; a comment may follow it. */
function findEnd(view: DataView): number {
  for (let at = view.byteLength - END_LENGTH; at >= 0; at -= 1) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  }
  throw new RangeError("no ZIP");
}

async function unpack(file: Blob, { isDeflated, packed, offset }: Entry): Promise<ReadableStream<Bytes>> {
  if (packed === IN_ZIP64 || offset === IN_ZIP64) throw new RangeError("too large a ZIP");
  const local = await readView(file, offset, offset + LOCAL_HEADER);
  const start = offset + LOCAL_HEADER + local.getUint16(26, true) + local.getUint16(28, true);
  const stream = file.slice(start, start + packed).stream();
  return isDeflated ? stream.pipeThrough(new DecompressionStream("deflate-raw")) : stream;
}

async function readAll(stream: ReadableStream<Bytes>, maxBytes: number): Promise<Bytes> {
  const reader = stream.getReader();
  const parts: Bytes[] = [];
  let unpacked = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    unpacked += read.value.length;
    if (unpacked > maxBytes) throw new RangeError("too much text");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
