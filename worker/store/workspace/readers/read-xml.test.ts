import { describe, expect, it } from "vitest";
import { readXml, type XmlPart } from "./read-xml.ts";

async function readAll(xml: string): Promise<readonly XmlPart[]> {
  const all: XmlPart[] = [];
  await readXml(xml, (part) => void all.push(part));
  return all;
}

async function readWords(xml: string): Promise<string> {
  return (await readAll(xml)).map((part) => (part.type === "text" ? part.text : "")).join("");
}

describe("the parts of an XML text", () => {
  it("have names and attributes without prefixes, and an empty element ends where it begins", async () => {
    expect(await readAll('<?xml version="1.0"?><w:p><w:r r:id="a&amp;b" n=\'1\'/><!-- no --></w:p>')).toEqual([
      { type: "open", name: "p", attributes: new Map() },
      {
        type: "open",
        name: "r",
        attributes: new Map([
          ["id", "a&b"],
          ["n", "1"],
        ]),
      },
      { type: "close", name: "r" },
      { type: "close", name: "p" },
    ]);
  });

  it("have XML's five entities decoded, numbers too, and no others", async () => {
    expect(await readWords("<t>&lt;a&gt; &amp;amp; &quot;b&apos; &#8364;&#x20AC; &AMP; &nbsp; &x;</t>")).toBe(
      "<a> &amp; \"b' €€ &AMP; &nbsp; &x;",
    );
    expect(await readWords("<t><![CDATA[<b>&amp;]]></t>")).toBe("<b>&amp;");
  });

  it("are whole however long the text is", async () => {
    const text = "one &amp; two ".repeat(50_000);
    expect(await readWords(`<t>${text}</t>`)).toBe(text.replaceAll("&amp;", "&"));
  });

  it.each([
    ["<a>".repeat(300_000) + "</b>".repeat(300_000)],
    [`<a ${Array.from({ length: 300_000 }, (_, index) => `x${index}="1"`).join(" ")}>`],
  ])("are refused soon where they were made to take time: %#", async (xml) => {
    const started = performance.now();
    await expect(readAll(xml)).rejects.toThrow(RangeError);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
