import type { FormatId } from "../../protocol/model.ts";
import { FAMILY_RULES, type FamilyRule } from "./family-rules.ts";
import { toPlainName } from "./plain-name.ts";

/** Facts of a model before it is loaded; each member that is given helps. */
export interface ModelFacts {
  /** The Jinja text of a GGUF file, a tokenizer configuration or a server. */
  readonly chatTemplate?: string | null;
  /** Ollama's Go template. */
  readonly ollamaTemplate?: string | null;
  /** The name of MLC's `conv_template`. */
  readonly convTemplate?: string | null;
  /** `general.architecture` of a GGUF file, or `model_type` of a configuration. */
  readonly architecture?: string | null;
  readonly name?: string | null;
}

/** The dialect of a model. */
export function recogniseFormat(facts: ModelFacts): FormatId {
  return findFamilyRule(facts).rule?.format ?? "generic";
}

/** The fact that decided. */
export type RuleEvidence = "template" | "conv-template" | "name" | "architecture" | "nothing";

interface Finding {
  readonly rule: FamilyRule | undefined;
  readonly evidence: RuleEvidence;
}

/** The rule that matches a model, and what decided; no rule if nothing matches. */
export function findFamilyRule(facts: ModelFacts): Finding {
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
  const sources = [
    ["conv-template", convTemplate],
    ["name", name],
    ["architecture", architecture],
  ] as const;
  for (const [evidence, text] of sources) {
    const plain = toPlainName(text ?? "");
    const rule = FAMILY_RULES.find(({ names }) => names?.test(plain) === true);
    if (rule !== undefined) return { rule, evidence };
  }
  return { rule: undefined, evidence: "nothing" };
}
