import { decodeXmlEntities } from "../../../protocol/workspaces/decode-entities.ts";

/** A part of an XML text. Names come without their prefix. */
export type XmlPart =
  | { readonly type: "open"; readonly name: string; readonly tag: string; readonly empty: boolean }
  | { readonly type: "close"; readonly name: string }
  | { readonly type: "text"; readonly text: string };

/** What is read before the worker's other work gets its turn, in parts: pressing Stop waits for no document. */
const PARTS_AT_A_TIME = 20_000;
/** Characters of one part of text; longer ones come in several. */
const MAX_TEXT = 100_000;
const MAX_ENTITY = 12;

/**
 * The parts of an XML text, many at a time, in time that grows with its length alone. What is cut off is left out,
 * nothing is checked.
 */
export async function* readXml(xml: string): AsyncGenerator<readonly XmlPart[]> {
  let parts: XmlPart[] = [];
  for (const part of listParts(xml)) {
    parts.push(part);
    if (parts.length < PARTS_AT_A_TIME) continue;
    yield parts;
    parts = [];
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
  }
  yield parts;
}

function* listParts(xml: string): Generator<XmlPart> {
  let at = 0;
  while (at < xml.length) {
    const start = xml.indexOf("<", at);
    const end = start < 0 ? xml.length : start;
    while (at < end) {
      const cut = findCut(xml, at, end);
      yield { type: "text", text: decodeXmlEntities(xml.slice(at, cut)) };
      at = cut;
    }
    if (start < 0) return;
    const special = toSpecial(xml, start);
    const close = xml.indexOf(special?.end ?? ">", start);
    if (close < 0) return;
    if (special === null) yield toTag(xml.slice(start + 1, close));
    else if (special.isText) yield { type: "text", text: xml.slice(start + special.begin.length, close) };
    at = close + (special?.end.length ?? 1);
  }
}

/** Where a text that is too long for one part is cut: never in an entity. */
function findCut(xml: string, start: number, end: number): number {
  if (end - start <= MAX_TEXT) return end;
  const cut = start + MAX_TEXT;
  const entity = xml.lastIndexOf("&", cut - 1);
  return cut - entity < MAX_ENTITY ? entity : cut;
}

/** The value of an attribute of a tag; its name may have a prefix. */
export function readAttribute(tag: string, name: string): string | undefined {
  for (const [, own = "", double, single] of tag.matchAll(/\s([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (own === name || own.slice(own.indexOf(":") + 1) === name) return decodeXmlEntities(double ?? single ?? "");
  }
  return undefined;
}

interface Special {
  readonly begin: string;
  readonly end: string;
  readonly isText: boolean;
}

const SPECIALS: readonly Special[] = [
  { begin: "<!--", end: "-->", isText: false },
  { begin: "<![CDATA[", end: "]]>", isText: true },
  { begin: "<?", end: "?>", isText: false },
  { begin: "<!", end: ">", isText: false },
];

function toSpecial(xml: string, start: number): Special | null {
  return SPECIALS.find(({ begin }) => xml.startsWith(begin, start)) ?? null;
}

function toTag(tag: string): XmlPart {
  const isClosing = tag.startsWith("/");
  const [whole = ""] = /^[^\s/>]*/.exec(isClosing ? tag.slice(1) : tag) ?? [];
  const name = whole.slice(whole.indexOf(":") + 1);
  return isClosing ? { type: "close", name } : { type: "open", name, tag, empty: tag.endsWith("/") };
}
