import type { JsonObject } from "../../../protocol/json.ts";

/** A model family's chat template. */
export interface FamilyTemplate {
  /** Jinja, over messages as `toFamilyMessage` writes them. */
  readonly source: string;
  /** Values of the template's own variables, unless a request sets them. */
  readonly variables: JsonObject;
  /** Tokens that content must not contain, beside those that begin with `<|`. */
  readonly controlTokens: readonly string[];
}

/** Makes a family's template. */
export function toFamily(
  source: string,
  variables: JsonObject = {},
  controlTokens: readonly string[] = [],
): FamilyTemplate {
  return { source, variables, controlTokens };
}
