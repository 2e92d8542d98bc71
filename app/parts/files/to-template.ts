import type { Script } from "../../state/panel-content.ts";

const TABLE = /\.(?:csv|tsv|xlsx|json)$/i;

/** True for a file that is asked as a table. */
export function isTableName(file: string): boolean {
  return TABLE.test(file);
}

/** The beginning of a new script or query, for the files that it works with. */
export function toTemplate(language: Script["language"], files: readonly string[]): string {
  const [first] = files;
  if (language === "sql") {
    const table = files.find(isTableName);
    if (table === undefined) return "SELECT 2 * 3 AS six";
    return `SELECT *\nFROM "${table.slice(table.lastIndexOf("/") + 1).replaceAll('"', '""')}"\nLIMIT 100`;
  }
  if (first === undefined) return 'show.text("2 to the 10th is " + 2 ** 10);\n';
  const name = JSON.stringify(first.slice(first.lastIndexOf("/") + 1));
  return isTableName(first)
    ? `const rows = tables[${name}];\nshow.table(rows);\n`
    : `const text = files[${name}];\nshow.text(text.split(/\\s+/).length + " words");\n`;
}
