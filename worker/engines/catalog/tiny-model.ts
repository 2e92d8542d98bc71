/**
 * The smallest model there is: two layers of seeded random weights, for tests of the engines' mechanics. `public/tiny/` has it in
 * the form that WebLLM's own models have, with a library for its shape.
 */
export const TINY_FILE = {
  id: "tiny",
  url: new URL("../../../dev/model/tiny/tiny.gguf", import.meta.url).href,
  bytes: 612_736,
  /** Lower-case hexadecimal. */
  sha256: "f825797bd108e9df3262359fe9f6dbd24e8c036a4d29b22b33f53fe67f9cf18d",
} as const;
