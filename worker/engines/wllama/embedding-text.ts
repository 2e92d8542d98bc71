import type { EmbeddedAs } from "../../agent/ports/embedder.ts";

/** Families that were trained with a word before each text, by the name in their files. */
const FAMILIES: readonly { readonly name: RegExp; readonly before: Readonly<Record<EmbeddedAs, string>> }[] = [
  // Notes are as short as questions, and are found better where they are read as such.
  { name: /\be5\b/i, before: { query: "query: ", note: "query: ", passage: "passage: " } },
];

/**
 * The text as an embedding model of this name reads it: in Unicode's compatible forms and with single blanks, which
 * tokenizers that were trained on such text take for granted.
 */
export function toEmbeddingText(text: string, as: EmbeddedAs, modelName: string): string {
  const before = FAMILIES.find(({ name }) => name.test(modelName))?.before[as] ?? "";
  return (
    before +
    text
      .normalize("NFKC")
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim()
  );
}
