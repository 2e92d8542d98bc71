import type { GgufHeader } from "./read-gguf.ts";

/** The file's chat template with the file's own end token in it, where the template names that by a variable only. */
export function nameEosToken(chatTemplate: string, { metadata }: GgufHeader): string {
  const tokens = metadata.get("tokenizer.ggml.tokens");
  const id = metadata.get("tokenizer.ggml.eos_token_id");
  const token: unknown = Array.isArray(tokens) && typeof id === "number" ? tokens[id] : undefined;
  if (typeof token !== "string" || token === "" || !/\beos_token\b/.test(chatTemplate)) return chatTemplate;
  return `{%- set eos_token = ${JSON.stringify(token)} -%}${chatTemplate}`;
}
