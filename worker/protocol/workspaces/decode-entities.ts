const XML_ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Replaces XML's named entities and the numeric references of a document's text; unknown ones stay as they are. */
export function decodeXmlEntities(text: string): string {
  return decode(text, (name) => XML_ENTITIES.get(name));
}

/** The same for a web page: names in either case, and the space that does not break becomes a plain one. */
export function decodeHtmlEntities(text: string): string {
  return decode(text, (name) => (/^nbsp$/i.test(name) ? " " : XML_ENTITIES.get(name.toLowerCase())));
}

function decode(text: string, findNamed: (name: string) => string | undefined): string {
  return text.replace(
    /&(#x?[\da-f]+|[a-z]+);/gi,
    (whole, name: string) => findNamed(name) ?? decodeNumber(name) ?? whole,
  );
}

function decodeNumber(name: string): string | undefined {
  if (!name.startsWith("#")) return undefined;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
