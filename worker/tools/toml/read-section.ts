import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";

/** Takes a fault at a place inside a file. */
export type ReportFault = (path: readonly string[], message: string) => void;

/** One table of a file: members are read by type, and a member that nobody reads is a fault. */
export class Section {
  readonly path: readonly string[];
  readonly #table: JsonObject;
  readonly #report: ReportFault;
  readonly #asked = new Set<string>();

  constructor(table: JsonObject, path: readonly string[], report: ReportFault) {
    this.#table = table;
    this.path = path;
    this.#report = report;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#table, key);
  }

  keys(): readonly string[] {
    return Object.keys(this.#table);
  }

  fault(key: string | undefined, message: string): void {
    this.#report(key === undefined ? this.path : [...this.path, key], message);
  }

  value(key: string): JsonValue | undefined {
    this.#asked.add(key);
    return Object.hasOwn(this.#table, key) ? this.#table[key] : undefined;
  }

  text(key: string): string | undefined {
    return this.#typed(key, "text", (value) => typeof value === "string");
  }

  requiredText(key: string): string {
    const text = this.text(key);
    if (!this.has(key)) this.fault(undefined, `${[...this.path, key].join(".")} is missing`);
    else if (text?.trim() === "") this.fault(key, `${key} is empty`);
    return text ?? "";
  }

  integer(key: string): number | undefined {
    return this.#typed(key, "a whole number", (value): value is number => Number.isInteger(value));
  }

  number(key: string): number | undefined {
    return this.#typed(key, "a number", (value): value is number => typeof value === "number");
  }

  boolean(key: string): boolean | undefined {
    return this.#typed(key, "true or false", (value) => typeof value === "boolean");
  }

  choice<Choice extends string>(key: string, choices: readonly Choice[]): Choice | undefined {
    const text = this.text(key);
    const choice = choices.find((each) => each === text);
    if (text !== undefined && choice === undefined) this.fault(key, `${key} must be one of ${choices.join(", ")}`);
    return choice;
  }

  texts(key: string): readonly string[] | undefined {
    return this.#typed(
      key,
      "a list of texts",
      (value): value is readonly string[] => isJsonArray(value) && value.every((item) => typeof item === "string"),
    );
  }

  integers(key: string): readonly number[] | undefined {
    return this.#typed(
      key,
      "a list of whole numbers",
      (value): value is readonly number[] => isJsonArray(value) && value.every((item) => Number.isInteger(item)),
    );
  }

  object(key: string): JsonObject | undefined {
    return this.#typed(key, "a table", (value) => isJsonObject(value));
  }

  section(key: string): Section | undefined {
    const table = this.object(key);
    return table === undefined ? undefined : new Section(table, [...this.path, key], this.#report);
  }

  /** A table that must be there: without it a fault is reported, and one without members is read. */
  requiredSection(key: string): Section {
    const section = this.section(key);
    const path = [...this.path, key];
    if (section === undefined) this.fault(undefined, `[${path.join(".")}] is missing`);
    return section ?? new Section({}, path, () => {});
  }

  /** The tables in this one, by their names; a member that is no table is a fault. */
  sections(): readonly (readonly [name: string, section: Section])[] {
    return this.keys().flatMap((name) => {
      const section = this.section(name);
      return section === undefined ? [] : [[name, section] as const];
    });
  }

  /** Reads a table whose members are all known once it is read. */
  read<Value>(key: string, read: (section: Section) => Value): Value | undefined {
    const section = this.section(key);
    if (section === undefined) return undefined;
    const value = read(section);
    section.reportUnknown();
    return value;
  }

  /** Reports every member that was not read. */
  reportUnknown(): void {
    for (const key of this.keys()) {
      if (!this.#asked.has(key)) this.fault(key, `${[...this.path, key].join(".")} is not known`);
    }
  }

  #typed<Value extends JsonValue>(
    key: string,
    expected: string,
    is: (value: JsonValue) => value is Value,
  ): Value | undefined {
    const value = this.value(key);
    if (value === undefined || is(value)) return value;
    this.fault(key, `${[...this.path, key].join(".")} must be ${expected}`);
    return undefined;
  }
}
