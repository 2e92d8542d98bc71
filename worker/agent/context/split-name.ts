/** `unitPrice` and `unit_price` as words. */
export function splitName(name: string): string {
  return name.replaceAll(/[_.-]+/g, " ").replaceAll(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");
}
