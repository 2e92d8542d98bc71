import { describe, expect, test } from "vitest";
import { decodeHtmlEntities, decodeXmlEntities } from "./decode-entities.ts";

describe("entities of a document's text", () => {
  test("XML has five names, in lower case, and numbers", () => {
    expect(decodeXmlEntities("&lt;a&gt; &amp;amp; &quot;b&apos; &#8364;&#x20AC;")).toBe("<a> &amp; \"b' €€");
    expect(decodeXmlEntities("&AMP; &nbsp;")).toBe("&AMP; &nbsp;");
  });

  test("a web page has them in either case, and the space that does not break", () => {
    expect(decodeHtmlEntities("&AMP;&nbsp;&NBSP;&Lt;")).toBe("&  <");
  });

  test("what stands for no character stays as it is", () => {
    const unknown = "&unknown; &#0; &#x110000; &;";
    expect(decodeXmlEntities(unknown)).toBe(unknown);
    expect(decodeHtmlEntities(unknown)).toBe(unknown);
  });
});
