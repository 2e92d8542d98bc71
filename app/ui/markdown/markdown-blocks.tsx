import { Lexer, Marked, type MarkedToken, type Token, type Tokens, type TokensList } from "marked";
import { createContext, Fragment, memo, type ReactNode, useContext, useState } from "react";
import { decodeEntities } from "../../../worker/protocol/decode-entities.ts";
import { useText } from "../../messages/use-text.ts";
import { CopyButton } from "../copy-button.tsx";
import { loadLater } from "../load-later.tsx";
import { TextParts } from "../text-parts.tsx";
import { findFormula, matchFormula } from "./match-formula.ts";

const HighlightedCode = loadLater(
  () => import("./highlighted-code.tsx").then((m) => m.HighlightedCode),
  ({ code }) => code,
);
const Formula = loadLater(
  () => import("./formula.tsx").then((m) => m.Formula),
  ({ source }) => <code>{source}</code>,
);

/** A formula inside Markdown, found before emphasis and escapes can take it apart. */
interface FormulaToken extends Tokens.Generic {
  readonly type: "formula";
  readonly source: string;
  readonly block: boolean;
}

/** Something that the page puts into a text, around the tokens it stands for. */
interface InlayToken extends Tokens.Generic {
  readonly type: "inlay";
  readonly tokens: Token[];
  readonly render: (children: ReactNode) => ReactNode;
}

const reader = new Marked({
  gfm: true,
  extensions: [
    {
      name: "formula",
      level: "inline",
      start: findFormula,
      tokenizer(text): FormulaToken | undefined {
        const formula = matchFormula(text);
        return formula && { type: "formula", ...formula };
      },
    },
  ],
});

/** Marks that open and never close make reading quadratic (marked 18); a text beyond this is shown as it is. */
const MAX_CHARACTERS = 60_000;

/** Tokens in each other; a list and its item count as two. */
const MAX_DEPTH = 60;

/** Lists and quotes in each other; no writing needs more. */
const MAX_BLOCK_DEPTH = 30;

/** Stops where blocks are nested too deep: marked reads a text once more for each level, before anybody can count them. */
class BoundedLexer extends Lexer {
  #depth = 0;

  override blockTokens(text: string, tokens?: Token[], isLastParagraphClipped?: boolean): Token[];
  override blockTokens(text: string, tokens?: TokensList, isLastParagraphClipped?: boolean): TokensList;
  override blockTokens(text: string, tokens?: Token[], isLastParagraphClipped?: boolean): Token[] {
    this.#depth += 1;
    if (this.#depth > MAX_BLOCK_DEPTH) throw new RangeError("nested too deep");
    const read = super.blockTokens(text, tokens, isLastParagraphClipped);
    this.#depth -= 1;
    return read;
  }
}

/** The blocks of a text; null where they are nested too deep to be read or laid out. */
export function readTokens(text: string): readonly Token[] | null {
  try {
    const tokens = new BoundedLexer(reader.defaults).lex(text);
    return isWithinDepth(tokens) ? tokens : null;
  } catch (error) {
    // marked calls itself for each level, until the stack is full.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isWithinDepth(tokens: readonly Token[]): boolean {
  let level = tokens;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) level = level.flatMap(toInner);
  return level.length === 0;
}

function toInner(token: Token): readonly Token[] {
  return isType(token, "list") ? token.items : "tokens" in token ? (token.tokens ?? []) : [];
}

/**
 * Markdown as React elements. HTML in it is shown as the text it is, images as their description and address, and a
 * link only becomes one after a first click that shows where it leads: nothing a model writes loads or opens by itself.
 */
export function MarkdownBlocks({ text, refine = keep }: MarkdownProps) {
  const read = text.length > MAX_CHARACTERS ? null : readTokens(text);
  const tokens = read === null ? null : refine(read);
  if (tokens === null)
    return (
      <p className="markdown-plain">
        <TextParts text={text} />
      </p>
    );
  const depths = tokens.map((token) => (isType(token, "heading") ? token.depth : 6));
  return (
    <TopHeading value={Math.min(6, ...depths)}>
      {tokens.map((token, index) => (
        <Block key={toKey(index)} token={token} />
      ))}
    </TopHeading>
  );
}

export interface MarkdownProps {
  readonly text: string;
  /** Puts inlays between the tokens of a finished text; the same for as long as the text is shown. */
  readonly refine?: (tokens: readonly Token[]) => readonly Token[];
}

function keep(tokens: readonly Token[]): readonly Token[] {
  return tokens;
}

/** The depth of the text's highest heading: that one becomes the third level, below the page's and the answer's. */
const TopHeading = createContext(1);

/** While a text grows only its last block changes, so the others are left as they are. */
const Block = memo(
  function Block({ token }: { readonly token: Token }): ReactNode {
    return toBlock(token);
  },
  (before, after) => before.token.raw === after.token.raw && before.token.type === after.token.type,
);

function toBlock(token: Token): ReactNode {
  if (isType(token, "space") || isType(token, "def")) return null;
  if (isType(token, "hr")) return <hr />;
  if (isType(token, "heading")) return <Heading depth={token.depth}>{toInline(token.tokens)}</Heading>;
  if (isType(token, "paragraph")) return <p>{toInline(token.tokens)}</p>;
  if (isType(token, "blockquote")) return <blockquote>{toBlocks(token.tokens)}</blockquote>;
  if (isType(token, "code")) return <CodeBlock code={token.text} language={token.lang ?? ""} />;
  if (isType(token, "list")) return <List list={token} />;
  if (isType(token, "table")) return <Table table={token} />;
  if (isType(token, "text")) return token.tokens ? toInline(token.tokens) : decodeEntities(token.text);
  return <p>{token.raw}</p>;
}

function toBlocks(tokens: readonly Token[]): ReactNode {
  return tokens.map((token, index) => <Fragment key={toKey(index)}>{toBlock(token)}</Fragment>);
}

function toInline(tokens: readonly Token[] | undefined): ReactNode {
  return tokens?.map((token, index) => <Fragment key={toKey(index)}>{toSpan(token)}</Fragment>);
}

function toSpan(token: Token): ReactNode {
  if (isType(token, "strong")) return <strong>{toInline(token.tokens)}</strong>;
  if (isType(token, "em")) return <em>{toInline(token.tokens)}</em>;
  if (isType(token, "del")) return <del>{toInline(token.tokens)}</del>;
  if (isType(token, "codespan")) return <code>{token.text}</code>;
  if (isType(token, "br")) return <br />;
  if (isType(token, "link")) return <Link href={token.href}>{toInline(token.tokens)}</Link>;
  if (isType(token, "image")) return <span className="markdown-image">{`${token.text} (${token.href})`}</span>;
  if (isType(token, "escape")) return token.text;
  if (isType(token, "inlay")) return token.render(toInline(token.tokens));
  if (isType(token, "formula")) return <Formula source={token.source} block={token.block} />;
  if (isType(token, "text")) return token.tokens ? toInline(token.tokens) : decodeEntities(token.text);
  return token.raw;
}

function Heading({ depth, children }: { readonly depth: number; readonly children: ReactNode }) {
  const below = Math.max(0, depth - useContext(TopHeading));
  const Level = (["h3", "h4"] as const)[below] ?? "h5";
  return <Level>{children}</Level>;
}

function List({ list }: { readonly list: Tokens.List }) {
  const items = list.items.map((item, index) => (
    <li key={toKey(index)} className={item.task ? "markdown-task" : undefined}>
      {item.task && <span aria-hidden="true">{item.checked ? "☑ " : "☐ "}</span>}
      {toBlocks(item.tokens.filter((token) => token.type !== "checkbox"))}
    </li>
  ));
  return list.ordered ? <ol start={list.start === "" ? 1 : list.start}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table }: { readonly table: Tokens.Table }) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, so the keyboard has to reach it
    <section className="markdown-table" aria-label={t.text("chat.table")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={toKey(index)} style={{ textAlign: cell.align ?? "start" }}>
                {toInline(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={toKey(index)}>
              {row.map((cell, column) => (
                <td key={toKey(column)} style={{ textAlign: cell.align ?? "start" }}>
                  {toInline(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CodeBlock({ code, language }: { readonly code: string; readonly language: string }) {
  const name = language.split(/\s/)[0]?.toLowerCase() ?? "";
  return (
    <figure className="code">
      <figcaption>
        <span>{name}</span>
        <CopyButton text={code} label="action.copy-code" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, so the keyboard has to reach it */}
      <pre tabIndex={0} dir="ltr">
        <code>{name !== "" ? <HighlightedCode code={code} language={name} /> : code}</code>
      </pre>
    </figure>
  );
}

function Link({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const safe = /^(https?:|mailto:)/i.test(href);
  if (!safe)
    return (
      <span className="markdown-dead-link">
        {children} ({href})
      </span>
    );
  return (
    <>
      <button
        type="button"
        className="markdown-link"
        aria-expanded={open}
        title={href}
        onClick={() => setOpen((shown) => !shown)}
      >
        {children}
      </button>
      {open && (
        <span className="markdown-target">
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            aria-label={t.text("chat.open-link", { url: href })}
          >
            {href}
          </a>
        </span>
      )}
    </>
  );
}

type KnownToken = MarkedToken | FormulaToken | InlayToken;

/** Tokens carry their kind as a plain string, so the kind is checked by name. */
function isType<Type extends KnownToken["type"]>(
  token: Token,
  type: Type,
): token is Extract<KnownToken, { readonly type: Type }> {
  return token.type === type;
}

/** Blocks of a text have no identity but their place. */
function toKey(index: number): string {
  return `part-${index}`;
}
