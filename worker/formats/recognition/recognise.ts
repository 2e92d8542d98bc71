import { defined } from "../../protocol/defined.ts";
import type { FormatId } from "../../protocol/model.ts";
import type { ChatTemplate } from "../templates/chat-template.ts";
import { chooseTemplate } from "../templates/choose-template.ts";
import { toTemplateFamily } from "../templates/family-templates.ts";
import { FAMILY_RULES, type FamilyRule } from "./family-rules.ts";

/** What is known of a model before it is loaded; each member that is given helps. */
export interface ModelFacts {
  /** The Jinja text of a GGUF file, a tokenizer configuration or a server. */
  readonly chatTemplate?: string;
  /** Ollama's Go template. */
  readonly ollamaTemplate?: string;
  /** The name of MLC's `conv_template`. */
  readonly convTemplate?: string;
  /** `general.architecture` of a GGUF file, or `model_type` of a configuration. */
  readonly architecture?: string;
  readonly name?: string;
}

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
  readonly evidence: "template" | "conv-template" | "name" | "architecture" | "nothing";
}

/** Recognises the dialect, the turns and the reasoning of a model. `now` is the date for templates that write one. */
export function recognise(facts: ModelFacts, now: Date): Recognition {
  const { rule, evidence } = findRule(facts);
  const format = rule?.format ?? "generic";
  const own = facts.chatTemplate ?? "";
  const name = [facts.convTemplate, facts.name, facts.architecture].map((text) => toPlainName(text ?? ""));
  const known = name.find((text) => toTemplateFamily(text) !== null);
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

/** The dialect of a model. */
export function recogniseFormat(facts: ModelFacts): FormatId {
  return findRule(facts).rule?.format ?? "generic";
}

interface Finding {
  readonly rule: FamilyRule | undefined;
  readonly evidence: Recognition["evidence"];
}

function findRule(facts: ModelFacts): Finding {
  const byName = findByNames(facts);
  const text = facts.chatTemplate || facts.ollamaTemplate || "";
  const rule = FAMILY_RULES.find(({ marks, unless = [] }) => {
    return marks.some((set) => set.every((mark) => text.includes(mark))) && !unless.some((mark) => text.includes(mark));
  });
  // Ollama's template may be a bare `{{ .Prompt }}`; a file's own template without known marks is that of no known family.
  if (rule === undefined) return facts.chatTemplate ? { rule, evidence: "template" } : byName;
  // ChatML turns without a form of calls do not tell which calls the model was trained on; its name may.
  const isPlain = rule.format === "chatml" && !text.includes("<tool_call>");
  const isSpecific = byName.rule !== undefined && CHATML_TURNS.includes(byName.rule.format);
  return isPlain && isSpecific ? byName : { rule, evidence: "template" };
}

/** Dialects whose models may write ChatML turns. */
const CHATML_TURNS: readonly FormatId[] = ["pythonic", "qwen3-coder"];

function findByNames({ convTemplate, name, architecture }: ModelFacts): Finding {
  const sources = { "conv-template": convTemplate, name, architecture } as const;
  for (const [evidence, text] of Object.entries(defined(sources)) as [keyof typeof sources, string][]) {
    const rule = FAMILY_RULES.find(({ names }) => names?.test(toPlainName(text)) === true);
    if (rule !== undefined) return { rule, evidence };
  }
  return { rule: undefined, evidence: "nothing" };
}

/** A name in lower case without its owner, parts joined by hyphens. */
function toPlainName(name: string): string {
  const own = name.slice(name.lastIndexOf("/") + 1);
  return own.toLowerCase().replaceAll(/[\s_]+/g, "-");
}

function toReasoning(template: ChatTemplate, text: string): ReasoningStyle | null {
  if (text.includes("[THINK]")) return "bracket-think";
  if (/<\|channel\|?>/.test(text)) return "channel";
  if (template.skipReasoning !== undefined) return "think-switch";
  if (template.reasoningOpen === true) return "think-open";
  if (/<\/?think>|\.Thinking\b/.test(text)) return "think";
  return text === "" ? null : "none";
}

/** For models without a template at hand. */
const REASONING_NAMES: readonly (readonly [RegExp, ReasoningStyle])[] = [
  [/gpt-?oss|gemma-?4/, "channel"],
  [/magistral|ministral-?3.*reasoning/, "bracket-think"],
  [/thinking|qwen-?3\.[5-9]|deepseek-?r1/, "think-open"],
  [/qwen-?3.*(instruct|coder)/, "none"],
  [/qwen-?3|smollm-?3|glm-?4\.[5-9]/, "think-switch"],
  [/qwq|minimax-?m[2-9]|r1/, "think"],
];

function toReasoningByName(name: string): ReasoningStyle {
  return REASONING_NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? "none";
}
