const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{2}:\d{2}(?::\d{2})?).*)?$/;
const DOTTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?:,? (\d{2}:\d{2}(?::\d{2})?))?$/;
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:,? (\d{2}:\d{2}(?::\d{2})?))?$/;

/** A trimmed cell as `YYYY-MM-DD`, with its time; null for any other text. */
export type DateReader = (cell: string) => string | null;

/** How all these cells are dates; null where they are none, or where day and month cannot be told apart. */
export function findDateReader(cells: readonly string[]): DateReader | null {
  if (cells.length === 0) return null;
  const dayFirst = (pattern: RegExp) => toReader(pattern, ([, day, month, year, time]) => [year, month, day, time]);
  const monthFirst = toReader(SLASHED, ([, month, day, year, time]) => [year, month, day, time]);
  const readers = [
    toReader(ISO, ([, year, month, day, time]) => [year, month, day, time]),
    dayFirst(DOTTED),
    dayFirst(SLASHED),
    monthFirst,
  ].filter((read) => cells.every((cell) => read(cell) !== null));
  // 03/04/2026 is a day of March or of April: only a day above 12 says which.
  return readers.length === 1 ? (readers[0] ?? null) : null;
}

function toReader(
  pattern: RegExp,
  order: (parts: readonly (string | undefined)[]) => readonly (string | undefined)[],
): DateReader {
  return (cell) => {
    const found = pattern.exec(cell);
    if (found === null) return null;
    const [year = "", month = "", day = "", time] = order([...found]);
    const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    const date = new Date(`${iso}T00:00Z`);
    if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso) return null;
    return time === undefined ? iso : `${iso} ${time}`;
  };
}
