import type { FormId } from "../../../worker/protocol/model.ts";
import type { useText } from "../../messages/use-text.ts";

/** The models that a format is named after: names, the same in every language. */
const FAMILIES = {
  chatml: "Qwen, Hermes, SmolLM (ChatML)",
  llama3: "Llama 3",
  mistral: "Mistral, Ministral",
  "qwen3-coder": "Qwen3 Coder, Qwen3.5",
  pythonic: "Llama 4, LFM2, OLMo 3 (Python)",
  gemma: "Gemma",
  deepseek: "DeepSeek",
  phi4: "Phi",
  glm: "GLM",
  kimi: "Kimi",
  minimax: "MiniMax",
  granite: "Granite",
} as const satisfies Partial<Record<FormId, string>>;

/** A format as the page names it. */
export function toFormatName(format: FormId, t: ReturnType<typeof useText>): string {
  switch (format) {
    case "generic":
    case "protocol":
    case "command":
    case "compact":
    case "staged":
      return t.text(`models.speaks.${format}`);
    default:
      return FAMILIES[format];
  }
}
