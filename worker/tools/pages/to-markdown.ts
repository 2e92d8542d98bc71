import type { PageNode } from "@mozilla/readability/JSDOMParser.js";

const ELEMENT = 1;
const TEXT = 3;
/** Elements that begin and end a paragraph. */
const BLOCKS: ReadonlySet<string> = new Set(
  (
    "p div section article main header footer aside nav figure figcaption address " +
    "dl dt dd details summary form fieldset table tbody thead tfoot hr body html"
  ).split(" "),
);

/** Stands for a line's end in code while the rest is tidied. */
const KEPT_END = "\u0001";

/**
 * A part of a page as Markdown: headings, lists, tables, quotations and code. Links and pictures keep their words alone,
 * since addresses would be half of what a small model reads.
 */
export function toMarkdown(node: PageNode): string {
  return tidy(writeChildren(node)).replaceAll(KEPT_END, "\n");
}

function writeChildren(node: PageNode): string {
  return node.childNodes.map(write).join("");
}

function write(node: PageNode): string {
  if (node.nodeType === TEXT) return toWords(node.textContent);
  if (node.nodeType !== ELEMENT) return "";
  const name = node.localName ?? "";
  if (/^h[1-6]$/.test(name)) return `\n\n${"#".repeat(Number(name[1]))} ${toWords(node.textContent).trim()}\n\n`;
  if (BLOCKS.has(name)) return `\n\n${writeChildren(node)}\n\n`;
  switch (name) {
    case "br":
      return "\n";
    case "ul":
    case "ol":
      return `\n${writeList(node, name === "ol")}\n`;
    case "tr":
      return `\n| ${node.childNodes
        .filter(({ localName }) => /^t[dh]$/.test(localName ?? ""))
        .map(toCell)
        .join(" | ")} |`;
    case "blockquote":
      return `\n\n${tidy(writeChildren(node)).replace(/^/gm, "> ")}\n\n`;
    case "pre":
      return `\n\n\`\`\`${KEPT_END}${toCode(node.textContent)}${KEPT_END}\`\`\`\n\n`;
    default:
      return writeChildren(node);
  }
}

function writeList(list: PageNode, isNumbered: boolean): string {
  const items = list.childNodes.filter(({ localName }) => localName === "li");
  return items
    .map((item, index) => {
      const text = tidy(writeChildren(item)).replace(/\n{2,}/g, "\n");
      return `\n${isNumbered ? `${index + 1}.` : "-"} ${text.replaceAll("\n", "\n  ")}`;
    })
    .join("");
}

function toCell({ textContent }: PageNode): string {
  return toWords(textContent).trim().replaceAll("|", "\\|");
}

function toWords(text: string): string {
  return text.replaceAll(KEPT_END, "").replace(/\s+/g, " ");
}

/** The lines of code as they stand there; no fence of its own ends it. */
function toCode(text: string): string {
  return text
    .replaceAll(KEPT_END, "")
    .replaceAll("```", "'''")
    .replaceAll("\r\n", "\n")
    .trimEnd()
    .replaceAll("\n", KEPT_END);
}

function tidy(text: string): string {
  return text
    .replace(/ +\n/g, "\n")
    .replace(/\n (?! )/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
