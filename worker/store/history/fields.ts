import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";

/** Seconds below this are a date up to the year 5138, milliseconds above it one since 1973. */
const MAX_SECONDS = 1e11;
const MAX_MILLISECONDS = 8.64e15;

/** The fields of a JSON object that another app wrote, by what they should be. Total: any other value has none. */
export class Fields {
  readonly #values: JsonObject;

  constructor(value: unknown) {
    this.#values = isJsonObject(value) ? value : {};
  }

  value(name: string): JsonValue | undefined {
    return this.#values[name];
  }

  object(name: string): Fields {
    return new Fields(this.#values[name]);
  }

  /** The fields of an object by their names; null where it is none. */
  entries(name: string): readonly (readonly [string, Fields])[] | null {
    const value = this.#values[name];
    return isJsonObject(value) ? Object.entries(value).map(([key, each]) => [key, new Fields(each)]) : null;
  }

  list(name: string): readonly JsonValue[] {
    const value = this.#values[name];
    return isJsonArray(value) ? value : [];
  }

  objects(name: string): readonly Fields[] {
    return this.list(name).map((each) => new Fields(each));
  }

  /** The first of the fields that is a text with something in it, or the empty text. */
  text(...names: readonly string[]): string {
    for (const value of this.#all(names)) if (typeof value === "string" && value !== "") return value;
    return "";
  }

  /** The same for an id; null where there is none. */
  id(name: string): string | null {
    const value = this.#values[name];
    return (typeof value === "string" && value !== "") || typeof value === "number" ? String(value) : null;
  }

  /** The first of the fields that is a time: ISO 8601, or a number of seconds or milliseconds. */
  time(...names: readonly string[]): number | null {
    for (const value of this.#all(names)) {
      const number = typeof value === "string" ? Date.parse(value) : value;
      if (typeof number !== "number" || !Number.isFinite(number)) continue;
      const time = typeof value === "number" && Math.abs(number) < MAX_SECONDS ? number * 1_000 : number;
      if (Math.abs(time) <= MAX_MILLISECONDS) return Math.round(time);
    }
    return null;
  }

  /** Names of files among the objects of lists, wherever they stand in them. */
  files(...names: readonly string[]): readonly { readonly name: string; readonly text: string }[] {
    return names
      .flatMap((name) => this.objects(name))
      .map((file) => ({
        name: file.text("name", "file_name", "filename") || file.object("file").text("filename"),
        text: file.text("extracted_content", "content"),
      }))
      .filter(({ name }) => name !== "");
  }

  #all(names: readonly string[]): readonly (JsonValue | undefined)[] {
    return names.map((name) => this.#values[name]);
  }
}
