import { Parser } from "htmlparser2";

/** Elements that a reader does not see, or that are no text. */
const LEFT_OUT = toSet("script style template noscript svg math iframe object canvas video audio select");
/** Attributes by which the main text is found. */
const KEPT_ATTRIBUTES = toSet(
  "id class role rel itemprop property name content href alt title style hidden aria-hidden aria-modal colspan rowspan lang dir",
);
const EMPTY = toSet("area base br col embed hr img input link meta source track wbr");
/** Elements nested deeper are read as text of the ones around them: whoever reads the tree does so by recursion. */
const MAX_DEPTH = 150;
/** A page with more elements is read up to here: the time that its main text takes grows with them. */
const MAX_ELEMENTS = 20_000;
/** No page that people wrote nests so deep; what follows is left out, since each further tag takes longer to read. */
const MAX_OPEN = 2_000;

function toSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

class TooDeep extends Error {}

/** Any web page as markup in which every tag is closed, without scripts and what nobody sees. */
export function toWellFormed(html: string): string {
  const parts: string[] = [];
  /** The elements that are open: what each was written as, empty if it was not, null for one that is left out. */
  const open: (string | null)[] = [];
  let depth = 0;
  let leftOut = 0;
  let elements = 0;
  const begin = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (open.length >= MAX_OPEN) throw new TooDeep();
    const isEmpty = EMPTY.has(name);
    const isRead = leftOut === 0 && !LEFT_OUT.has(name);
    const isWithin = depth < MAX_DEPTH && elements < MAX_ELEMENTS;
    const isKept = isRead && isWithin && /^[a-z][a-z0-9]*$/.test(name);
    if (isKept) {
      elements += 1;
      parts.push(`<${name}${toAttributes(attributes)}${isEmpty ? "/" : ""}>`);
    }
    if (!isRead) leftOut += 1;
    else if (isKept && !isEmpty) depth += 1;
    open.push(isRead ? (isKept && !isEmpty ? name : "") : null);
  };
  const end = (): void => {
    const name = open.pop();
    if (name === null) leftOut -= 1;
    else if (name !== undefined && name !== "") {
      depth -= 1;
      parts.push(`</${name}>`);
    }
  };
  const write = (text: string): void => {
    if (leftOut === 0) parts.push(escapeMarkup(text));
  };
  try {
    new Parser({ onopentag: begin, onclosetag: end, ontext: write }).end(html);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
  }
  while (open.length > 0) end();
  const markup = parts.join("");
  return /<html[\s>]/.test(markup) ? markup : `<html><body>${markup}</body></html>`;
}

function toAttributes(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .filter(([name]) => KEPT_ATTRIBUTES.has(name))
    .map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`)
    .join("");
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
