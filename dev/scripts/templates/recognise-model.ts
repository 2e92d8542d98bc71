import { toPlainName } from "../../../worker/formats/recognition/plain-name.ts";
import {
  findFamilyRule,
  type ModelFacts,
  type RuleEvidence,
} from "../../../worker/formats/recognition/recognise-format.ts";
import type { ChatTemplate } from "../../../worker/formats/templates/chat-template.ts";
import { chooseTemplate } from "../../../worker/formats/templates/choose-template.ts";
import { toTemplateFamily } from "../../../worker/formats/templates/family-templates.ts";
import type { FormatId } from "../../../worker/protocol/model.ts";

/**
 * How a model reasons: not at all; in a `<think>` block that it opens itself, that its prompt opens, or that can be turned
 * off; in `[THINK]`; or in a channel of its own (Harmony, Gemma 4).
 */
export type ReasoningStyle = "none" | "think" | "think-open" | "think-switch" | "bracket-think" | "channel";

/** The dialect and turns of a model. */
export interface Recognition {
  readonly format: FormatId;
  readonly template: ChatTemplate;
  /** Whose turns the template writes: the file's own, ChatML's, or those of the dialect's family. */
  readonly templateSource: "own" | "chatml" | "family";
  readonly reasoning: ReasoningStyle;
  readonly stops: readonly string[];
  /** Which fact decided. */
  readonly evidence: RuleEvidence;
}

/** Recognises the dialect, the turns and the reasoning of a model. `now` is the date for templates that write one. */
export function recognise(facts: ModelFacts, now: Date): Recognition {
  const { rule, evidence } = findFamilyRule(facts);
  const format = rule?.format ?? "generic";
  const own = facts.chatTemplate ?? "";
  const name = [facts.convTemplate, facts.name, facts.architecture].map((text) => toPlainName(text ?? ""));
  const known = name.find((text) => toTemplateFamily(text) !== null) ?? findOllamaFamily(facts.ollamaTemplate ?? "");
  const template = chooseTemplate(format, own === "" ? null : own, now, known);
  const stops = [...new Set([...template.stop, ...(rule?.stops ?? [])])];
  const isChatml = template.renderTurn("user", "x").startsWith("<|im_start|>user\n");
  return {
    format,
    template,
    templateSource: isChatml ? "chatml" : own === "" ? "family" : "own",
    reasoning: toReasoning(template, own + (facts.ollamaTemplate ?? "")) ?? toReasoningByName(name.join(" ")),
    stops,
    evidence,
  };
}

/** Turns that Ollama's Go templates show, and a model whose family has them. */
const OLLAMA_TURNS: readonly (readonly [mark: string, model: string])[] = [
  ["<<SYS>>", "llama-2"],
  ["<|channel|>", "gpt-oss"],
  ["<|START_OF_TURN_TOKEN|>", "command-r"],
  ["GPT4 Correct User", "openchat"],
  ["USER: ", "vicuna"],
  ["### Instruction:", "alpaca"],
  ["### User:", "solar-10.7b"],
  ["[|endofturn|]", "exaone-3.5"],
  ["<seed:bos>", "seed-oss"],
  ["<|user|>\n", "zephyr"],
  ["User: ", "falcon-7b"],
];

/** The model whose family's turns Ollama's template writes; it cannot be rendered here itself. */
function findOllamaFamily(template: string): string | undefined {
  return OLLAMA_TURNS.find(([mark]) => template.includes(mark))?.[1];
}

function toReasoning(template: ChatTemplate, text: string): ReasoningStyle | null {
  if (text.includes("[THINK]")) return "bracket-think";
  if (/<\|channel\|?>/.test(text)) return "channel";
  if (template.skipReasoning !== undefined) return "think-switch";
  if (template.reasoningOpen === true) return "think-open";
  if (/<\/?(seed:)?think>|\.Thinking\b/.test(text)) return "think";
  return text === "" ? null : "none";
}

/** For models without a template at hand. */
const REASONING_NAMES: readonly (readonly [RegExp, ReasoningStyle])[] = [
  [/gpt-?oss|gemma-?4(?!b)/, "channel"],
  [/magistral|ministral-?3.*reasoning/, "bracket-think"],
  [/kimi.*thinking|phi-?4.*reasoning|qwq.*preview/, "think"],
  [/think(ing)?\b|deepseek-?r1|deepscaler|qwq|minimax-?m[2-9]/, "think-open"],
  [/qwen-?3[.-][5-9]\b|qwen35|nemotron-?(3|nano.*v2)/, "think-switch"],
  [/qwen-?3.*(instruct|coder)/, "none"],
  [/qwen-?3|smollm-?3(?!\d)|glm-?(4\.[5-9]|[5-9])/, "think-switch"],
  [/r1/, "think"],
];

function toReasoningByName(name: string): ReasoningStyle {
  return REASONING_NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? "none";
}
