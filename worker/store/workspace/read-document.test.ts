import { describe, expect, it } from "vitest";
import { decodeText } from "./file-bytes.ts";
import { mayHoldText } from "./read-document.ts";
import { toPlainText } from "./readers/to-plain-text.ts";

describe("a page's words", () => {
  it("come without tags, scripts and comments", () => {
    const html =
      "<head><title>T</title></head><body><h1>A &amp; B</h1><script>alert(1)</script><!-- no --><p>one<br>two</p>" +
      "<table><tr><td>x</td><td>y</td></tr></table>&#8364;&nbsp;5 &unknown; 1 < 2</body>";
    expect(toPlainText(html).replaceAll("\t", "|")).toBe("A & B\n\none\ntwo\n\nx||y\n\n€ 5 &unknown; 1 < 2");
  });

  it.each(["<a", "<script", "<td></td>", "<!--", "&#", " \t", "<p <"])("of a hostile page take no time: %j", (part) => {
    const start = performance.now();
    toPlainText(part.repeat(200_000));
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it("of a page that ends in the middle come as far as they go", () => {
    expect(toPlainText("<p>one<script>x")).toBe("one");
    expect(toPlainText("<p>one<!-- x")).toBe("one");
  });
});

describe("a file's bytes", () => {
  it("are read as UTF-8, UTF-16 or what Windows wrote", () => {
    expect(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))).toBe("a");
    expect(decodeText(new Uint8Array([0xff, 0xfe, 0x61, 0]))).toBe("a");
    expect(decodeText(new Uint8Array([0x47, 0x72, 0xf6, 0xdf, 0x65]))).toBe("Größe");
    expect(decodeText(new Uint8Array([0x89, 0x50, 0, 1]))).toBeNull();
  });

  it("of a gigabyte are not read", () => {
    expect(mayHoldText("a.txt", 1_000_000_000)).toBe(false);
    expect(mayHoldText("a.pdf", 1_000_000_000)).toBe(false);
    expect(mayHoldText("a.pdf", 20_000_000)).toBe(true);
  });
});
