import { defineModel, type Model } from "alcove";
import { chooseTemplate } from "alcove/formats";
import { LlamaClient } from "../../../e2e/harness/llama-client.ts";
import { openLlamaModel } from "../../../e2e/harness/llama-model.ts";

/** A GGUF file that writes ChatML, in llama.cpp's native binding: an engine of one's own, as the manual has it. */
export function llama(path: string): Model {
  return defineModel({
    name: "llama",
    load: async () => {
      const model = await openLlamaModel(path, 4096);
      if (typeof model === "string") return { ok: false, failure: { code: "internal", detail: model } };
      const template = chooseTemplate("chatml", null, new Date());
      return { ok: true, value: new LlamaClient(model, { modelId: "llama", format: "chatml", template }) };
    },
  });
}
