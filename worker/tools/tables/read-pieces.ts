import type { FilePieces } from "../../agent/ports/workspace-port.ts";
import { CellSplitter } from "./cell-splitter.ts";
import { findDelimiter, toNumberStyle } from "./read-table.ts";
import type { Table } from "./table.ts";
import { TableBuilder } from "./table-builder.ts";

/** Bytes of the largest file that is read. Its columns are kept in memory, in about half of that. */
export const MAX_TABLE_BYTES = 200_000_000;
const PIECE_BYTES = 1_000_000;
/** Bytes that show whether a file is a text at all. */
const HEAD_BYTES = 65_536;

/** Callbacks and signals of a reading in progress. */
export interface PieceReading {
  readonly signal: Pick<AbortSignal, "aborted">;
  /** Told after each piece how much of the file is read, of 1. */
  note(share: number): void;
}

/**
 * Reads a CSV or TSV file without ever holding its whole text. Null where it is no table. Throws where it is too large, or
 * once it is to stop.
 */
export async function readPieces(file: FilePieces, reading: PieceReading): Promise<Table | null> {
  if (file.bytes > MAX_TABLE_BYTES) {
    throw new Error(
      `'${file.path}' is larger than ${MAX_TABLE_BYTES / 1_000_000} MB, the most that is read of a table.`,
    );
  }
  const head = await file.read(0, Math.min(file.bytes, PIECE_BYTES));
  const encodings = listEncodings(head);
  for (const encoding of encodings) {
    try {
      return await readAs(encoding, head, file, reading);
    } catch (error) {
      // A file that is no UTF-8 was written by Windows.
      if (!(error instanceof TypeError) || encoding === encodings.at(-1)) throw error;
    }
  }
  return null;
}

async function readAs(
  encoding: string,
  head: Uint8Array<ArrayBuffer>,
  file: FilePieces,
  { signal, note }: PieceReading,
): Promise<Table | null> {
  const createDecoder = () => new TextDecoder(encoding, { fatal: encoding === "utf-8" });
  const delimiter = findDelimiter(createDecoder().decode(head, { stream: true }));
  if (delimiter === null) return null;
  const builder = new TableBuilder(file.path, toNumberStyle(delimiter));
  do {
    const decoder = createDecoder();
    const splitter = new CellSplitter(delimiter, builder.take);
    for (let from = 0; from < file.bytes; from += PIECE_BYTES) {
      const to = Math.min(file.bytes, from + PIECE_BYTES);
      const bytes = await file.read(from, to);
      if (signal.aborted) throw new Error("The reading was stopped.");
      splitter.push(decoder.decode(bytes, { stream: true }));
      note(to / file.bytes);
    }
    splitter.push(decoder.decode());
    splitter.end();
  } while (builder.needsAnotherPass());
  return builder.finish();
}

/** How the bytes may be a text, in this order; none where they are no text. */
function listEncodings(head: Uint8Array): readonly string[] {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return ["utf-16le"];
  if (first === 0xfe && second === 0xff) return ["utf-16be"];
  const isBinary = head
    .subarray(0, HEAD_BYTES)
    .some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13);
  return isBinary ? [] : ["utf-8", "windows-1252"];
}
