/** A name in lower case without its owner, parts joined by hyphens. */
export function toPlainName(name: string): string {
  const own = name.slice(name.lastIndexOf("/") + 1);
  return own.toLowerCase().replaceAll(/[\s_]+/g, "-");
}
