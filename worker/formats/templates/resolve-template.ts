import { createFamilyRenderer, FAMILY_TEMPLATES, toTemplateFamily } from "./family-templates.ts";
import { createJinjaRenderer } from "./jinja-template.ts";
import type { TemplateRenderer } from "./template-request.ts";

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

/** The tokens by which a template's text opens and closes turns and calls. */
export function findControlTokens(chatTemplate: string): readonly string[] {
  const found = chatTemplate.match(
    /<\|[^|<>\s]{1,40}\|>|<｜[^｜<>]{1,40}｜>|<(?:start|end)_of_turn>|\[\/?[A-Z][A-Z_]{2,30}\]|<\/?s>|\]~!?b[[\]]|\[e~\[/g,
  );
  return [...new Set(found ?? [])];
}
