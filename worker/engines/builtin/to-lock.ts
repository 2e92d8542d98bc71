import type { OutputConstraint } from "../../formats/output-constraint.ts";
import { isJsonArray, isJsonObject, type JsonObject } from "../../protocol/json.ts";

/** A constraint as the Prompt API takes it. */
export interface Lock {
  /** First words of which one is chosen by an expression; null where the whole output is held to `schema`. */
  readonly starts: ReadonlyMap<string, JsonObject | null> | null;
  /** A JSON Schema or an expression for a whole output. */
  readonly whole?: object;
}

/**
 * Takes from a structural tag what the Prompt API can hold: a schema, an expression, or a choice of first words, each of which
 * ends the output or is followed by JSON of its schema. Null for anything else.
 */
export function toLock({ structuralTag: { format } }: OutputConstraint): Lock | null {
  if (!isJsonObject(format)) return null;
  const { type, json_schema: schema, pattern, elements } = format;
  if (type === "json_schema" && isJsonObject(schema)) return { starts: null, whole: schema };
  if (type === "regex" && typeof pattern === "string") return { starts: null, whole: toWhole([pattern]) };
  if (type !== "or" || !isJsonArray(elements)) return null;
  const starts = new Map<string, JsonObject | null>();
  for (const element of elements) {
    const { value, begin, content, end } = isJsonObject(element) ? element : {};
    if (typeof value === "string") starts.set(value, null);
    else if (typeof begin !== "string" || end !== "" || !isJsonObject(content)) return null;
    else if (isJsonObject(content.json_schema)) starts.set(begin, content.json_schema);
    else return null;
  }
  return { starts };
}

/** Holds an output to one of the first words, without the space that may follow. */
export function toChoice(starts: Iterable<string>): RegExp {
  return toWhole([...starts].map((start) => start.trimEnd().replace(/[$()*+.?[\\\]^{|}/]/gu, "\\$&")));
}

function toWhole(patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.join("|")})$`);
}
