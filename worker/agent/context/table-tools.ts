/** The app's tools that read an attached table. */
export const DESCRIBE_TABLE_TOOL = "describe_table";
export const QUERY_TABLE_TOOL = "query_table";
/** For models that can write a query: one with a short list is not shown it. */
export const SQL_TOOL = "run_sql";

/** How the names of files end that are read as tables. */
export const TABLE_ENDINGS: readonly string[] = ["csv", "tsv", "tab", "json", "xlsx"];

/** True for a file that tools compute over, which is not quoted from. */
export function isTableFile(name: string): boolean {
  return TABLE_ENDINGS.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
}
