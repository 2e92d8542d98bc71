import type { SamplingSettings } from "../../protocol/model.ts";
import { toPlainName } from "./plain-name.ts";

/** The card's values for one way of answering. Penalties are 0 and 1 unless a card's value is harmless to calls. */
export type CardSampling = Omit<SamplingSettings, "seed" | "maxTokens" | "maxThoughtTokens">;

interface SamplingRule {
  /** Matches the model's plain name. */
  readonly names: RegExp;
  readonly plain: CardSampling;
  /** While it thinks, where that differs. */
  readonly thinking?: CardSampling;
}

const GREEDY: CardSampling = { temperature: 0, topP: 1, topK: 1, minP: 0 };
const THINKING: CardSampling = { temperature: 0.6, topP: 0.95, topK: 20, minP: 0 };
const QWEN: CardSampling = { temperature: 0.7, topP: 0.8, topK: 20, minP: 0 };
const GEMMA: CardSampling = { temperature: 1, topP: 0.95, topK: 64, minP: 0 };
const LLAMA: CardSampling = { temperature: 0.6, topP: 0.9, topK: 0, minP: 0 };

/** Values without a limit on the candidates. */
function at(temperature: number, topP = 1, topK = 0, minP = 0): CardSampling {
  return { temperature, topP, topK, minP };
}

/**
 * The publishers' recommendations on their models' cards (https://huggingface.co, the model's page or its
 * `generation_config.json`). The first rule that matches decides; finetunes come before their base models. Penalties on
 * repetition are left at "none" although some cards name one: they punish the repeated keys and digits of a call.
 */
const RULES: readonly SamplingRule[] = [
  { names: /hermes|dolphin/, plain: at(0.8, 0.95) },
  { names: /deepseek-?r1/, plain: at(0.6, 0.95), thinking: at(0.6, 0.95) },
  { names: /qwen-?3|qwq|qwen35/, plain: QWEN, thinking: THINKING },
  { names: /qwen/, plain: QWEN },
  { names: /smollm-?3(?!\d)/, plain: at(0.6, 0.95), thinking: at(0.6, 0.95) },
  { names: /smollm/, plain: at(0.2, 0.9) },
  { names: /llama-?[34]|llama-?v?3/, plain: LLAMA },
  { names: /gemma/, plain: GEMMA, thinking: GEMMA },
  { names: /phi-?4.*reason/, plain: at(0.8, 0.95, 50), thinking: at(0.8, 0.95, 50) },
  { names: /phi-?[34]/, plain: GREEDY },
  { names: /magistral|ministral.*reason/, plain: at(0.7, 0.95), thinking: at(0.7, 0.95) },
  { names: /ministral-?3/, plain: at(0.1) },
  { names: /mistral-?small|devstral/, plain: at(0.15) },
  { names: /nemo-instruct|mistral-?nemo/, plain: at(0.3) },
  { names: /mi[sx]tral/, plain: at(0.7) },
  { names: /deepseek/, plain: at(0.3), thinking: at(0.6, 0.95) },
  { names: /glm-?4\.5/, plain: at(0.6, 0.95), thinking: at(0.6, 0.95) },
  { names: /glm/, plain: at(1, 0.95), thinking: at(1, 0.95) },
  { names: /granite/, plain: GREEDY },
  { names: /kimi.*thinking/, plain: at(1), thinking: at(1) },
  { names: /kimi|moonlight/, plain: at(0.6) },
  { names: /minimax/, plain: at(1, 0.95, 40), thinking: at(1, 0.95, 40) },
  { names: /lfm-?2\.5/, plain: at(0.1, 0.1, 50) },
  { names: /lfm-?2/, plain: at(0.3, 1, 0, 0.15) },
  { names: /olmo-?3/, plain: at(0.6, 0.95), thinking: at(0.6, 0.95) },
  { names: /gpt-?oss/, plain: at(1), thinking: at(1) },
  { names: /exaone-?4/, plain: at(0.6), thinking: at(0.6, 0.95) },
  { names: /nemotron-?3/, plain: at(0.6, 0.95), thinking: at(0.6, 0.95) },
  { names: /command-?r|c4ai|\baya/, plain: at(0.3) },
  { names: /seed-?oss/, plain: at(1.1, 0.95), thinking: at(1.1, 0.95) },
];

/**
 * How a model's tokens are chosen unless the user says otherwise: as its card says, by its name. A model without a known
 * card takes the likeliest token, unless it thinks: greedy thoughts run in circles.
 */
export function findCardSampling(name: string | undefined, thinks: boolean): CardSampling {
  const plain = toPlainName(name ?? "");
  const rule = RULES.find(({ names }) => names.test(plain));
  if (thinks) return rule?.thinking ?? THINKING;
  return rule?.plain ?? GREEDY;
}
