import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import examples from "./examples.json" with { type: "json" };

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
  // Loaded with the first conversion: the list of units is long.
  run: async ({ value, from, to }) => (await import("./convert.ts")).convert(value, from, to),
});
