import type { StorageShare } from "../protocol/stored-data.ts";
import type { Reader } from "./contents.ts";
import type { AlcoveStoreName } from "./database.ts";

/** Rows looked at for a store's average size. */
const SAMPLE = 100;

/** Estimates each kind's bytes from the sizes of its first rows as JSON, and of its arrays. */
export async function measureContents(tx: Reader): Promise<readonly StorageShare[]> {
  const bytesOf = async (name: AlcoveStoreName) => {
    const store = tx.objectStore(name);
    const records = await store.count();
    const sample = await store.getAll(null, SAMPLE);
    const sampled = sample.reduce((sum: number, row: unknown) => sum + sizeOf(row), 0);
    return { records, bytes: sample.length === 0 ? 0 : Math.round((sampled / sample.length) * records) };
  };
  const share = async (kind: StorageShare["kind"], first: AlcoveStoreName, ...others: readonly AlcoveStoreName[]) => {
    const [main, ...rest] = await Promise.all([bytesOf(first), ...others.map(bytesOf)]);
    return { kind, records: main.records, bytes: rest.reduce((sum, { bytes }) => sum + bytes, main.bytes) };
  };
  return await Promise.all([
    share("conversations", "conversations", "messages"),
    share("runs", "runs", "run-events"),
    share("memories", "memories", "vectors"),
    share("search-index", "segments", "postings", "dead-docs"),
    share("settings", "settings"),
  ]);
}

/** Bytes of a row: arrays of numbers as they are, everything else as JSON text. */
function sizeOf(row: unknown): number {
  if (ArrayBuffer.isView(row)) return row.byteLength;
  if (typeof row === "string") return row.length + 2;
  if (typeof row !== "object" || row === null) return 8;
  return Object.entries(row).reduce((sum, [key, value]) => sum + key.length + 2 + sizeOf(value), 2);
}
