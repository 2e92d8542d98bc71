import { findUnit, formatAmount } from "./find-unit.ts";

/** The amount in the other unit, in words. Throws an error that says what is wrong with a unit or the amount. */
export function convert(value: number, from: string, to: string): string {
  const source = findUnit(from);
  const target = findUnit(to);
  if (source.kind !== target.kind) {
    throw new Error(`'${from}' measures ${source.kind}, '${to}' measures ${target.kind}: no conversion exists.`);
  }
  const base = value * source.factor + source.offset;
  if (source.kind === "temperature" && base < 0) throw new Error("That is below absolute zero.");
  const result = toShort((base - target.offset) / target.factor);
  return `${formatAmount(value, source)} = ${formatAmount(result, target)}`;
}

/** Exact where it ends within 11 digits; otherwise without the digits that nobody asked for. */
function toShort(value: number): number {
  const exact = Number(value.toPrecision(11));
  const precise = Number(value.toPrecision(12));
  if (exact === precise) return exact;
  return Math.abs(precise) >= 1 ? Number(precise.toFixed(6)) : Number(precise.toPrecision(6));
}
