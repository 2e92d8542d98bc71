import type { Token } from "marked";
import { readTokens } from "../../ui/markdown/markdown-blocks.tsx";
import { withoutHidden } from "../../ui/trust/reveal-hidden.ts";

/** A sentence that has no end is cut here: browsers stop in the middle of long ones. */
const MAX_SENTENCE = 300;

/**
 * The sentences of a Markdown text as they are read aloud: without its marks, without programs, addresses and pictures, each
 * cell of a table for itself. A text that Markdown cannot read is read as it is.
 */
export function toSpeech(text: string, language: string): readonly string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: "sentence" });
  const tokens = readTokens(withoutHidden(text));
  const blocks = tokens === null ? [text] : listBlocks(tokens);
  return blocks
    .flatMap((block) => Array.from(segmenter.segment(block.replaceAll(/\s+/gu, " ")), ({ segment }) => segment.trim()))
    .flatMap(cutLong)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** The texts of some blocks, each of which ends a sentence. */
function listBlocks(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token): readonly string[] => {
    switch (token.type) {
      case "code":
      case "space":
      case "hr":
      case "html":
        return [];
      case "list":
        return listBlocks(token.items);
      case "list_item":
      case "blockquote":
        return listBlocks(token.tokens ?? []);
      case "table":
        return [token.header, ...token.rows].flatMap((row) => [row.map(joinText).join(", ")]);
      default:
        return [joinText(token)];
    }
  });
}

/** The text inside a block. A link is its words, a picture nothing. */
function joinText(token: {
  readonly type?: string;
  readonly text?: string;
  readonly tokens?: readonly Token[];
}): string {
  if (token.type === "image" || token.type === "html") return "";
  if (token.type === "br") return " ";
  return token.tokens === undefined ? (token.text ?? "") : token.tokens.map(joinText).join("");
}

function cutLong(sentence: string): readonly string[] {
  if (sentence.length <= MAX_SENTENCE) return [sentence];
  const space = sentence.lastIndexOf(" ", MAX_SENTENCE);
  const end = space > 0 ? space : MAX_SENTENCE;
  return [sentence.slice(0, end), ...cutLong(sentence.slice(end).trim())];
}
