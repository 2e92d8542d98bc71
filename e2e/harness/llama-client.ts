import type { GenerateRequest, ModelClient, ModelEvent, ModelInfo } from "../../worker/agent/ports/model-client.ts";
import { describeError } from "../../worker/protocol/describe-error.ts";
import { GrammarFault, type LlamaModel } from "./llama-model.ts";

/** A model client over llama.cpp's native binding: what wllama is in a browser, without the browser. */
export class LlamaClient implements ModelClient {
  readonly info: ModelInfo;
  readonly #model: LlamaModel;

  constructor(model: LlamaModel, info: Omit<ModelInfo, "engine" | "contextTokens" | "constraint">) {
    this.#model = model;
    this.info = { ...info, engine: "wllama", contextTokens: model.contextTokens, constraint: "gbnf" };
  }

  async *generate(request: GenerateRequest): AsyncGenerator<ModelEvent, void, void> {
    const size = this.#model.tokenize(request.prompt).length;
    if (size >= this.#model.contextTokens) {
      const detail = `the prompt has ${size} tokens, the context ${this.#model.contextTokens}`;
      yield { type: "failure", failure: { code: "context-full", detail }, raw: "" };
      return;
    }
    try {
      yield* this.#stream(request);
    } catch (error) {
      const code = error instanceof GrammarFault ? "grammar-rejected" : "internal";
      yield { type: "failure", failure: { code, detail: describeError(error) }, raw: "" };
    }
  }

  async *#stream(request: GenerateRequest): AsyncGenerator<ModelEvent, void, void> {
    const { prompt, maxTokens, temperature, seed, stop, constraint, bias, beside, signal } = request;
    let raw = "";
    const grammar = constraint === null ? {} : { grammar: constraint.gbnf.grammar, triggers: constraint.gbnf.triggers };
    for await (const event of this.#model.generate({
      prompt,
      maxTokens,
      temperature,
      seed,
      stop,
      ...grammar,
      bias,
      beside,
      signal,
    })) {
      switch (event.type) {
        case "progress":
          yield {
            type: "prefill-progress",
            done: event.processed - event.cached,
            total: event.total - event.cached,
          };
          break;
        case "text":
          raw += event.text;
          yield { type: "text-delta", text: event.text };
          break;
        default:
          yield {
            type: "end",
            finishReason: event.reason,
            raw,
            usage: {
              promptTokens: event.computed,
              cachedTokens: event.cached,
              completionTokens: event.completion,
              prefillMs: Math.round(event.promptMs),
              decodeMs: Math.round(event.completionMs),
            },
          };
          return;
      }
    }
    yield {
      type: "end",
      finishReason: "aborted",
      raw,
      usage: { promptTokens: 0, cachedTokens: 0, completionTokens: 0, prefillMs: 0, decodeMs: 0 },
    };
  }

  async countTokens(text: string): Promise<number> {
    return this.#model.tokenize(text).length;
  }

  dispose(): Promise<void> {
    return this.#model.close();
  }
}
