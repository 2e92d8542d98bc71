import type { Token } from "marked";
import type { ReactNode } from "react";
import { findSupport, isClaim } from "./find-support.ts";
import type { Source } from "./list-sources.ts";

/** How an answer shows where its sentences come from. */
export interface CitationViews {
  toMark(source: Source): ReactNode;
  /** A piece of a sentence that no source says. */
  toUnsaid(text: ReactNode): ReactNode;
  /** The note after such a sentence. */
  toUnsaidNote(): ReactNode;
}

interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly unsaid: boolean;
  /** The source of a sentence that has no mark of its own. */
  readonly added: Source | undefined;
  readonly support: readonly Source[];
}

/**
 * Puts the sources into the tokens of an answer: each mark becomes a link, a sentence that quotes a passage without a mark
 * gets one, and a sentence that no passage says is shown as such. Code, tables and headings are left as they are.
 */
export function citeTokens(tokens: readonly Token[], sources: readonly Source[], views: CitationViews): Token[] {
  return tokens.map((token) => {
    if (token.type === "paragraph" || token.type === "text") return citeInline(token, sources, views);
    if (token.type === "list" && "items" in token && Array.isArray(token.items)) {
      return { ...token, items: token.items.map((item) => citeInner(item, sources, views)) };
    }
    return token.type === "blockquote" ? citeInner(token, sources, views) : token;
  });
}

function citeInner(token: Token, sources: readonly Source[], views: CitationViews): Token {
  if (!("tokens" in token) || token.tokens === undefined) return token;
  return { ...token, tokens: citeTokens(token.tokens, sources, views) };
}

function citeInline(token: Token, sources: readonly Source[], views: CitationViews): Token {
  if (!("tokens" in token) || token.tokens === undefined) return token;
  const text = token.tokens.map(toText).join("");
  const writer = new InlineWriter(judge(text, sources), sources, views);
  return { ...token, tokens: token.tokens.flatMap((each) => writer.cite(each)) };
}

/** A leaf's text as it lies in its paragraph; what is no text counts with what it was written as. */
function toText(token: Token): string {
  if ("tokens" in token && token.tokens !== undefined) return token.tokens.map(toText).join("");
  return token.type === "text" ? token.text : token.raw;
}

/** The sources that an answer quotes, each once: of those that say a sentence the marked ones, else the nearest. */
export function listQuoted(texts: readonly string[], sources: readonly Source[]): readonly Source[] {
  const sentences = texts.flatMap((text) => text.split("\n")).flatMap(splitSentences);
  const quoted = sentences.flatMap((sentence) => {
    const support = listSupport(sentence, sources);
    const marked = support.filter(({ mark }) => sentence.includes(mark));
    return marked.length > 0 ? marked : support.slice(0, 1);
  });
  return sources.filter((source) => quoted.includes(source));
}

function listSupport(sentence: string, sources: readonly Source[]): readonly Source[] {
  const passages = sources.map(({ passage }) => passage);
  return findSupport(sentence, passages).flatMap((index) => sources[index] ?? []);
}

function judge(text: string, sources: readonly Source[]): readonly Sentence[] {
  let end = 0;
  return splitSentences(text).map((sentence) => {
    const start = end + sentence.length - sentence.trimStart().length;
    end += sentence.length;
    const support = listSupport(sentence, sources);
    const marked = support.some(({ mark }) => sentence.includes(mark));
    const trailing = sentence.length - sentence.trimEnd().length;
    return {
      start,
      end: end - trailing,
      support,
      unsaid: support.length === 0 && isClaim(sentence),
      added: marked || !isClaim(sentence) ? undefined : support[0],
    };
  });
}

/** Writes the tokens of one paragraph, and knows how far it has come in the paragraph's text. */
class InlineWriter {
  readonly #sentences: readonly Sentence[];
  readonly #sources: readonly Source[];
  readonly #views: CitationViews;
  #at = 0;
  #sentence = 0;

  constructor(sentences: readonly Sentence[], sources: readonly Source[], views: CitationViews) {
    this.#sentences = sentences;
    this.#sources = sources;
    this.#views = views;
  }

  cite(token: Token): Token[] {
    if ("tokens" in token && token.tokens !== undefined && token.type !== "link") {
      const written = token.tokens.flatMap((each: Token) => this.cite(each));
      return [{ ...token, tokens: written }];
    }
    if (token.type === "text" && "text" in token) return this.#citeText(token.text);
    this.#at += toText(token).length;
    return [token, ...this.#endSentences()];
  }

  #citeText(text: string): Token[] {
    const written: Token[] = [];
    const start = this.#at;
    while (this.#at - start < text.length) {
      const left = text.slice(this.#at - start);
      const sentence = this.#sentences[this.#sentence];
      const mark = /\[\d+\]/.exec(left);
      const end = sentence === undefined ? left.length : Math.max(1, sentence.end - this.#at);
      const blanks = sentence !== undefined && this.#at < sentence.start ? sentence.start - this.#at : left.length;
      const length = Math.min(left.length, end, blanks, mark === null || mark.index === 0 ? left.length : mark.index);
      if (mark !== null && mark.index === 0) written.push(this.#citeMark(mark[0]));
      else written.push(this.#citePiece(left.slice(0, length), sentence));
      this.#at += mark !== null && mark.index === 0 ? mark[0].length : length;
      written.push(...this.#endSentences());
    }
    return written;
  }

  #citePiece(text: string, sentence: Sentence | undefined): Token {
    if (sentence?.unsaid !== true || text.trim() === "") return { type: "text", raw: text, text };
    return { type: "inlay", raw: text, tokens: [{ type: "text", raw: text, text }], render: this.#views.toUnsaid };
  }

  /** Several searches may have given the same mark: the one that says the sentence is meant, else the last. */
  #citeMark(mark: string): Token {
    const isMeant = (source: Source) => source.mark === mark;
    const source = this.#sentences[this.#sentence]?.support.find(isMeant) ?? this.#sources.findLast(isMeant);
    return source === undefined ? { type: "text", raw: mark, text: mark } : toInlay(this.#views.toMark(source), mark);
  }

  /** The marks and notes behind the sentences that end here. */
  #endSentences(): Token[] {
    const written: Token[] = [];
    for (;;) {
      const sentence = this.#sentences[this.#sentence];
      if (sentence === undefined || this.#at < sentence.end) return written;
      this.#sentence += 1;
      if (sentence.unsaid) written.push(toInlay(this.#views.toUnsaidNote(), ""));
      if (sentence.added !== undefined) written.push(toInlay(this.#views.toMark(sentence.added), ""));
    }
  }
}

function toInlay(node: ReactNode, raw: string): Token {
  return { type: "inlay", raw, tokens: [], render: () => node };
}

/** After these a text goes on: `14.` of a date, a letter or two that stand for a word. */
const GOES_ON = /(?:^|[\s(])(?:\d{1,3}|\p{L}{1,2})\.[^\S\n]*$/u;

/** The sentences of a text, one after the other without a gap; a source's mark belongs to the one it follows. */
export function splitSentences(text: string): readonly string[] {
  const withoutMarks = text.replaceAll(/\[\d+\]/g, (mark) => " ".repeat(mark.length));
  const sentences: string[] = [];
  let goesOn = false;
  for (const { segment, index } of new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(withoutMarks)) {
    const sentence = text.slice(index, index + segment.length);
    if (goesOn) sentences[sentences.length - 1] += sentence;
    else sentences.push(sentence);
    goesOn = GOES_ON.test(segment);
  }
  return sentences;
}
