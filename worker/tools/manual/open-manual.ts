import { isJsonArray, isJsonObject, type JsonValue, parseJson } from "../../protocol/json.ts";
import type { ManualSection } from "../../search/find-sections.ts";

/** The sections of the app's manual; null where it cannot be read. */
export type ReadManual = () => Promise<readonly ManualSection[] | null>;

/** Why there is no answer of the manual, for the model. */
export const NO_MANUAL = "The manual of this app cannot be read here.";

/** The file of the manual's sections, relative to the app's folder: see `dev/scripts/manual/render-manual.ts`. */
const SECTIONS = "docs/sections.json";

/** Reads the manual when it is first asked for. One that could not be read is tried again. */
export function openManual(readText: (path: string) => Promise<string | null>): ReadManual {
  let known: readonly ManualSection[] | null = null;
  return async () => {
    known ??= toSections(await readText(SECTIONS));
    return known;
  };
}

function toSections(source: string | null): readonly ManualSection[] | null {
  const value = source === null ? null : parseJson(source);
  return isJsonArray(value) ? value.flatMap(toSection) : null;
}

function toSection(value: JsonValue): readonly ManualSection[] {
  if (!isJsonObject(value)) return [];
  const { page, title, address, text } = value;
  const isWhole =
    typeof page === "string" && typeof title === "string" && typeof address === "string" && typeof text === "string";
  return isWhole ? [{ page, title, address, text }] : [];
}
