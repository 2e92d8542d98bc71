import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askLargeTable, bringTable } from "./harness/large-table.ts";
import { expect, test } from "./harness/test.ts";
import { writeSales } from "./harness/write-sales.ts";

const ROWS = 1_000_000;

test("a table of a million rows in a folder is read with its progress shown, and asked exactly", async ({ page }) => {
  test.setTimeout(600_000);
  const folder = await mkdtemp(join(tmpdir(), "alcove-table-"));
  try {
    const sales = await writeSales(join(folder, "sales.csv"), ROWS);
    await bringTable(page, sales.path);
    const shown = await askLargeTable(page, sales);
    expect(shown.length).toBeGreaterThan(3);
    for (const each of shown) expect(each).toMatch(/^Reading sales\.csv: \d+%$/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
