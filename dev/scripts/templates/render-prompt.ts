import { neutralise } from "../../../worker/formats/neutralise.ts";
import { createFamilyRenderer, toTemplateFamily } from "../../../worker/formats/templates/family-templates.ts";
import { resolveTemplate, type TemplateSource } from "../../../worker/formats/templates/resolve-template.ts";
import { roleOf, type TemplateRequest } from "../../../worker/formats/templates/template-request.ts";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../../worker/protocol/json.ts";
import { QWEN_FAMILIES, toQwenFamily } from "./qwen-templates.ts";

/** Renders a whole conversation. Control tokens in what users and tools wrote are broken first. */
export function renderPrompt(source: TemplateSource, request: TemplateRequest): string {
  const { render, controlTokens } = resolve(source);
  const tokens = [...controlTokens, ...tokenOptions(request.options)];
  return render({ ...request, messages: request.messages.map((message) => neutraliseMessage(message, tokens)) });
}

/** The app needs no more of the ChatML models than their turns; here they are written whole. */
function resolve(source: TemplateSource): ReturnType<typeof resolveTemplate> {
  if ("chatTemplate" in source || toTemplateFamily(source.model) !== "chatml") return resolveTemplate(source);
  const { controlTokens, ...template } = QWEN_FAMILIES[toQwenFamily(source.model)];
  return { render: createFamilyRenderer({ ...template, controlTokens }), controlTokens };
}

function tokenOptions(options: JsonObject): readonly string[] {
  return ["bos_token", "eos_token"].flatMap((key) => {
    const token = options[key];
    return typeof token === "string" && token.length > 1 ? [token] : [];
  });
}

function neutraliseMessage(message: JsonObject, tokens: readonly string[]): JsonObject {
  const role = roleOf(message);
  if (role !== "user" && role !== "tool" && role !== "ipython") return message;
  const content = message.content;
  if (content === undefined) return message;
  return { ...message, content: neutraliseContent(content, tokens) };
}

function neutraliseContent(content: JsonValue, tokens: readonly string[]): JsonValue {
  if (typeof content === "string") return neutralise(content, tokens);
  if (!isJsonArray(content)) return content;
  return content.map((part) => {
    const text = isJsonObject(part) ? part.text : undefined;
    return isJsonObject(part) && typeof text === "string" ? { ...part, text: neutralise(text, tokens) } : part;
  });
}
