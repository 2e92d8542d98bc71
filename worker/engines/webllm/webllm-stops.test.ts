import { describe, expect, it } from "vitest";
import { findFamilyRule } from "../../formats/recognition/recognise-format.ts";
import { chooseTemplate } from "../../formats/templates/choose-template.ts";
import { dropStartToken } from "../gguf/start-token.ts";
import { addsStartToken, guardStops, readTokenConfig } from "./webllm-stops.ts";

/** A tokenizer whose vocabulary has these marks and writes everything else letter by letter. */
function createTokenizer(marks: readonly string[]) {
  return {
    encode: (text: string): Int32Array =>
      Int32Array.from(marks.includes(text) ? [marks.indexOf(text)] : [...text].map((unit) => unit.charCodeAt(0))),
  };
}

describe("after a model is loaded", () => {
  it.each([
    ["Hermes-3-Llama-3.2-3B", "<|im_end|>"],
    ["Qwen3-4B", "<|im_end|>"],
    ["Llama-3.2-3B-Instruct", "<|eot_id|>"],
    ["gemma-3-1b-it", "<end_of_turn>"],
    ["Phi-3.5-mini-instruct", "<|end|>"],
    ["Mistral-7B-Instruct-v0.3", "</s>"],
    ["DeepSeek-V3", "<｜end▁of▁sentence｜>"],
    ["granite-3.3-2b-instruct", "<|end_of_text|>"],
  ])("%s ends its turn at %s, whatever it was packaged with", (name, stop) => {
    const { format = "generic", stops = [] } = findFamilyRule({ name }).rule ?? {};
    const template = chooseTemplate(format, null, new Date(0), name);
    const config = { stop_token_ids: [99] };
    const tokenizer = createTokenizer(["<other>", stop]);
    guardStops({ tokenizer, getConfig: () => config }, [...template.stop, ...stops]);
    expect(config.stop_token_ids).toEqual([99, 1]);
    guardStops({ tokenizer, getConfig: () => config }, [...template.stop, ...stops]);
    expect(config.stop_token_ids).toHaveLength(2);
  });

  it("a stop string of several tokens ends nothing", () => {
    const config = { stop_token_ids: [99] };
    guardStops({ tokenizer: createTokenizer([]), getConfig: () => config }, ["<|im_end|>"]);
    expect(config.stop_token_ids).toEqual([99]);
  });
});

describe("the start token", () => {
  it.each(["<|begin_of_text|>", "<s>", "<bos>", "<｜begin▁of▁sentence｜>"])("%s stands once", (token) => {
    const prompt = `${token}<|user|>Hello`;
    expect(addsStartToken({ system_prefix_token_ids: [1] })).toBe(true);
    expect(dropStartToken(prompt)).toBe("<|user|>Hello");
    for (const ids of [undefined, null, []])
      expect(addsStartToken(ids === undefined ? {} : { system_prefix_token_ids: ids })).toBe(false);
  });

  it("is read from the pipeline's conversation", () => {
    const conversation = { messages: [], config: { stop_token_ids: [2], system_prefix_token_ids: [1] } };
    expect(readTokenConfig({ getConversationObject: () => conversation })).toBe(conversation.config);
  });
});
