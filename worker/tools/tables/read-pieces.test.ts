import { describe, expect, it } from "vitest";
import type { FilePieces } from "../../agent/ports/workspace-port.ts";
import { queryRows } from "./query-rows.ts";
import { MAX_TABLE_BYTES, readPieces } from "./read-pieces.ts";
import { readTable } from "./read-table.ts";

function toPieces(content: string | Uint8Array<ArrayBuffer>, onRead: () => void = () => {}): FilePieces {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const read = async (from: number, to: number) => {
    onRead();
    return bytes.slice(from, to);
  };
  return { path: "big.csv", bytes: bytes.length, version: "1", read };
}

const quiet = { signal: { aborted: false }, note: () => {} };
const LINE = '2026-01-03,Größe,"a ""b"", c",12.10\r\n';
const LARGE = `day,city,note,amount\r\n${LINE.repeat(80_000)}`;

describe("a table that is read piece by piece", () => {
  it("is the one that the whole text gives", async () => {
    const whole = readTable("big.csv", LARGE);
    expect(await readPieces(toPieces(LARGE), quiet)).toEqual({
      ...whole,
      columns: whole?.columns.map((column) => ({
        ...column,
        ...("readDate" in column ? { readDate: expect.any(Function) } : {}),
      })),
    });
  });

  it("is read again where a late cell shows that a column is none of numbers", async () => {
    let pieces = 0;
    const late = `${LARGE}2026-01-04,Graz,x,about 3\r\n`;
    const table = await readPieces(
      toPieces(late, () => {
        pieces += 1;
      }),
      quiet,
    );
    expect(table?.columns[3]).toMatchObject({ type: "text", words: ["12.10", "about 3"] });
    expect(pieces).toBeGreaterThan(6);
  });

  it("says how far it is, from piece to piece to the end", async () => {
    const shares: number[] = [];
    await readPieces(toPieces(LARGE), { ...quiet, note: (share) => shares.push(share) });
    expect(shares.length).toBeGreaterThan(2);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBe(1);
  });

  it("stops between two pieces", async () => {
    const signal = { aborted: false };
    let pieces = 0;
    const file = toPieces(LARGE, () => {
      pieces += 1;
      signal.aborted = pieces === 3;
    });
    await expect(readPieces(file, { ...quiet, signal })).rejects.toThrow("stopped");
    expect(pieces).toBe(3);
  });

  it("may be what Windows wrote, or UTF-16", async () => {
    const windows = Uint8Array.from(LARGE, (sign) => sign.charCodeAt(0));
    const sum = { operation: "count", where: "city = Größe", limit: 1 } as const;
    const utf16 = new Uint8Array(2 + LARGE.length * 2);
    utf16.set([0xff, 0xfe]);
    for (let at = 0; at < LARGE.length; at += 1) utf16[2 + at * 2] = LARGE.charCodeAt(at);
    for (const bytes of [windows, utf16]) {
      const table = await readPieces(toPieces(bytes), quiet);
      expect(table === null ? null : queryRows(table, sum)).toMatchObject({ value: 80_000 });
    }
  });

  it("is none where it holds no text, and refused where it is too large", async () => {
    expect(await readPieces(toPieces(new Uint8Array(100)), quiet)).toBeNull();
    expect(await readPieces(toPieces("one line and no more"), quiet)).toBeNull();
    const huge = { ...toPieces("a,b"), bytes: MAX_TABLE_BYTES + 1 };
    await expect(readPieces(huge, quiet)).rejects.toThrow("larger than 200 MB");
  });
});
