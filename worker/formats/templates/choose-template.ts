import type { FormatId } from "../../protocol/model.ts";
import type { ChatTemplate } from "./chat-template.ts";
import { chatmlTemplate } from "./chatml-template.ts";
import { deriveTemplate } from "./derive-template.ts";

/** A model whose family's template stands for a dialect, where the file brings none of its own. */
const FAMILY_MODELS: Partial<Record<FormatId, string>> = {
  llama3: "Llama-3.2-3B-Instruct",
  mistral: "Mistral-Nemo-Instruct-2407",
  gemma: "gemma-3-4b-it",
  phi4: "Phi-3.5-mini-instruct",
};

/**
 * The chat template of a model: its own, taken apart, where the file brings one that can be read; else its family's.
 * ChatML models all share one form.
 */
export function chooseTemplate(format: FormatId, chatTemplate: string | null, now: Date): ChatTemplate {
  // Granite 4 calls as Hermes does, in turns of its own.
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
      // A template that cannot render a question is passed over for the next source.
    }
  }
  return chatmlTemplate;
}

/** The same template for a model that reasons first and whose reasoning can be left out by an empty block (Qwen3). */
export function withEmptyReasoning(template: ChatTemplate): ChatTemplate {
  return { ...template, skipReasoning: "<think>\n\n</think>\n\n" };
}

function hasThinkingSwitch(chatTemplate: string): boolean {
  return /\benable_thinking\b/.test(chatTemplate);
}

/** Finds what a template writes after `assistantStart` when it is asked for no reasoning. */
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
