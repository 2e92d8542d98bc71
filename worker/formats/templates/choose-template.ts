import { attempt } from "../../protocol/attempt.ts";
import { defined } from "../../protocol/defined.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { FormatId } from "../../protocol/model.ts";
import type { ChatTemplate } from "./chat-template.ts";
import { chatmlTemplate, withEmptyReasoning } from "./chatml-template.ts";
import { deriveTemplate } from "./derive-template.ts";
import { toTemplateFamily } from "./family-templates.ts";

/** The model whose family's template serves a dialect when a file brings no template. */
const FAMILY_MODELS: Partial<Record<FormatId, string>> = {
  llama3: "Llama-3.2-3B-Instruct",
  mistral: "Mistral-Nemo-Instruct-2407",
  gemma: "gemma-3-4b-it",
  phi4: "Phi-3.5-mini-instruct",
  deepseek: "DeepSeek-V3",
  glm: "GLM-4.5",
  kimi: "Kimi-K2",
  minimax: "MiniMax-M2",
  granite: "granite-3.3",
};

/** End-of-turn tokens that a dialect's templates refer to by name only. */
const EOS_TOKENS: Partial<Record<FormatId, string>> = { mistral: "</s>" };

/**
 * The chat template of a model: its own, taken apart, if the file brings one that can be read; otherwise its family's, by
 * its name or else by its dialect.
 * ChatML models all share one.
 */
export function chooseTemplate(format: FormatId, chatTemplate: string | null, now: Date, name = ""): ChatTemplate {
  // Our own training wrote plain ChatML, whatever the file's template adds.
  if (format === "compact") return chatmlTemplate;
  const own = chatTemplate ?? "";
  const family = toTemplateFamily(name);
  // Granite 4 is the only family known by name that writes the calls of Hermes in its own turns.
  const hasChatmlTurns = own === "" ? family !== "granite" : !hasOwnTurns(own);
  if (format === "qwen3-coder" || (format === "chatml" && hasChatmlTurns)) return toChatml(format, own, now);
  const model = family === null ? FAMILY_MODELS[format] : name;
  const eosToken = EOS_TOKENS[format] ?? (own.includes("eos_token") ? findEosToken(own) : undefined);
  const options = eosToken === undefined ? {} : { eos_token: eosToken };
  const sources = [...(own === "" ? [] : [{ chatTemplate: own }]), ...(model === undefined ? [] : [{ model }])];
  for (const source of sources) {
    const derive = (more: JsonObject): ChatTemplate => deriveTemplate(format, source, { ...options, ...more }, now);
    const template = attempt(() => derive({}));
    // One that cannot render a question: try the next source.
    if (template !== null) return withDerivedSwitch(template, () => derive({ enable_thinking: false }));
  }
  return chatmlTemplate;
}

/** The end token of a template that names it by a variable alone: the Llama 2 family's unless it shows another. */
function findEosToken(chatTemplate: string): string {
  return chatTemplate.includes("<|endoftext|>") ? "<|endoftext|>" : "</s>";
}

/** Granite 4, EXAONE 4 and others write the calls of Hermes in their own turns. */
function hasOwnTurns(chatTemplate: string): boolean {
  return (
    chatTemplate.includes("<|start_of_role|>") ||
    (chatTemplate.includes("<tool_call>") && !chatTemplate.includes("<|im_start|>"))
  );
}

const SYSTEM_START = "<|im_start|>system\n";

/** ChatML, with what the model's own template writes where the reply begins. */
function toChatml(format: FormatId, chatTemplate: string, now: Date): ChatTemplate {
  const fallback = /\benable_thinking\b/.test(chatTemplate) ? withEmptyReasoning(chatmlTemplate) : chatmlTemplate;
  if (!chatTemplate.includes("<|im_start|>")) return fallback;
  const derive = (options: JsonObject): ChatTemplate => deriveTemplate(format, { chatTemplate }, options, now);
  const own = attempt(() => derive({}));
  if (own === null) return fallback;
  const { renderToolOpening, renderToolResults } = own;
  // SmolLM3 puts the system text under a heading of its own.
  const renderStart = (system: string): string => (system === "" ? "" : own.renderStart(system));
  const hasOwnStart = own.renderOpening === undefined && renderStart("x").startsWith(SYSTEM_START);
  const shared = {
    ...fallback,
    ...defined({ renderToolOpening, renderToolResults, renderStart: hasOwnStart ? renderStart : undefined }),
  };
  const opensThought = own.reasoningOpen === true && own.assistantStart.startsWith(chatmlTemplate.assistantStart);
  if (!opensThought) return shared;
  const opened = { ...shared, assistantStart: own.assistantStart, reasoningOpen: true };
  return withDerivedSwitch(opened, () => derive({ enable_thinking: false }));
}

/** Finds what a template writes after `assistantStart` when reasoning is turned off. */
function withDerivedSwitch(template: ChatTemplate, deriveOff: () => ChatTemplate): ChatTemplate {
  const assistantStart = attempt(deriveOff)?.assistantStart ?? "";
  const extra = assistantStart.slice(template.assistantStart.length);
  const isSwitch = assistantStart.startsWith(template.assistantStart) && extra !== "";
  if (isSwitch) return { ...template, skipReasoning: extra };
  // GLM 4.7 and Nemotron 3 open another text instead; what they close it with closes an opened thought too.
  const closing = template.reasoningOpen === true ? /<\/think>\s*$/.exec(assistantStart)?.[0] : undefined;
  return closing === undefined ? template : { ...template, skipReasoning: closing };
}
