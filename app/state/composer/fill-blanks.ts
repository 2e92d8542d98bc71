import type { JsonObject } from "../../../worker/protocol/json.ts";

/** A place of a prompt that is filled in: `{{name}}`. */
const BLANK = /\{\{\s*([^{}\s](?:[^{}\n]{0,58}[^{}\s])?)\s*\}\}/g;

/** The names of a text's blanks, each once. */
export function toBlanks(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(BLANK), ([, name = ""]) => name))];
}

/** The text with its blanks filled in; one that nothing is given for stays. */
export function fillBlanks(text: string, input: JsonObject): string {
  return text.replaceAll(BLANK, (blank, name: string) => {
    const value = Object.hasOwn(input, name) ? input[name] : "";
    return typeof value === "string" && value !== "" ? value : blank;
  });
}
