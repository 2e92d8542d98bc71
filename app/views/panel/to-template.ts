const TABLE = /\.(?:csv|tsv|xlsx|json)$/i;

/** What a new script begins with, for the files that it works with. */
export function toTemplate(files: readonly string[]): string {
  const [first] = files;
  if (first === undefined) return 'show.text("2 to the 10th is " + 2 ** 10);\n';
  const name = JSON.stringify(first.slice(first.lastIndexOf("/") + 1));
  return TABLE.test(first)
    ? `const rows = tables[${name}];\nshow.table(rows);\n`
    : `const text = files[${name}];\nshow.text(text.split(/\\s+/).length + " words");\n`;
}
