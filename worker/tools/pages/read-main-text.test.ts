import { describe, expect, it } from "vitest";
import { readMainText } from "./read-main-text.ts";

const SENTENCE =
  "The ferry to Procida leaves from the old harbour at 7:40 every morning, and the ticket, which the kiosk sells, is 14 euros. ";
const MENU = `<nav><ul>${Array.from({ length: 20 }, (_, index) => `<li><a href="/${index}">Menu ${index}</a>`).join("")}</ul></nav>`;
const PAGE = `<!doctype html><html><head><title>Ferries &amp; more</title><script>alert("<p>no</p>")</script></head><body>${MENU}
  <div class="sidebar"><p>Buy socks</p></div>
  <article><h1>Ferries</h1><p>${SENTENCE.repeat(3)}<p>Second <b>bold</b> <a href="https://other.example/x">link</a>. ${SENTENCE}
  <h2>Prices</h2><table><tr><th>Who<th>Price<tr><td>Adult<td>14 € | day</table>
  <ul><li>one<li>two<ul><li>deep</ul></ul><pre>a
 b</pre><blockquote>${SENTENCE}</blockquote></article>
  <footer>Imprint and cookies</footer></body></html>`;

describe("the main text of a page", () => {
  const { title, text } = readMainText(PAGE);

  it("has the article as Markdown: paragraphs, headings, tables, lists, code, quotations", () => {
    expect(title).toBe("Ferries & more");
    expect(text).toContain("Second bold link. The ferry");
    expect(text).toContain("## Prices\n\n| Who | Price |\n| Adult | 14 € \\| day |");
    expect(text).toContain("- one\n- two\n  - deep");
    expect(text).toContain("```\na\n b\n```");
    expect(text).toContain("\n> The ferry to Procida");
  });

  it.each(["Menu 3", "socks", "cookies", "alert", "no</p>", "other.example"])("leaves out %s", (words) => {
    expect(text).not.toContain(words);
  });

  it("is the whole text where no part stands out, also without any html around it", () => {
    expect(readMainText("<p>Short <b>page</b> 1 &lt; 2 &eacute;")).toEqual({ title: "", text: "Short page 1 < 2 é" });
    expect(readMainText("")).toEqual({ title: "", text: "" });
  });
});
