import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import ini from "highlight.js/lib/languages/ini";
import json from "highlight.js/lib/languages/json";
import markdown from "highlight.js/lib/languages/markdown";
import nginx from "highlight.js/lib/languages/nginx";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import { Marked, type Tokens } from "marked";
import type { ManualSection } from "../../../worker/search/find-sections.ts";
import { isManualPage, MANUAL_PARTS, type ManualPart } from "./manual-pages.ts";

const LANGUAGES = { bash, ini, json, markdown, nginx, typescript, xml };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);
const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  ts: "typescript",
  toml: "ini",
  html: "xml",
  sh: "bash",
  md: "markdown",
};

/** No inline script or style, nothing from elsewhere; the page's script writes text only. */
const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'"],
].join("; ");

/** One page of the manual, read. */
interface ManualPage {
  /** Below `docs/`, with `.md`. */
  readonly path: string;
  readonly title: string;
  readonly html: string;
  readonly sections: readonly ManualSection[];
  /** The headings under the title. */
  readonly headings: readonly { readonly id: string; readonly text: string; readonly depth: number }[];
}

/**
 * The manual as files of a site, by their paths below its folder: a page for each file of `docs/`, its pictures, and
 * `sections.json`, in which its script searches. Throws for a link to a file that is not there.
 */
export function renderManual(root: string): ReadonlyMap<string, string> {
  const parts = listParts(root);
  const pages = parts.flatMap((part) => part.pages).map((path) => readPage(root, path));
  const files = pages.map((page) => [toAddress(page.path), toHtml(page, pages, parts)] as const);
  const sections = pages.flatMap((page) => page.sections);
  const pictures = readdirSync(join(root, "docs"))
    .filter((path) => path.endsWith(".svg"))
    .map((path) => [path, readFileSync(join(root, "docs", path), "utf8")] as const);
  return new Map([...files, ...pictures, ["sections.json", JSON.stringify(sections)]]);
}

/** The parts of the manual; a page that none of them lists comes at the end of the last. */
function listParts(root: string): readonly ManualPart[] {
  const listed = new Set(MANUAL_PARTS.flatMap((part) => part.pages));
  const others = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => isManualPage(path) && !listed.has(path));
  const last = MANUAL_PARTS.length - 1;
  return MANUAL_PARTS.map((part, index) => (index === last ? { ...part, pages: [...part.pages, ...others] } : part));
}

/** `README.md` is its folder's first page. */
function toAddress(path: string): string {
  return path.replace(/README\.md$/u, "index.md").replace(/\.md$/u, ".html");
}

function readPage(root: string, path: string): ManualPage {
  const folder = posix.dirname(path);
  const headings: { id: string; text: string; depth: number }[] = [];
  const ids = new Map<string, number>();
  const texts: string[] = [];
  const marked = new Marked({
    gfm: true,
    walkTokens: (token) => {
      if (token.type === "heading") {
        const text = toPlainText(token.tokens ?? []);
        headings.push({ id: toFreshId(text, ids), text, depth: token.depth });
        texts.push("");
      } else if (token.type === "paragraph" || token.type === "code") {
        texts.push(`${texts.pop() ?? ""} ${toPlainText([token])}`);
      } else if (token.type === "list" || token.type === "table") {
        texts.push(`${texts.pop() ?? ""} ${token.raw.replaceAll(/[|*`]|\]\([^)]*\)|-{3,}|\[/gu, " ")}`);
      }
    },
  });
  let shown = 0;
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const id = headings[shown]?.id ?? "";
        shown += 1;
        return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const inner = this.parser.parseInline(tokens);
        const target = toTarget(root, folder, href);
        return target === null ? inner : `<a href="${escapeText(target)}">${inner}</a>`;
      },
      code({ text, lang }: Tokens.Code): string {
        return `<pre tabindex="0"><code>${highlight(text, lang?.split(" ")[0] ?? "")}</code></pre>\n`;
      },
      table(token: Tokens.Table): string {
        const row = (cells: readonly Tokens.TableCell[], tag: string): string =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
        const rows = token.rows.map((cells) => row(cells, "td")).join("\n");
        return `<div class="table"><table><thead>${row(token.header, "th")}</thead><tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  const source = readFileSync(join(root, "docs", path), "utf8");
  const html = String(marked.parse(source));
  const [first] = headings;
  const title = first?.text ?? path;
  const sections = headings.map(({ id, text }, index) => ({
    page: title,
    title: text,
    address: index === 0 ? toAddress(path) : `${toAddress(path)}#${id}`,
    text: (texts[index] ?? "").replaceAll(/\s+/gu, " ").trim(),
  }));
  return { path, title, html, sections, headings: headings.slice(1) };
}

/** Where a link leads on the site; null for a file of the source that the site does not have. */
function toTarget(root: string, folder: string, href: string): string | null {
  if (/^https?:/u.test(href) || href.startsWith("#")) return href;
  const [path = "", anchor] = href.split("#");
  const full = posix.join("docs", folder, path);
  if (!existsSync(join(root, full))) throw new Error(`docs/${folder}: there is no ${href}`);
  if (!full.startsWith("docs/") || !isManualPage(full.slice("docs/".length))) return null;
  return toAddress(path) + (anchor === undefined ? "" : `#${anchor}`);
}

function toFreshId(text: string, ids: Map<string, number>): string {
  const plain = text.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "");
  const id = plain.trim().replaceAll(/\s+/gu, "-") || "section";
  const count = ids.get(id) ?? 0;
  ids.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

function toPlainText(tokens: readonly { readonly type: string; readonly raw: string }[]): string {
  return tokens
    .map((token) => {
      if ("tokens" in token && Array.isArray(token.tokens)) return toPlainText(token.tokens);
      return "text" in token && typeof token.text === "string" ? token.text : token.raw;
    })
    .join("");
}

function highlight(text: string, language: string): string {
  const name = LANGUAGE_NAMES[language] ?? language;
  return hljs.getLanguage(name) === undefined ? escapeText(text) : hljs.highlight(text, { language: name }).value;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function toHtml(page: ManualPage, pages: readonly ManualPage[], parts: readonly ManualPart[]): string {
  const address = toAddress(page.path);
  const base = "../".repeat(address.split("/").length - 1) || "./";
  const order = pages.findIndex(({ path }) => path === page.path);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${POLICY}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escapeText(page.title)} · Alcove</title>
<link rel="icon" href="${base}../icon.svg" />
<link rel="stylesheet" href="${base}manual.css" />
<script src="${base}manual.js"></script>
</head>
<body data-base="${base}">
<a class="skip" href="#page">To the page</a>
<header>
<a class="brand" href="${base}index.html">Alcove <span>manual</span></a>
<form role="search"><input type="search" placeholder="Search" aria-label="Search the manual" aria-controls="found" autocomplete="off" /></form>
<a class="contents-link" href="#contents">Contents</a>
<a href="${base}../index.html">Open the app</a>
</header>
<ol id="found" hidden aria-label="Found"></ol>
<p id="found-count" role="status" class="unseen"></p>
<main id="page" tabindex="-1"><article>
${page.html.replace("</h1>\n", (end) => end + toOutline(page))}</article>
<footer>${toNeighbour(pages[order - 1], base, "Before")}${toNeighbour(pages[order + 1], base, "Next")}</footer></main>
<nav id="contents" aria-label="Contents">
${parts.map((part) => toContents(part.title, part.pages, pages, page, base)).join("\n")}
</nav>
</body>
</html>
`;
}

/** A long page begins with a list of what it holds. */
function toOutline({ headings }: ManualPage): string {
  const parts = headings.filter(({ depth }) => depth <= 3);
  if (parts.length < 10) return "";
  const items = parts.map(
    ({ id, text, depth }) => `<li class="depth-${depth}"><a href="#${id}">${escapeText(text)}</a></li>`,
  );
  return `<details class="outline"><summary>On this page</summary><ul>${items.join("")}</ul></details>\n`;
}

function toNeighbour(page: ManualPage | undefined, base: string, word: string): string {
  if (page === undefined) return "<span></span>";
  return `<a href="${base}${toAddress(page.path)}"><span>${word}</span> ${escapeText(page.title)}</a>`;
}

function toContents(
  title: string,
  paths: readonly string[],
  pages: readonly ManualPage[],
  current: ManualPage,
  base: string,
): string {
  const items = pages
    .filter(({ path }) => paths.includes(path))
    .map((page) => {
      const mark = page === current ? ' aria-current="page"' : "";
      return `<li><a href="${base}${toAddress(page.path)}"${mark}>${escapeText(page.title)}</a></li>`;
    });
  return `<h2>${title}</h2>\n<ul>${items.join("")}</ul>`;
}
