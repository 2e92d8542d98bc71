/** What a file or a table says, as Markdown that shows just that: it is never formatting or a link. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|~#]/gu, "\\$&");
}
