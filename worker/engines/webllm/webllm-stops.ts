/** The part of WebLLM's conversation that says what ends a turn and what precedes the first one. */
interface TokenConfig {
  readonly stop_token_ids?: number[];
  readonly system_prefix_token_ids?: readonly number[] | null;
}

/**
 * Lets every stop string that is one token end a turn too: some models are packaged with a wrong or missing stop token.
 * To be called before the first grammar, which is made for these tokens.
 */
export function guardStops(
  { tokenizer, getConfig }: { readonly tokenizer: { encode(text: string): Int32Array }; getConfig(): TokenConfig },
  stops: readonly string[],
): void {
  // WebLLM copies the conversation around this list, and all copies share it.
  const known = getConfig().stop_token_ids;
  if (known === undefined) return;
  for (const stop of stops) {
    const [id, ...more] = tokenizer.encode(stop);
    if (id !== undefined && more.length === 0 && !known.includes(id)) known.push(id);
  }
}

/** Whether WebLLM itself writes a start token before the first turn, so that the prompt must not hold one. */
export function addsStartToken({ system_prefix_token_ids: ids }: TokenConfig): boolean {
  return ids !== undefined && ids !== null && ids.length > 0;
}

/** The configuration of a pipeline's conversation, private in WebLLM's types. */
export function readTokenConfig(pipeline: { getConversationObject(): object }): TokenConfig {
  const { config } = pipeline.getConversationObject() as { readonly config?: TokenConfig };
  return config ?? {};
}
