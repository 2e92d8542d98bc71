import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { EN } from "../../messages/en/en.ts";
import { createTranslator } from "../../messages/translate.ts";
import { TranslatorContext } from "../../messages/use-text.ts";
import { MarkdownBlocks } from "./markdown-blocks.tsx";

function render(text: string): string {
  return renderToStaticMarkup(
    <TranslatorContext value={createTranslator({ code: "en", messages: EN })}>
      <MarkdownBlocks text={text} />
    </TranslatorContext>,
  );
}

/** What an attacker's text could try; none of it may become an element that loads, runs or leads anywhere. */
const HOSTILE = [
  "<script>alert(1)</script>",
  '<img src="https://evil.example/x.png" onerror="alert(1)">',
  "![pixel](https://evil.example/x.png)",
  "![pixel][ref]\n\n[ref]: https://evil.example/x.png",
  '<iframe src="https://evil.example"></iframe>',
  '<a href="javascript:alert(1)">click</a>',
  "[click](javascript:alert(1))",
  "[click](JaVaScRiPt:alert(1))",
  "[click](data:text/html,<script>alert(1)</script>)",
  "[click](vbscript:msgbox)",
  "[click](file:///etc/passwd)",
  "[click](https://evil.example/?secret=1)",
  "https://evil.example/?secret=1",
  '<svg onload="alert(1)">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css"</style>',
  '<form action="https://evil.example"><button>ok</button></form>',
  '<video src="https://evil.example/x.mp4" autoplay></video>',
  "| a |\n|---|\n| ![x](https://evil.example/x.png) |",
  "> - <object data=x></object>",
  "# <base href=https://evil.example>",
  "`` <img src=x> ``",
  "$\\href{javascript:alert(1)}{x}$",
  "&lt;img src=x onerror=alert(1)&gt;",
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
];

/** Everything that an answer may be made of. Whatever loads, runs or leads away is not among it. */
const ELEMENTS =
  /^(p|h[345]|strong|em|del|code|pre|br|hr|ul|ol|li|blockquote|section|table|thead|tbody|tr|th|td|figure|figcaption|span|button|svg|path)$/;
const ATTRIBUTES =
  /^(class|type|aria-expanded|aria-label|aria-hidden|title|tabindex|dir|style|start|focusable|viewBox|d)$/;

/** Names of the elements and of their attributes. React writes every `<` of a text as a reference. */
function toNames(html: string): { readonly elements: string[]; readonly attributes: string[] } {
  const tags = [...html.matchAll(/<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/gi)];
  expect(tags).toHaveLength([...html.matchAll(/<[a-z!]/gi)].length);
  return {
    elements: tags.map(([, name]) => name ?? ""),
    attributes: tags.flatMap(([, , list]) =>
      [...(list ?? "").matchAll(/\s([\w:-]+)(?:="[^"]*")?/g)].map(([, name]) => name ?? ""),
    ),
  };
}

describe("Markdown of a model", () => {
  it.each(HOSTILE)("becomes nothing that loads, runs or leads away: %s", (text) => {
    const { elements, attributes } = toNames(render(text));
    expect(elements.filter((name) => !ELEMENTS.test(name))).toEqual([]);
    expect(attributes.filter((name) => !ATTRIBUTES.test(name))).toEqual([]);
  });

  it("shows HTML as the text it is", () => {
    expect(render("a <b>bold</b> word")).toContain("&lt;b&gt;");
  });

  it("shows tables, lists, code and emphasis", () => {
    const html = render(
      "## Title\n\n| a | b |\n|:--|--:|\n| 1 | 2 |\n\n1. x\n2. y\n\n- [x] done\n\n```\ncode\n```\n\n**b** *i* ~~s~~",
    );
    for (const part of ["<h3>", "<table>", "<ol", "<ul>", "<pre", "<strong>b</strong>", "<em>i</em>", "<del>s</del>"]) {
      expect(html).toContain(part);
    }
  });

  it("decodes character references once", () => {
    expect(render("Fish &amp; chips &#8364;5")).toContain("Fish &amp; chips €5");
  });

  it("gives a link's text but no address to follow before it is opened", () => {
    const html = render("[the source](https://example.org/a)");
    expect(html).toContain('<button type="button" class="markdown-link"');
    expect(html).not.toContain("href=");
  });

  it("reads a text that is still being written, cut anywhere", () => {
    const text =
      "# T\n\n| a |\n|--|\n| 1 |\n\n```ts\nlet a = `x`;\n```\n\n**bold [link](https://example.org) $x^2$ end";
    for (let length = 0; length <= text.length; length += 1) expect(() => render(text.slice(0, length))).not.toThrow();
  });

  it.each(["1. ", "- ", "> "])("shows thousands of nested %j as they are", (mark) => {
    for (const count of [100, 1_000, 5_000]) {
      const html = render(`${mark.repeat(count)}x`);
      expect(html.startsWith('<p class="markdown-plain">')).toBe(true);
    }
    expect(render(`${mark.repeat(9)}x`)).not.toContain("markdown-plain");
  });

  it("shows a text of hundreds of thousands of marks as it is, at once", () => {
    const startedAt = performance.now();
    expect(render("_a".repeat(200_000))).toMatch(/^<p class="markdown-plain">_a_a/u);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  it("shows quotes hundreds deep as they are, at once", () => {
    const startedAt = performance.now();
    expect(render(`${">".repeat(490)}<${">".repeat(10_000)}\nx`)).toContain("markdown-plain");
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});
