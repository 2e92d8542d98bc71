/**
 * Takes the binary noise off a computed number: 0.1 + 0.2 becomes 0.3, while 1 / 3 and the square root of 10 keep all
 * their digits. Noise sits in the 16th and 17th digit, so a number that is short once rounded to 15 was meant short.
 */
export function toTidyNumber(value: number): number {
  if (!Number.isFinite(value)) throw new Error("The result is too large to write down.");
  const rounded = Number(value.toPrecision(15));
  const digits = rounded.toExponential().replace(/e.*$/, "").replace(/[-.]/g, "").length;
  return digits <= 13 ? rounded : value;
}
