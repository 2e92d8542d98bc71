import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askLargeTable, bringTable } from "./harness/large-table.ts";
import { expect, test } from "./harness/test.ts";
import { writeSales } from "./harness/write-sales.ts";

const ROWS = 100_000;

test("a table of a hundred thousand rows in a folder is read in pieces and asked exactly", async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "alcove-table-"));
  try {
    const sales = await writeSales(join(folder, "sales.csv"), ROWS);
    await bringTable(page, sales.path);
    await askLargeTable(page, sales);
    await expect(page.getByTestId("table-reading")).toHaveCount(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
