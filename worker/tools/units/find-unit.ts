import units from "./units.json" with { type: "json" };

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

type Row = Omit<Unit, "kind" | "offset"> & { readonly others: string; readonly offset?: number };

/** `units.json` has each unit by its plural name; `others` are further names and symbols. Symbols keep their case. */
const SYMBOLS = new Map<string, Unit>();
const NAMES = new Map<string, Unit>();
for (const [kind, rows] of Object.entries<readonly Row[]>(units)) {
  for (const { name, factor, others, offset = 0 } of rows) {
    const unit: Unit = { kind, name, factor, offset };
    for (const symbol of others.split(", ")) {
      SYMBOLS.set(symbol, unit);
      // `B` and `b`, or `Mb` and `MB`, differ only in case: written otherwise, the bytes are meant.
      if (!NAMES.has(toKey(symbol)) || kind !== "data" || name.endsWith("bytes")) NAMES.set(toKey(symbol), unit);
    }
    NAMES.set(toKey(name), unit);
  }
}
