/** How the names of files end that are read as tables. */
export const TABLE_ENDINGS: readonly string[] = ["csv", "tsv", "tab", "json", "xlsx"];

/** True for a file that tools compute over, which is not quoted from. */
export function isTableFile(name: string): boolean {
  return TABLE_ENDINGS.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
}
