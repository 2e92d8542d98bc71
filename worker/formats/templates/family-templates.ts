import { defined } from "../../protocol/defined.ts";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { FamilyTemplate } from "./families/family-template.ts";
import { GEMMA_FAMILIES } from "./families/gemma.ts";
import { HARMONY_FAMILIES } from "./families/harmony.ts";
import { LLAMA_FAMILIES } from "./families/llama.ts";
import { LLAMA_2_FAMILIES } from "./families/llama-2.ts";
import { MISTRAL_FAMILIES } from "./families/mistral.ts";
import { PHI_FAMILIES } from "./families/phi.ts";
import { PLAIN_FAMILIES } from "./families/plain.ts";
import { createJinjaRenderer, withObjectArguments } from "./jinja-template.ts";
import { callsOf, contentOf, roleOf, type TemplateRenderer, textOption } from "./template-request.ts";

/**
 * The template of each family, written by us after the public description of its turns. The texts that the model reads are
 * the family's own: models answer best to what they were trained on.
 */
export const FAMILY_TEMPLATES = {
  ...LLAMA_2_FAMILIES,
  ...LLAMA_FAMILIES,
  ...HARMONY_FAMILIES,
  ...MISTRAL_FAMILIES,
  ...GEMMA_FAMILIES,
  ...PHI_FAMILIES,
  ...PLAIN_FAMILIES,
};

/** A model family whose template this app carries itself. */
export type TemplateFamily = keyof typeof FAMILY_TEMPLATES;

/** The family of a model by its name, or null when the name tells none. */
export function toTemplateFamily(model: string): TemplateFamily | null {
  const name = model.toLowerCase();
  const rules: readonly (readonly [RegExp, TemplateFamily])[] = [
    [/hermes|dolphin|open-?orca/, "chatml"],
    [/gpt-?oss/, "harmony"],
    [/seed-?oss/, "seed-oss"],
    [/exaone-?3/, "exaone"],
    [/llama-?2|codellama/, "llama2"],
    [/openchat|starling/, "openchat"],
    [/vicuna|wizardlm/, "vicuna"],
    [/alpaca|wizard-?coder|magicoder|starcoder2/, "alpaca"],
    [/solar-?(pro|10|0|:|$)|orca-?mini|neural-?chat/, "solar"],
    [/falcon(?!-?(3|h1|e))/, "falcon"],
    [/phi-?2\b|^phi:/, "phi2"],
    [/deepseek-?r1/, "deepseek-r1"],
    [/deepseek/, "deepseek"],
    [/glm-?[4-9]/, "glm"],
    [/kimi|moonlight/, "kimi"],
    [/minimax-?m[2-9]/, "minimax"],
    [/granite/, "granite"],
    [/llama-?4/, "llama4"],
    [/command-?[ra]|c4ai|\baya/, "command-r"],
    [/zephyr|tiny-?llama/, "zephyr"],
    [/olmo-?2|olmoe|tulu-?3/, "olmo2"],
    [/qwen-?[23]/, "chatml"],
    [/llama-?3\.3|llama-?v?3p3/, "llama3.3"],
    [/llama-?3\.2/, "llama3.2"],
    [/llama-?3\.1|watt-?tool|toolace|xlam-2-(8|70)b|llama-?(guard|xlam)/, "llama3.1"],
    [/llama-?3/, "llama3"],
    [/(mistral|mixtral).*(v0\.[12]\b|8x7b)/, "mistral-v1"],
    [/nemo|ministral|pixtral/, "mistral-tekken"],
    [/mistral-small.*(2506|3\.2)/, "mistral-small-3.2"],
    [/(devstral|magistral).*(250[789]|251)/, "mistral-v13"],
    [/devstral|magistral/, "mistral-v11"],
    [/mistral-small.*(2503|3\.1)/, "mistral-small-3.1"],
    [/mistral-small.*(24b|2501|3)/, "mistral-small-3"],
    [/mistral-large.*2411/, "mistral-v7"],
    [/mistral|mixtral|codestral|mathstral/, "mistral-v3"],
    [/gemma-?4(?!b)/, "gemma4"],
    [/gemma-?(1\.|2|[27]b)/, "gemma2"],
    [/gemma/, "gemma"],
    [/phi-?4-?mini/, "phi4-mini"],
    [/phi-?4/, "phi4"],
    [/phi-?3-medium/, "phi3-medium"],
    [/phi-?3/, "phi3"],
    [/qwen|qwq|smollm|chatml|lfm-?2|olmo-?3|internlm/, "chatml"],
  ];
  return rules.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** A family's renderer, with the family's variables where a request does not set them. */
export function createFamilyRenderer({ source, variables }: FamilyTemplate): TemplateRenderer {
  const render = createJinjaRenderer(source);
  return (request) => {
    const given = Object.entries(request.options).filter(
      ([key, value]) => !key.endsWith("_token") || typeof value === "string",
    );
    const options = { ...variables, ...Object.fromEntries(given) };
    return render({ ...request, options, messages: request.messages.map(toFamilyMessage) });
  };
}

/** A message as the families' templates read it: content as text and as parts, calls flat, arguments as objects. */
function toFamilyMessage(message: JsonObject): JsonObject {
  const { content, tools, reasoning_content } = message;
  const text = contentOf(message);
  return {
    role: roleOf(message),
    content: text,
    raw: content ?? "",
    parts: isJsonArray(content) ? content.map(toPart) : [{ image: false, text }],
    calls: callsOf(withObjectArguments(message)),
    tool_call_id: textOption(message, "tool_call_id", ""),
    ...defined({ tools, reasoning_content }),
  };
}

function toPart(part: JsonValue): JsonObject {
  if (!isJsonObject(part)) return { image: false, text: "" };
  return { image: part.type === "image" || part.type === "image_url", text: textOption(part, "text", "") };
}
