import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, test } from "vitest";
import { EN } from "../../messages/en/en.ts";
import { createTranslator } from "../../messages/translate.ts";
import { TranslatorContext } from "../../messages/use-text.ts";
import { MarkdownBlocks } from "../../ui/markdown/markdown-blocks.tsx";
import { citeTokens, listQuoted, splitSentences } from "./cite-tokens.ts";

const SOURCES = [
  { mark: "[1]", file: "lease.md", passage: "The rent is 940 euros a month. One cat or one small dog may be kept." },
  { mark: "[2]", file: "bill.md", passage: "The electricity bill for March was 61.20 euros." },
];

/** Marks as `<a>`, what no source says as `<u>` with a `?` behind it. */
function render(text: string): string {
  const views = {
    toMark: ({ mark, file }: { readonly mark: string; readonly file: string }) => <a href={file}>{mark}</a>,
    toUnsaid: (piece: React.ReactNode) => <u>{piece}</u>,
    toUnsaidNote: () => "?",
  };
  return renderToStaticMarkup(
    <TranslatorContext value={createTranslator({ code: "en", messages: EN })}>
      <MarkdownBlocks text={text} refine={(tokens) => citeTokens(tokens, SOURCES, views)} />
    </TranslatorContext>,
  );
}

describe("the sources of an answer", () => {
  it.each([
    [["The rent is 940 euros a month. [1] It is due soon."], ["[1]"]],
    [["March cost 61.20 euros.\nOne cat or one small dog may be kept."], ["[1]", "[2]"]],
    [["The rent is 945 euros a month."], []],
  ])("are listed once where it quotes them: %j", (texts, marks) => {
    expect(listQuoted(texts, SOURCES).map(({ mark }) => mark)).toEqual(marks);
  });

  it.each([
    [
      "The rent is **940 euros** a month. [1]",
      '<p>The rent is <strong>940 euros</strong> a month. <a href="lease.md">[1]</a></p>',
    ],
    ["One cat or one small dog may be kept.", '<p>One cat or one small dog may be kept.<a href="lease.md">[1]</a></p>'],
    [
      "The bill for March was 61.20 euros. [1]",
      '<p>The bill for March was 61.20 euros. <a href="lease.md">[1]</a><a href="bill.md">[2]</a></p>',
    ],
    [
      "The rent is 940 euros a month. [1] Parrots are **very** welcome &amp; loved.",
      '<p>The rent is 940 euros a month. <a href="lease.md">[1]</a> <u>Parrots are </u><strong><u>very</u></strong><u> welcome &amp; loved.</u>?</p>',
    ],
    ["- Rent: 940 euros [1]\n- Lions are allowed.", null],
    ["See [7].", "<p>See [7].</p>"],
    ["Shall I look further?", "<p>Shall I look further?</p>"],
  ])("are shown in %j", (text, expected) => {
    if (expected !== null) expect(render(text)).toBe(expected);
    else expect(render(text)).toMatch(/940 euros <a href="lease.md">\[1\]<\/a>.*<u>Lions are allowed\.<\/u>\?/s);
  });

  it("leave code, headings and tables as they are", () => {
    expect(render("# Lions are allowed here.\n\n```\nLions [1]\n```")).not.toMatch(/<[ua]/);
  });
});

test.each([
  [
    "One cat is allowed. [1] The rent is 940.50 euros. [2]",
    ["One cat is allowed. [1] ", "The rent is 940.50 euros. [2]"],
  ],
  ["One cat [1]. Two dogs.[2]", ["One cat [1]. ", "Two dogs.[2]"]],
  ["Am 14. März, d. h. am Freitag. Danach nicht.", ["Am 14. März, d. h. am Freitag. ", "Danach nicht."]],
  ["家賃は八万円です。敷金は九万円です。[1]", ["家賃は八万円です。", "敷金は九万円です。[1]"]],
  ["no end", ["no end"]],
  ["", []],
])("%j is %j", (text, expected) => {
  const sentences = splitSentences(text);
  expect(sentences).toEqual(expected);
  expect(sentences.join("")).toBe(text);
});
