/** Tokens of a text by the model's own tokenizer, or null where there is none. */
export type CountTokens = (text: string) => Promise<number | null>;

/** Estimated characters per token without a tokenizer: fewer than in most English text, so that the estimate is high. */
export const CHARACTERS_PER_TOKEN = 3;

/** Tokens of a text, estimated where they cannot be counted. */
export async function countOrEstimate(text: string, countTokens: CountTokens): Promise<number> {
  return (await countTokens(text)) ?? Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
