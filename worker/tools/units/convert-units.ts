import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import examples from "./examples.json" with { type: "json" };
import { findUnit, formatAmount } from "./find-unit.ts";

export const convertUnits = defineTool({
  name: "convert_units",
  description:
    "Converts a measurement from one unit to another: length, mass, temperature, volume, speed, time, data, area, " +
    "energy, power, pressure, angle. Use it for questions such as how many kilometers are 10 miles.",
  when: "an amount in another unit of measure",
  effect: "reads",
  input: z.object({
    value: z.number().check(z.describe("The number to convert")),
    from: z.string().check(z.describe("Unit of the number, for instance miles")),
    to: z.string().check(z.describe("Unit wanted, for instance km")),
  }),
  examples: examples.convert_units,
  run: ({ value, from, to }) => {
    const source = findUnit(from);
    const target = findUnit(to);
    if (source.kind !== target.kind) {
      throw new Error(`'${from}' measures ${source.kind}, '${to}' measures ${target.kind}: no conversion exists.`);
    }
    const base = value * source.factor + source.offset;
    if (source.kind === "temperature" && base < 0) throw new Error("That is below absolute zero.");
    const result = toShort((base - target.offset) / target.factor);
    return `${formatAmount(value, source)} = ${formatAmount(result, target)}`;
  },
});

/** Exact where it ends within 11 digits; otherwise without the digits that nobody asked for. */
function toShort(value: number): number {
  const exact = Number(value.toPrecision(11));
  const precise = Number(value.toPrecision(12));
  if (exact === precise) return exact;
  return Math.abs(precise) >= 1 ? Number(precise.toFixed(6)) : Number(precise.toPrecision(6));
}
