const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  copy: "©",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  times: "×",
  divide: "÷",
  deg: "°",
  euro: "€",
};

/** Character references of Markdown and web pages, in either case, as the characters they name; unknown ones stay as written. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hexadecimal, name) => {
    if (typeof name === "string") return NAMED[name.toLowerCase()] ?? whole;
    const code = typeof decimal === "string" ? Number.parseInt(decimal, 10) : Number.parseInt(String(hexadecimal), 16);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}
