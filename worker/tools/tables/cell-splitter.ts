const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Takes a row's cells, as they stand in the file. The list is used again for the next row. */
export type RowTaker = (cells: readonly string[]) => void;

/**
 * Cuts a text into rows of cells (RFC 4180, with any delimiter and line end), piece by piece: where the pieces end makes no
 * difference. A quote opens a cell only at its beginning.
 */
export class CellSplitter {
  readonly #delimiter: number;
  readonly #take: RowTaker;
  #cells: string[] = [];
  /** The cell that the last piece ended in. */
  #cell = "";
  #state: "blank" | "plain" | "quoted" | "quote" = "blank";
  #hasBegun = false;

  constructor(delimiter: string, take: RowTaker) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#take = take;
  }

  push(text: string): void {
    let at = 0;
    while (at < text.length)
      at = this.#state === "blank" && this.#cell === "" ? this.#cut(text, at) : this.#step(text, at);
  }

  /** Ends the last row. */
  end(): void {
    if (this.#hasBegun || this.#cells.length > 0) this.#endRow();
  }

  /** Takes whole cells from there on, without looking at each sign twice; stops before what needs care. */
  #cut(text: string, from: number): number {
    let start = from;
    for (let at = from; at < text.length; at += 1) {
      const sign = text.charCodeAt(at);
      if (sign === this.#delimiter || sign === LINE_FEED) {
        this.#cells.push(text.slice(start, at));
        start = at + 1;
        if (sign === LINE_FEED) this.#emit();
      } else if (sign === QUOTE) {
        return this.#step(text, start);
      } else if (sign === CARRIAGE_RETURN) {
        if (text.charCodeAt(at + 1) !== LINE_FEED) return this.#step(text, start);
        this.#cells.push(text.slice(start, at));
        this.#emit();
        at += 1;
        start = at + 1;
      }
    }
    return start < text.length ? this.#step(text, start) : start;
  }

  /** Goes on to the end of one cell, or of the piece, sign by sign. */
  #step(text: string, from: number): number {
    let start = from;
    this.#hasBegun = true;
    for (let at = from; at < text.length; at += 1) {
      const sign = text.charCodeAt(at);
      if (this.#state === "quote") {
        // The sign before this one was a quote within a quoted cell.
        this.#state = sign === QUOTE ? "quoted" : "plain";
        start = at;
        if (sign === QUOTE) continue;
      }
      if (this.#state === "quoted") {
        if (sign !== QUOTE) continue;
        this.#cell += text.slice(start, at);
        start = at + 1;
        this.#state = "quote";
      } else if (sign === QUOTE && this.#state === "blank") {
        this.#cell = "";
        start = at + 1;
        this.#state = "quoted";
      } else if (sign === this.#delimiter || sign === LINE_FEED) {
        this.#cell += text.slice(start, at);
        if (sign === LINE_FEED) this.#endRow();
        else this.#endCell();
        return at + 1;
      } else if (sign === CARRIAGE_RETURN) {
        this.#cell += text.slice(start, at);
        start = at + 1;
      } else if (this.#state === "blank" && text.slice(at, at + 1).trim() !== "") {
        this.#state = "plain";
      }
    }
    this.#cell += text.slice(start);
    return text.length;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = "";
    this.#state = "blank";
    this.#hasBegun = false;
  }

  #endRow(): void {
    this.#endCell();
    this.#emit();
  }

  #emit(): void {
    this.#hasBegun = false;
    this.#take(this.#cells);
    this.#cells.length = 0;
  }
}

/** All rows of a text. */
export function splitCells(text: string, delimiter: string): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  const splitter = new CellSplitter(delimiter, (cells) => rows.push([...cells]));
  splitter.push(text);
  splitter.end();
  return rows;
}
