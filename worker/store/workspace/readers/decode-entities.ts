const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);

/**
 * Replaces the commonest named entities of a web page, in either case, and the numeric references; others stay as they
 * are. The space that does not break becomes a plain one.
 */
export function decodeHtmlEntities(text: string): string {
  return text.replace(
    /&(#x?[\da-f]+|[a-z]+);/gi,
    (whole, name: string) => ENTITIES.get(name.toLowerCase()) ?? decodeNumber(name) ?? whole,
  );
}

function decodeNumber(name: string): string | undefined {
  if (!name.startsWith("#")) return undefined;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
