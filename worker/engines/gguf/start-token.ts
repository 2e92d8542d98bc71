/** Texts for the token that models want first; where the engine adds it by itself, the prompt must not hold it. */
const START_TOKENS = ["<|begin_of_text|>", "<s>", "<bos>", "<｜begin▁of▁sentence｜>", "<|startoftext|>"];

/** The prompt without the start token that it may begin with. */
export function dropStartToken(prompt: string): string {
  const token = START_TOKENS.find((text) => prompt.startsWith(text));
  return token === undefined ? prompt : prompt.slice(token.length);
}
