import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expectNoViolation } from "./harness/accessible.ts";
import { expect, test } from "./harness/test.ts";
import { ask, composer, expectEnded, goTo, lastAnswer, openWithScript } from "./page-driver.ts";

async function bringSampleFolder(page: Page): Promise<void> {
  await openWithScript(page, "notes", "#/files");
  await page.getByRole("button", { name: "Try the sample folder" }).click();
  await expect(page.getByTestId("workspace")).toContainText("english");
}

const query = (page: Page): Locator => page.getByTestId("panel").getByRole("textbox", { name: "The query" });

for (const { name, viewport } of [
  { name: "a desktop", viewport: { width: 1280, height: 800 } },
  { name: "a phone", viewport: { width: 360, height: 740 } },
]) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport, serviceWorkers: "allow" });

    test("a model's SQL over a folder's file is shown, sorted, saved, changed and run by hand, offline", async ({
      page,
    }) => {
      test.setTimeout(120_000);
      await bringSampleFolder(page);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.reload();
      await openWithScript(page, "notes");
      await page.context().setOffline(true);
      const panel = page.getByTestId("panel");

      await test.step("the chat shows its rows, to sort and to save", async () => {
        await page.getByLabel("Mode", { exact: true }).selectOption("tables");
        await ask(page, "Write SQL of my spending");
        await expectEnded(page);
        const table = lastAnswer(page).getByTestId("table-result");
        await expect(table.getByRole("row").nth(1)).toHaveText(/travel\s*84\.00\s*2$/);
        await table.getByRole("button", { name: "spent" }).click();
        await expect(table.getByRole("columnheader", { name: "spent" })).toHaveAttribute("aria-sort", "ascending");
        await expect(table.getByRole("row").last()).toHaveText(/travel/);
        const downloading = page.waitForEvent("download");
        await table.getByRole("button", { name: "Save as CSV" }).click();
        const saved = await readFile(await (await downloading).path(), "utf8");
        expect(saved).toMatch(/^category,spent,times\r\n/);
        const workbook = page.waitForEvent("download");
        await table.getByRole("button", { name: "Save as XLSX" }).click();
        expect(await readFile(await (await workbook).path(), "utf8")).toContain("<c><v>84</v></c>");
        await table.getByLabel("Chart").selectOption("Bars");
        await expect(table.getByRole("img", { name: /^Bars/ })).toContainText("travel");
        await lastAnswer(page).getByText("The query", { exact: true }).click();
        await expect(lastAnswer(page).locator("pre")).toContainText("GROUP BY category");
        await expectNoViolation(page, "the chat");
      });

      await test.step("it is changed and run again, and says what is wrong with it", async () => {
        await lastAnswer(page).getByRole("button", { name: "Change and run" }).click();
        await expect(query(page)).toBeFocused();
        await query(page).fill("SELECT shop, amount FROM expenses WHERE amount > 40 ORDER BY amount DESC");
        await query(page).press("Control+Enter");
        await expect(panel.getByTestId("table-result").getByRole("row")).toHaveCount(3);
        await expectNoViolation(page, "the panel");
        await query(page).fill("SELECT price FROM expenses");
        await panel.getByRole("button", { name: "Run" }).click();
        await expect(panel.getByTestId("script-outcome")).toContainText(
          'The query failed: no such column: price. The tables and their columns are "expenses" ("date", "shop", "category", "amount").',
        );
        await query(page).fill("DELETE FROM expenses");
        await panel.getByRole("button", { name: "Run" }).click();
        await expect(panel.getByTestId("script-outcome")).toContainText("Only a query that reads is run");
        await panel.getByRole("button", { name: "Close" }).click();
      });
    });

    test("a person asks a file with SQL, without a model, and stops none too late", async ({ page }) => {
      await bringSampleFolder(page);
      const panel = page.getByTestId("panel");
      await goTo(page, `#/files/${encodeURIComponent("Sample folder/english/expenses.csv")}`);
      await page.getByRole("button", { name: "Ask with SQL" }).click();
      await expect(query(page)).toHaveValue('SELECT *\nFROM "expenses.csv"\nLIMIT 100');
      await panel.getByRole("button", { name: "Run" }).click();
      await expect(panel.getByTestId("table-result").getByRole("row").nth(1)).toContainText("2026-01-");
      await query(page).fill("WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT count(*) FROM x");
      await panel.getByRole("button", { name: "Run" }).click();
      await expect(panel.getByTestId("script-outcome")).toContainText("took too long", { timeout: 20_000 });
      await panel.getByRole("button", { name: "Close" }).click();

      await goTo(page, "#/tools");
      await page.getByRole("button", { name: "New query" }).first().click();
      await expect(query(page)).toHaveValue("SELECT 2 * 3 AS six");
      await panel.getByRole("button", { name: "Run" }).click();
      await expect(panel.getByTestId("table-result")).toContainText("6");
    });
  });
}

test("SQL works with a table that is attached in the chat, by a command too", async ({ page }) => {
  await openWithScript(page, "notes");
  await page.getByTestId("attach-input").setInputFiles({
    name: "sums.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("category,amount\nfood,12.10\ntravel,100.20\nfood,0.20\n"),
  });
  await ask(page, "How much was spent in each category?");
  await expectEnded(page);
  await composer(page).fill('/run_sql {"sql": "SELECT category, sum(amount) AS spent FROM sums GROUP BY category"}');
  await composer(page).press("Enter");
  const table = page.getByTestId("table-result").last();
  await expect(table.getByRole("columnheader", { name: "spent" })).toBeVisible();
  await expect(table.getByRole("row").nth(1)).toHaveText(/food\s*12\.30$/);
});
