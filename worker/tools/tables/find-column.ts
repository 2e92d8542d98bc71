import type { Column, Table } from "./table.ts";

const MAX_NAMED = 30;

/** The column of that name, or the only one whose name has it as a part. Throws an error for the model where there is none. */
export function findColumn({ columns }: Table, wanted: string): Column {
  const plain = toPlainName(wanted);
  const exact = columns.find(({ name }) => name.toLowerCase() === plain);
  if (exact !== undefined) return exact;
  const near =
    plain === ""
      ? []
      : columns.filter(({ name }) => name.toLowerCase().includes(plain) || plain.includes(name.toLowerCase()));
  const [only] = near;
  if (only !== undefined && near.length === 1) return only;
  const names = columns.slice(0, MAX_NAMED).map(({ name }) => `'${name}'`);
  throw new Error(`There is no column '${wanted}'. The columns are ${names.join(", ")}.`);
}

/** A column's name as it is compared: without quotes, in small letters. */
export function toPlainName(wanted: string): string {
  return wanted
    .trim()
    .replace(/^["'`]|["'`]$/g, "")
    .toLowerCase();
}
