import { once } from "node:events";
import { createWriteStream } from "node:fs";

const CITIES = ["Graz", "Linz", "Wien", "Oslo", "Porto", "Lyon", "Bari", "Gent", "Riga", "Cork"];

/** A written table, and what is true of it. */
export interface WrittenSales {
  readonly path: string;
  readonly rows: number;
  /** The sum of the amounts, in cents. */
  readonly cents: number;
}

/** Writes a CSV file of sales, about 40 bytes a row, whose amounts are cents. */
export async function writeSales(path: string, rows: number): Promise<WrittenSales> {
  const file = createWriteStream(path);
  file.write("date,city,customer,amount\n");
  let cents = 0;
  for (let from = 0; from < rows; from += 10_000) {
    const lines: string[] = [];
    for (let row = from; row < Math.min(rows, from + 10_000); row += 1) {
      const amount = (row * 7919) % 100_000;
      cents += amount;
      const day = `2026-${two(1 + (row % 12))}-${two(1 + (row % 28))}`;
      lines.push(`${day},${CITIES[row % 10]},customer ${row % 50_000},${(amount / 100).toFixed(2)}\n`);
    }
    if (!file.write(lines.join(""))) await once(file, "drain");
  }
  file.end();
  await once(file, "close");
  return { path, rows, cents };
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
