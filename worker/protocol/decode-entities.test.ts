import { describe, expect, test } from "vitest";
import { decodeEntities } from "./decode-entities.ts";

describe("entities of a web page", () => {
  test("are the commonest names in either case, and numbers", () => {
    expect(decodeEntities("&lt;a&gt; &amp;amp; &quot;b&apos; &#8364;&#x20AC;")).toBe("<a> &amp; \"b' €€");
    expect(decodeEntities("&AMP;&nbsp;&NBSP;&Lt;")).toBe("&\u00a0\u00a0<");
  });

  test("stay as they are where they stand for no character", () => {
    const unknown = "&unknown; &#0; &#x110000; &;";
    expect(decodeEntities(unknown)).toBe(unknown);
  });
});
