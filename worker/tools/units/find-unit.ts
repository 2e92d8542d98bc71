/** A unit of measurement. `value * factor + offset` is the same amount in the kind's base unit. */
export interface Unit {
  readonly kind: string;
  /** Plural English name. */
  readonly name: string;
  readonly factor: number;
  readonly offset: number;
}

/** The unit of a name, plural or symbol; null if there is none, or if the name is ambiguous. */
export function toUnit(text: string): Unit | null {
  const name = toName(text);
  return SYMBOLS.get(name) ?? NAMES.get(toKey(name)) ?? null;
}

/** Finds a unit as `toUnit` does, but throws an error that says what is wrong with the name. */
export function findUnit(text: string): Unit {
  const unit = toUnit(text);
  if (unit !== null) return unit;
  const hint = AMBIGUOUS.get(toKey(toName(text)));
  if (hint !== undefined) throw new Error(`'${text}' can mean several units: say ${hint}.`);
  throw new Error(`'${text}' is not a unit known here. Write its English name, for instance miles or liters.`);
}

/** The amount with the unit's name, singular for one. */
export function formatAmount(value: number, { name }: Unit): string {
  if (value !== 1) return `${value} ${name}`;
  const singular = name
    .replace("feet", "foot")
    .replace("inches", "inch")
    .replace("centuries", "century")
    .replace(/\b([a-z-]{3,})s\b/, "$1");
  return `${value} ${singular}`;
}

function toName(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").replaceAll(/[.°]/g, "");
}

/** Names are compared without case, spaces, hyphens and the plural's s. */
function toKey(name: string): string {
  const key = name
    .toLowerCase()
    .replaceAll("²", "2")
    .replaceAll("³", "3")
    .replaceAll(/[\s_-]+/g, "")
    .replace(/^square(.+)$/, "sq$1")
    .replace(/^cubic(.+)$/, "cu$1")
    .replace(/metre/g, "meter")
    .replace(/litre/g, "liter")
    .replace(/gramme/g, "gram");
  return key.length > 3 ? key.replace(/(?<=[^s])s$/, "") : key;
}

const AMBIGUOUS: ReadonlyMap<string, string> = new Map([
  ["ton", "tonnes, short tons or long tons"],
  ["calorie", "kilocalories (food) or small calories"],
  ["cal", "kcal (food) or small calories"],
  ["degree", "celsius, fahrenheit or degrees of arc"],
]);

/** Base unit's factor 1; then `plural name, factor, other names and symbols`. Symbols keep their case. */
type Row = readonly [name: string, factor: number, others: string, offset?: number];

const PINT = 0.473176473;
const FOOT = 0.3048;
const POUND = 0.45359237;

const TABLE: Readonly<Record<string, readonly Row[]>> = {
  length: [
    ["meters", 1, "m"],
    ["kilometers", 1000, "km, kms, klick"],
    ["centimeters", 0.01, "cm"],
    ["millimeters", 0.001, "mm"],
    ["micrometers", 1e-6, "µm, um, micron"],
    ["nanometers", 1e-9, "nm"],
    ["miles", 1609.344, "mi"],
    ["yards", 3 * FOOT, "yd"],
    ["feet", FOOT, "ft, foot"],
    ["inches", FOOT / 12, "in, inch"],
    ["nautical miles", 1852, "nmi"],
    ["light-years", 9_460_730_472_580_800, "ly"],
    ["astronomical units", 149_597_870_700, "au"],
  ],
  mass: [
    ["kilograms", 1, "kg, kgs, kilo"],
    ["grams", 0.001, "g"],
    ["milligrams", 1e-6, "mg"],
    ["micrograms", 1e-9, "µg, ug, mcg"],
    ["tonnes", 1000, "t, metric ton"],
    ["pounds", POUND, "lb, lbs"],
    ["ounces", POUND / 16, "oz"],
    ["stones", 14 * POUND, "st"],
    ["short tons", 2000 * POUND, "us ton"],
    ["long tons", 2240 * POUND, "imperial ton"],
    ["carats", 0.0002, "ct"],
  ],
  temperature: [
    ["kelvin", 1, "K"],
    ["degrees Celsius", 1, "C, celsius, centigrade, degree c, degrees C", 273.15],
    ["degrees Fahrenheit", 5 / 9, "F, fahrenheit, degree f, degrees F", 459.67 * (5 / 9)],
  ],
  volume: [
    ["liters", 1, "l, L"],
    ["milliliters", 0.001, "ml, mL, cc, cubic centimeter, cm3"],
    ["centiliters", 0.01, "cl, cL"],
    ["deciliters", 0.1, "dl, dL"],
    ["cubic meters", 1000, "m3"],
    ["cubic feet", 1000 * FOOT ** 3, "ft3, cubic foot"],
    ["cubic inches", 1000 * (FOOT / 12) ** 3, "in3, cubic inch"],
    ["US gallons", 8 * PINT, "gal, gallon"],
    ["US quarts", 2 * PINT, "qt, quart"],
    ["US pints", PINT, "pt, pint"],
    ["US cups", PINT / 2, "cup"],
    ["US fluid ounces", PINT / 16, "fl oz, floz, fluid ounce"],
    ["US tablespoons", PINT / 32, "tbsp, tablespoon"],
    ["US teaspoons", PINT / 96, "tsp, teaspoon"],
    ["imperial gallons", 4.54609, "uk gallon"],
    ["imperial pints", 4.54609 / 8, "uk pint"],
    ["barrels of oil", 336 * PINT, "bbl, oil barrel, barrel"],
  ],
  speed: [
    ["meters per second", 1, "m/s, mps, meter per second"],
    ["kilometers per hour", 1 / 3.6, "km/h, kmh, kph, kilometer per hour"],
    ["miles per hour", 0.44704, "mph, mi/h, mile per hour"],
    ["knots", 1852 / 3600, "kn, kt"],
    ["feet per second", FOOT, "ft/s, fps, foot per second"],
  ],
  time: [
    ["seconds", 1, "s, sec, secs"],
    ["milliseconds", 0.001, "ms"],
    ["microseconds", 1e-6, "µs, us"],
    ["nanoseconds", 1e-9, "ns"],
    ["minutes", 60, "min, mins"],
    ["hours", 3600, "h, hr, hrs"],
    ["days", 86_400, "d"],
    ["weeks", 604_800, "wk"],
    ["months of 30.436875 days", 2_629_746, "month"],
    ["years of 365.2425 days", 31_556_952, "yr, year"],
    ["centuries of 36524.25 days", 3_155_695_200, "century"],
  ],
  data: [
    ["bytes", 1, "B"],
    ["bits", 1 / 8, "bit, b"],
    ["kilobits", 125, "kbit, kb, Kb"],
    ["megabits", 125_000, "Mbit, Mb"],
    ["gigabits", 125_000_000, "Gbit, Gb"],
    ["kilobytes", 1e3, "kB, KB"],
    ["megabytes", 1e6, "MB"],
    ["gigabytes", 1e9, "GB"],
    ["terabytes", 1e12, "TB"],
    ["petabytes", 1e15, "PB"],
    ["kibibytes", 2 ** 10, "KiB"],
    ["mebibytes", 2 ** 20, "MiB"],
    ["gibibytes", 2 ** 30, "GiB"],
    ["tebibytes", 2 ** 40, "TiB"],
  ],
  area: [
    ["square meters", 1, "m2, sqm"],
    ["square kilometers", 1e6, "km2, sqkm"],
    ["square centimeters", 1e-4, "cm2"],
    ["square feet", FOOT ** 2, "ft2, sqft, square foot"],
    ["square inches", (FOOT / 12) ** 2, "in2, square inch"],
    ["square yards", (3 * FOOT) ** 2, "yd2"],
    ["square miles", 1609.344 ** 2, "mi2, sqmi"],
    ["acres", 4046.8564224, "ac"],
    ["hectares", 10_000, "ha"],
  ],
  energy: [
    ["joules", 1, "J"],
    ["kilojoules", 1000, "kJ"],
    ["small calories", 4.184, "gram calorie"],
    ["kilocalories", 4184, "kcal, food calorie, large calorie"],
    ["watt hours", 3600, "Wh"],
    ["kilowatt hours", 3_600_000, "kWh"],
  ],
  power: [
    ["watts", 1, "W"],
    ["kilowatts", 1000, "kW"],
    ["megawatts", 1e6, "MW"],
    ["mechanical horsepower", 745.69987158227, "hp, horsepower"],
    ["metric horsepower", 735.49875, "PS"],
  ],
  pressure: [
    ["pascals", 1, "Pa"],
    ["hectopascals", 100, "hPa, mbar, millibar"],
    ["kilopascals", 1000, "kPa"],
    ["bar", 100_000, "bars"],
    ["atmospheres", 101_325, "atm"],
    ["pounds per square inch", 6894.757293168, "psi"],
    ["millimeters of mercury", 133.322387415, "mmHg"],
  ],
  angle: [
    ["degrees of arc", 1, "deg, degree of arc"],
    ["radians", 180 / Math.PI, "rad"],
    ["turns", 360, "revolution"],
  ],
};

const SYMBOLS = new Map<string, Unit>();
const NAMES = new Map<string, Unit>();
for (const [kind, rows] of Object.entries(TABLE)) {
  for (const [name, factor, others, offset = 0] of rows) {
    const unit: Unit = { kind, name, factor, offset };
    for (const symbol of others.split(", ")) {
      SYMBOLS.set(symbol, unit);
      // `B` and `b`, or `Mb` and `MB`, differ only in case: written otherwise, the bytes are meant.
      if (!NAMES.has(toKey(symbol)) || kind !== "data" || name.endsWith("bytes")) NAMES.set(toKey(symbol), unit);
    }
    NAMES.set(toKey(name), unit);
  }
}
