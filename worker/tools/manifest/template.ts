const PLACEHOLDER = /\{(_secret:[A-Za-z0-9_-]+|[A-Za-z_][A-Za-z0-9_]*)\}/g;

/** The names between braces in a template: arguments, and `_secret:` names. */
export function findPlaceholders(template: string): readonly string[] {
  return [...template.matchAll(PLACEHOLDER)].map((match) => match[1] ?? "");
}

/** Puts values into a template, once: what a value itself contains is never looked at again. */
export function fillTemplate(template: string, lookUp: (placeholder: string) => string): string {
  return template.replaceAll(PLACEHOLDER, (_whole, placeholder: string) => lookUp(placeholder));
}
