import type { Page } from "@playwright/test";
import { composer, goTo, openWithScript } from "../page-driver.ts";
import { expect } from "./test.ts";
import type { WrittenSales } from "./write-sales.ts";

const LONG = { timeout: 300_000 };

/** Puts a file into the sample folder. */
export async function bringTable(page: Page, path: string): Promise<void> {
  await openWithScript(page, "notes", "#/files");
  await page.getByRole("button", { name: "Try the sample folder" }).click();
  await expect(page.getByTestId("workspace")).toContainText("english");
  await page.getByTestId("import-files").setInputFiles(path);
  await expect(page.getByTestId("workspace")).toContainText("sales.csv", LONG);
}

/** Asks the table by hand, by a query of ours and by SQL. Resolves with what the page said of its reading meanwhile. */
export async function askLargeTable(page: Page, { rows, cents }: WrittenSales): Promise<readonly string[]> {
  await goTo(page, "#/");
  await page.evaluate(() => {
    const shown: string[] = [];
    Reflect.set(globalThis, "shownReading", shown);
    new MutationObserver(() => {
      const text = document.querySelector("[data-testid=table-reading]")?.textContent?.trim();
      if (text !== undefined && text !== shown.at(-1)) shown.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await composer(page).fill('/query_table {"operation": "sum", "column": "amount", "table": "sales.csv"}');
  await composer(page).press("Enter");
  const results = page.getByTestId("tool-result");
  const sum = new Intl.NumberFormat("en", { maximumFractionDigits: 2 }).format(cents / 100);
  await expect(results.last()).toHaveText(`Sum “amount” = ${sum}`, LONG);
  const query = "SELECT count(*) AS rows, sum(amount) AS sum FROM sales";
  await composer(page).fill(`/run_sql {"sql": "${query}", "tables": ["sales.csv"]}`);
  await composer(page).press("Enter");
  const table = page.getByTestId("table-result").last();
  await expect(table.getByRole("row").nth(1)).toHaveText(`${new Intl.NumberFormat("en").format(rows)}${sum}`, LONG);
  return await page.evaluate((): string[] => Reflect.get(globalThis, "shownReading"));
}
