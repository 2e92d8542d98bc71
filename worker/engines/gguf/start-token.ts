/** Texts of start tokens. Where the engine adds the token itself, the prompt must not contain it. */
const START_TOKENS = ["<|begin_of_text|>", "<s>", "<bos>", "<｜begin▁of▁sentence｜>", "<|startoftext|>"];

/** The prompt without its start token. */
export function dropStartToken(prompt: string): string {
  const token = START_TOKENS.find((text) => prompt.startsWith(text));
  return token === undefined ? prompt : prompt.slice(token.length);
}
