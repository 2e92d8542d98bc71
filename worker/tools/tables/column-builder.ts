import { type Decimal, type NumberStyle, readDecimal } from "./decimal.ts";
import { findDateReader } from "./read-dates.ts";
import { type Column, isEmptyCell, type WordColumn } from "./table.ts";

/** Collects the cells of a column, top to bottom. */
export interface ColumnBuilder {
  /** False for a cell that does not fit the column's type. */
  add(cell: string): boolean;
  finish(name: string): Column;
}

/** Below this a whole number of a double is exact, and so is each step there. */
const MAX_SCALED = 2 ** 53;
/** Digits that are read without a big integer. */
const MAX_PLAIN_DIGITS = 15;
const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);
const FIRST_ROWS = 1024;

/** Numbers, as whole multiples of the smallest decimal place that occurs, while those stay exact. */
export class NumberBuilder implements ColumnBuilder {
  readonly #style: NumberStyle;
  readonly #mark: number;
  #scaled = new Float64Array(FIRST_ROWS);
  #wide: (Decimal | null)[] | null = null;
  #rows = 0;
  #scale = 0;
  #largest = 0;
  #hasNumbers = false;

  constructor(style: NumberStyle) {
    this.#style = style;
    this.#mark = style === "point" ? 46 : 44;
  }

  add(cell: string): boolean {
    if (this.#wide === null && this.#addPlain(cell)) return true;
    const trimmed = cell.trim();
    if (isEmptyCell(trimmed)) {
      this.#push(Number.NaN, null);
      return true;
    }
    this.#hasNumbers = true;
    const decimal = readDecimal(trimmed, this.#style);
    if (decimal === null) return false;
    this.#addDecimal(decimal);
    return true;
  }

  /** A column without a number is one of empty texts. */
  finish(name: string): Column {
    if (!this.#hasNumbers) {
      return { name, type: "text", words: [""], codes: new Uint32Array(this.#rows), emptyCodes: new Set([0]) };
    }
    const base = { name, type: "number", style: this.#style } as const;
    if (this.#wide !== null) return { ...base, decimals: this.#wide };
    return { ...base, scale: this.#scale, scaled: this.#scaled.slice(0, this.#rows), largest: this.#largest };
  }

  /** Reads `-12.50` sign by sign; false for anything longer or otherwise written. */
  #addPlain(cell: string): boolean {
    const { length } = cell;
    if (length === 0 || length > MAX_PLAIN_DIGITS + 1) return false;
    const isNegative = cell.charCodeAt(0) === 45;
    let value = 0;
    let digits = 0;
    let mark = -1;
    for (let at = isNegative ? 1 : 0; at < length; at += 1) {
      const sign = cell.charCodeAt(at);
      if (sign >= 48 && sign <= 57) {
        value = value * 10 + sign - 48;
        digits += 1;
      } else if (sign === this.#mark && mark < 0 && digits > 0) mark = at;
      else return false;
    }
    if (digits === 0 || mark === length - 1) return false;
    const places = mark < 0 ? 0 : length - 1 - mark;
    if (places > this.#scale && !this.#rescale(places)) return false;
    const scaled = value * (POWERS[this.#scale - places] ?? Number.NaN);
    if (!(scaled < MAX_SCALED)) return false;
    this.#hasNumbers = true;
    this.#push(isNegative ? 0 - scaled : scaled, null);
    return true;
  }

  #addDecimal(decimal: Decimal): void {
    if (this.#wide === null && (decimal.scale <= this.#scale || this.#rescale(decimal.scale))) {
      const digits = decimal.digits * 10n ** BigInt(this.#scale - decimal.scale);
      const scaled = Number(digits);
      if (Math.abs(scaled) < MAX_SCALED) {
        this.#push(scaled, null);
        return;
      }
    }
    this.#widen();
    this.#push(Number.NaN, decimal);
  }

  #push(scaled: number, decimal: Decimal | null): void {
    if (this.#wide !== null) {
      this.#wide.push(decimal);
      return;
    }
    if (this.#rows === this.#scaled.length) this.#scaled = grow(this.#scaled, new Float64Array(this.#rows * 2));
    this.#scaled[this.#rows] = scaled;
    this.#rows += 1;
    const size = Math.abs(scaled);
    if (size > this.#largest) this.#largest = size;
  }

  /** Counts in smaller steps; false where the values would no longer be exact. */
  #rescale(scale: number): boolean {
    const factor = POWERS[scale - this.#scale] ?? Number.POSITIVE_INFINITY;
    if (!(this.#largest * factor < MAX_SCALED) || scale >= POWERS.length) return false;
    for (let row = 0; row < this.#rows; row += 1) this.#scaled[row] = (this.#scaled[row] ?? Number.NaN) * factor;
    this.#largest *= factor;
    this.#scale = scale;
    return true;
  }

  #widen(): void {
    if (this.#wide !== null) return;
    const scale = this.#scale;
    this.#wide = Array.from(this.#scaled.subarray(0, this.#rows), (scaled) =>
      Number.isNaN(scaled) ? null : { digits: BigInt(scaled), scale },
    );
    this.#scaled = new Float64Array(0);
  }
}

/** Strings this long may be a view of the whole piece of the file that they were cut from. */
const MIN_VIEW = 13;
/** A column of so many different texts, with hardly one twice, is kept without a list to look them up. */
const MAX_LOOKED_UP = 200_000;

/** Texts; dates, where all that are not empty turn out to be some. */
export class WordBuilder implements ColumnBuilder {
  #places: Map<string, number> | null = new Map();
  readonly #words: string[] = [];
  #codes = new Uint32Array(FIRST_ROWS);
  #rows = 0;

  add(cell: string): boolean {
    if (this.#rows === this.#codes.length) this.#codes = grow(this.#codes, new Uint32Array(this.#rows * 2));
    this.#codes[this.#rows] = this.#places?.get(cell) ?? this.#keep(cell);
    this.#rows += 1;
    return true;
  }

  finish(name: string): WordColumn {
    this.#places = null;
    const codes = this.#codes.slice(0, this.#rows);
    const trimmed = this.#words.map((word) => word.trim());
    const filled = trimmed.filter((word) => !isEmptyCell(word));
    const readDate = findDateReader(filled);
    const words = readDate === null ? trimmed : trimmed.map((word) => readDate(word) ?? "");
    const column = toDistinct(words, codes);
    const emptyCodes = new Set<number>();
    column.words.forEach((word, code) => {
      if (isEmptyCell(word)) emptyCodes.add(code);
    });
    return readDate === null
      ? { name, type: "text", ...column, emptyCodes }
      : { name, type: "date", ...column, emptyCodes, readDate };
  }

  #keep(cell: string): number {
    const code = this.#words.length;
    const word = cell.length < MIN_VIEW ? cell : cell.split("").join("");
    this.#words.push(word);
    this.#places?.set(word, code);
    if (code === MAX_LOOKED_UP && this.#rows < code * 2) this.#places = null;
    return code;
  }
}

/** The same rows where each different word has one place. */
function toDistinct(words: readonly string[], codes: Uint32Array): Pick<WordColumn, "words" | "codes"> {
  const places = new Map<string, number>();
  const moved = new Uint32Array(words.length);
  words.forEach((word, code) => {
    const place = places.get(word) ?? places.size;
    places.set(word, place);
    moved[code] = place;
  });
  if (places.size === words.length) return { words, codes };
  return { words: [...places.keys()], codes: codes.map((code) => moved[code] ?? 0) };
}

function grow<List extends Float64Array | Uint32Array>(from: List, to: List): List {
  to.set(from);
  return to;
}
