import { decodeEntities } from "../../../protocol/decode-entities.ts";

/** The words of an HTML page, without what a reader would not see, in time that grows with its length alone. */
export function toPlainText(html: string): string {
  const text = html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, "")
    .replace(/<(script|style|template|noscript|svg|head)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, "")
    .replace(/[ \t\r\n]+/g, " ")
    .replace(
      /<(?:br|\/?(?:p|div|h[1-6]|li|ul|ol|tr|table|section|article|header|footer|blockquote|pre))\b[^<>]*>/gi,
      "\n",
    )
    .replace(/<\/?t[dh]\b[^<>]*>/gi, "\t")
    .replace(/<[a-z/!][^<>]*>/gi, "");
  return decodeEntities(text)
    .replaceAll("\u00a0", " ")
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
