import { decodeXmlEntities } from "../../../protocol/workspaces/decode-entities.ts";

/** A part of an XML text. Names come without their prefix. */
export type XmlPart =
  | { readonly type: "open"; readonly name: string; readonly tag: string; readonly empty: boolean }
  | { readonly type: "close"; readonly name: string }
  | { readonly type: "text"; readonly text: string };

/** The parts of an XML text, in time that grows with its length alone. What is cut off is left out, nothing is checked. */
export function* readXml(xml: string): Generator<XmlPart> {
  let at = 0;
  while (at < xml.length) {
    const start = xml.indexOf("<", at);
    const text = xml.slice(at, start < 0 ? xml.length : start);
    if (text !== "") yield { type: "text", text: decodeXmlEntities(text) };
    if (start < 0) return;
    const special = toSpecial(xml, start);
    const end = xml.indexOf(special?.end ?? ">", start);
    if (end < 0) return;
    if (special === null) yield toTag(xml.slice(start + 1, end));
    else if (special.isText) yield { type: "text", text: xml.slice(start + special.begin.length, end) };
    at = end + (special?.end.length ?? 1);
  }
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
