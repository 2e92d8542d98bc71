import { join } from "node:path";
import { ROOT } from "../../dev/scripts/build-app.ts";
import { type LargeShape, type TinyFamily, writeTinyFamily } from "../../dev/scripts/gpu/write-tiny-models.ts";
import { REAL_MODELS } from "../../dev/scripts/templates/real-models.fixture.ts";
import type { FormatId } from "../../worker/protocol/model.ts";

interface FamilyCase {
  /** What the page calls it. */
  readonly title: string;
  /** The model whose turns it has. */
  readonly model: string;
  readonly architecture: string;
  /** The dialect that is to be recognised. */
  readonly format: FormatId;
  readonly marks: readonly string[];
  readonly start?: string;
  readonly end: string;
  readonly thinks?: boolean;
  /** See `TinyFamily`. */
  readonly isSplit?: boolean;
  /** See `TinyFamily`. */
  readonly large?: LargeShape;
}

/** Tiny models of eight families in seven architectures, each with its family's marks and template. */
export const FAMILY_CASES: readonly FamilyCase[] = [
  {
    title: "tiny-Llama-3.2-1B-Instruct",
    model: "meta-llama/Llama-3.2-1B-Instruct",
    architecture: "llama",
    format: "llama3",
    marks: ["<|begin_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"],
    start: "<|begin_of_text|>",
    end: "<|eot_id|>",
  },
  {
    title: "tiny-Mistral-7B-Instruct-v0.3",
    model: "mistralai/Mistral-7B-Instruct-v0.3",
    architecture: "llama",
    format: "mistral",
    marks: ["<s>", "</s>", "[INST]", "[/INST]", "[TOOL_CALLS]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"],
    start: "<s>",
    end: "</s>",
  },
  {
    title: "tiny-Qwen2.5-0.5B-Instruct",
    model: "Qwen/Qwen2.5-0.5B-Instruct",
    architecture: "qwen2",
    format: "chatml",
    marks: ["<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>"],
    end: "<|im_end|>",
  },
  {
    title: "tiny-Qwen3-0.6B",
    model: "Qwen/Qwen3-0.6B",
    architecture: "qwen3",
    format: "chatml",
    marks: ["<|im_start|>", "<|im_end|>", "<think>", "</think>", "<tool_call>", "</tool_call>"],
    end: "<|im_end|>",
    thinks: true,
  },
  {
    title: "tiny-gemma-3-1b-it",
    model: "google/gemma-3-1b-it",
    architecture: "gemma3",
    format: "gemma",
    marks: ["<bos>", "<start_of_turn>", "<end_of_turn>"],
    start: "<bos>",
    end: "<end_of_turn>",
  },
  {
    title: "tiny-Phi-3.5-mini-instruct",
    model: "microsoft/Phi-3.5-mini-instruct",
    architecture: "phi3",
    format: "phi4",
    marks: ["<unk>", "<s>", "</s>", "<|system|>", "<|user|>", "<|assistant|>", "<|end|>"],
    end: "<|end|>",
  },
  {
    title: "tiny-LFM2-1.2B",
    model: "LiquidAI/LFM2-1.2B",
    architecture: "lfm2",
    format: "pythonic",
    marks: ["<|im_start|>", "<|im_end|>", "<|tool_list_start|>", "<|tool_list_end|>", "<|tool_call_start|>"],
    end: "<|im_end|>",
  },
  {
    title: "tiny-granite-3.3-2b-instruct",
    model: "ibm-granite/granite-3.3-2b-instruct",
    architecture: "granite",
    format: "granite",
    marks: ["<|start_of_role|>", "<|end_of_role|>", "<|end_of_text|>", "<|tool_call|>"],
    end: "<|end_of_text|>",
  },
];

/** Writes the file of a family into the folder and gives its path. */
export async function writeFamilyFile(
  folder: string,
  { model, title, thinks: _, ...family }: FamilyCase,
): Promise<string> {
  const chatTemplate = REAL_MODELS.find(([name]) => name === model)?.[2];
  if (chatTemplate === undefined || chatTemplate === null) throw new Error(`${model} has no template here`);
  const path = join(folder, `${title}.gguf`);
  const tiny: TinyFamily = { ...family, name: title, chatTemplate };
  await writeTinyFamily(join(ROOT, "dev/model/tiny/tiny.gguf"), path, tiny);
  return path;
}
