import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import { neutralise } from "../neutralise.ts";
import { createFamilyRenderer, FAMILY_TEMPLATES, toTemplateFamily } from "./family-templates.ts";
import { createJinjaRenderer } from "./jinja-template.ts";
import { roleOf, type TemplateRenderer, type TemplateRequest } from "./template-request.ts";

/** A template's own text, or the name of a model whose family's template this app carries. */
export type TemplateSource = { readonly chatTemplate: string } | { readonly model: string };

/** The renderer for a source, and the control tokens that content must not contain. Throws for an unknown model. */
export function resolveTemplate(source: TemplateSource): {
  readonly render: TemplateRenderer;
  readonly controlTokens: readonly string[];
} {
  if ("chatTemplate" in source) {
    return { render: createJinjaRenderer(source.chatTemplate), controlTokens: findControlTokens(source.chatTemplate) };
  }
  const family = toTemplateFamily(source.model);
  if (family === null) throw new Error(`no chat template is known for the model '${source.model}'`);
  const template = FAMILY_TEMPLATES[family];
  return { render: createFamilyRenderer(template), controlTokens: template.controlTokens };
}

/** Renders a whole conversation. Control tokens in what users and tools wrote are broken first. */
export function renderPrompt(source: TemplateSource, request: TemplateRequest): string {
  const { render, controlTokens } = resolveTemplate(source);
  const tokens = [...controlTokens, ...tokenOptions(request.options)];
  return render({ ...request, messages: request.messages.map((message) => neutraliseMessage(message, tokens)) });
}

/** The tokens by which a template's text opens and closes turns and calls. */
export function findControlTokens(chatTemplate: string): readonly string[] {
  const found = chatTemplate.match(
    /<\|[^|<>\s]{1,40}\|>|<｜[^｜<>]{1,40}｜>|<(?:start|end)_of_turn>|\[\/?[A-Z][A-Z_]{2,30}\]|<\/?s>|\]~!?b[[\]]|\[e~\[/g,
  );
  return [...new Set(found ?? [])];
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
