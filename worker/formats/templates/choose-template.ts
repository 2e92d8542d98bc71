import type { FormatId } from "../../protocol/model.ts";
import type { ChatTemplate } from "./chat-template.ts";
import { chatmlTemplate } from "./chatml-template.ts";
import { deriveTemplate } from "./derive-template.ts";

/** The model whose family's template serves a dialect when a file brings no template. */
const FAMILY_MODELS: Partial<Record<FormatId, string>> = {
  llama3: "Llama-3.2-3B-Instruct",
  mistral: "Mistral-Nemo-Instruct-2407",
  gemma: "gemma-3-4b-it",
  phi4: "Phi-3.5-mini-instruct",
};

/**
 * The chat template of a model: its own, taken apart, if the file brings one that can be read; otherwise its family's.
 * ChatML models all share one.
 */
export function chooseTemplate(format: FormatId, chatTemplate: string | null, now: Date): ChatTemplate {
  // Granite 4 writes the calls of Hermes in its own turns.
  const hasOwnTurns = chatTemplate?.includes("<|start_of_role|>") === true;
  if ((format === "chatml" && !hasOwnTurns) || format === "qwen3-coder") {
    return chatTemplate !== null && hasThinkingSwitch(chatTemplate)
      ? withEmptyReasoning(chatmlTemplate)
      : chatmlTemplate;
  }
  const sources = [
    ...(chatTemplate === null || chatTemplate === "" ? [] : [{ chatTemplate }]),
    ...(FAMILY_MODELS[format] === undefined ? [] : [{ model: FAMILY_MODELS[format] }]),
  ];
  for (const source of sources) {
    try {
      return withDerivedSwitch(deriveTemplate(format, source, {}, now), () =>
        deriveTemplate(format, source, { enable_thinking: false }, now),
      );
    } catch {
      // A template that cannot render a question: try the next source.
    }
  }
  return chatmlTemplate;
}

/** The same template for a model whose reasoning is skipped by an empty block (Qwen3). */
export function withEmptyReasoning(template: ChatTemplate): ChatTemplate {
  return { ...template, skipReasoning: "<think>\n\n</think>\n\n" };
}

function hasThinkingSwitch(chatTemplate: string): boolean {
  return /\benable_thinking\b/.test(chatTemplate);
}

/** Finds what a template writes after `assistantStart` when reasoning is turned off. */
function withDerivedSwitch(template: ChatTemplate, deriveOff: () => ChatTemplate): ChatTemplate {
  try {
    const { assistantStart } = deriveOff();
    const extra = assistantStart.slice(template.assistantStart.length);
    const isSwitch = assistantStart.startsWith(template.assistantStart) && extra !== "";
    return isSwitch ? { ...template, skipReasoning: extra } : template;
  } catch {
    return template;
  }
}
