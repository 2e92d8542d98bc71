import { describe, expect, test } from "vitest";
import { decodeHtmlEntities } from "./decode-entities.ts";

describe("entities of a web page", () => {
  test("are the commonest names in either case, and numbers", () => {
    expect(decodeHtmlEntities("&lt;a&gt; &amp;amp; &quot;b&apos; &#8364;&#x20AC;")).toBe("<a> &amp; \"b' €€");
    expect(decodeHtmlEntities("&AMP;&nbsp;&NBSP;&Lt;")).toBe("&  <");
  });

  test("stay as they are where they stand for no character", () => {
    const unknown = "&unknown; &#0; &#x110000; &;";
    expect(decodeHtmlEntities(unknown)).toBe(unknown);
  });
});
