import { neutralise } from "../neutralise.ts";
import type { ChatTemplate } from "./chat-template.ts";

/** ChatML: `<|im_start|>role`, a line break, content, `<|im_end|>`, a line break. Control tokens in content are broken. */
export const chatmlTemplate: ChatTemplate = {
  id: "chatml",
  stop: ["<|im_end|>", "<|endoftext|>"],
  renderStart(system: string): string {
    return system === "" ? "" : `<|im_start|>system\n${neutralise(system)}<|im_end|>\n`;
  },
  renderTurn(role: "user" | "tool", content: string): string {
    return `<|im_start|>${role}\n${neutralise(content)}<|im_end|>\n`;
  },
  assistantStart: "<|im_start|>assistant\n",
  assistantEnd: "<|im_end|>\n",
};

/** The same template for a model whose reasoning is skipped by an empty block (Qwen3). */
export function withEmptyReasoning(template: ChatTemplate): ChatTemplate {
  const opening = template.reasoningOpen === true ? "" : "<think>\n";
  return { ...template, skipReasoning: `${opening}\n</think>\n\n` };
}

/** The same template for a model whose prompt opens the thought (Qwen3.5), which is skipped by closing it at once. */
export function withOpenReasoning(template: ChatTemplate): ChatTemplate {
  return {
    ...template,
    assistantStart: `${template.assistantStart}<think>\n`,
    reasoningOpen: true,
    skipReasoning: "\n</think>\n\n",
  };
}
