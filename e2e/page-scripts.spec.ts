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

async function readDownload(page: Page, press: Locator): Promise<string> {
  const downloading = page.waitForEvent("download");
  await press.click();
  return readFile(await (await downloading).path(), "utf8");
}

const source = (page: Page): Locator => page.getByTestId("panel").getByRole("textbox", { name: "The script" });

for (const { name, viewport } of [
  { name: "a desktop", viewport: { width: 1280, height: 800 } },
  { name: "a phone", viewport: { width: 360, height: 740 } },
]) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport, serviceWorkers: "allow" });

    test("a model's script makes a table, a chart, a file and a page of a folder's file, and is changed and run by hand, offline", async ({
      page,
    }) => {
      test.setTimeout(120_000);
      await bringSampleFolder(page);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.reload();
      await openWithScript(page, "notes");
      await page.context().setOffline(true);
      const panel = page.getByTestId("panel");

      await test.step("the chat shows what the script made", async () => {
        await page.getByLabel("Mode", { exact: true }).selectOption("code");
        await ask(page, "Write a script of my spending");
        await expectEnded(page);
        const result = lastAnswer(page).getByTestId("script-result");
        await expect(result.getByText("travel cost most.")).toBeVisible();
        await expect(result.getByRole("img", { name: "Bars: Spending" })).toContainText("travel");
        await expect(result.getByTestId("table-result").last().getByRole("row").nth(1)).toHaveText(/travel\s*84\.00$/);
        await result.getByText("The script", { exact: true }).click();
        await expect(result.locator("pre")).toContainText('show.chart("bar", rows, "Spending");');
        const saved = await readDownload(
          page,
          result.getByTestId("made-file").getByRole("button", { name: "Save", exact: true }),
        );
        expect(saved).toMatch(/^category,amount\r\ntravel,84\r\n/);
        await expectNoViolation(page, "the chat");
      });

      await test.step("the panel shows it beside, with its page in a frame", async () => {
        await lastAnswer(page).getByRole("button", { name: "Change and run" }).click();
        await expect(panel).toBeVisible();
        expect(await panel.evaluate((dialog) => dialog.matches(":modal"))).toBe(viewport.width < 1000);
        await expect(source(page)).toBeFocused();
        await expect(panel.getByTestId("input-files")).toHaveText("english/expenses.csv");
        const frame = panel.frameLocator("iframe");
        await expect(frame.getByRole("heading", { name: "Spending" })).toBeVisible();
        expect(await frame.locator("body").evaluate((body) => getComputedStyle(body).marginLeft)).toBe("15px");
        await expectNoViolation(page, "the panel");
      });

      await test.step("it is changed and run again", async () => {
        await source(page).fill('show.table(tables["expenses.csv"].filter(({ amount }) => amount > 40), "Over 40");');
        await source(page).press("Control+Enter");
        await expect(panel.getByTestId("script-results")).toContainText("Over 40");
        await expect(panel.getByTestId("table-result").getByRole("row")).toHaveCount(3);
        await expect(panel.locator("iframe")).toHaveCount(0);
        await source(page).fill("return nothing;");
        await panel.getByRole("button", { name: "Run" }).click();
        await expect(panel.getByTestId("script-outcome")).toContainText(
          "The script stopped: ReferenceError: 'nothing' is not defined (line 1)",
        );
        await expectNoViolation(page, "a script that failed");
      });

      await test.step("Escape closes the panel and gives the focus back", async () => {
        await source(page).press("Escape");
        await expect(panel).toHaveCount(0);
        await expect(lastAnswer(page).getByRole("button", { name: "Change and run" })).toBeFocused();
      });
    });

    test("a person writes a script for a file, without a model, and saves what it made in the folder", async ({
      page,
    }) => {
      await bringSampleFolder(page);
      const panel = page.getByTestId("panel");

      await test.step("from the file's own page", async () => {
        await goTo(page, `#/files/${encodeURIComponent("Sample folder/english/expenses.csv")}`);
        await page.getByRole("button", { name: "Use in a script" }).click();
        await expect(source(page)).toHaveValue('const rows = tables["expenses.csv"];\nshow.table(rows);\n');
        await source(page).fill(
          'show.file("sorted.csv", tables["expenses.csv"].toSorted((a, b) => a.amount - b.amount));',
        );
        await panel.getByRole("button", { name: "Run" }).click();
        const file = panel.getByTestId("made-file");
        await file.getByRole("button", { name: "Save in “Sample folder”" }).click();
        await expect(file.getByRole("status")).toHaveText("Saved in “Sample folder”.");
        await panel.getByRole("button", { name: "Close" }).click();
        await goTo(page, `#/files/${encodeURIComponent("Sample folder/sorted.csv")}`);
        await expect(page.getByTestId("file-text")).toContainText(
          /^date,shop,category,amount\s+2026-01-\d\d,[^,]+,health,12.6/,
        );
      });

      await test.step("from the page of tools, with a file that is added", async () => {
        await goTo(page, "#/tools");
        await page.getByRole("button", { name: "New script" }).first().click();
        await panel.getByLabel("Add a file").selectOption("Sample folder/sorted.csv");
        await expect(source(page)).toHaveValue(/tables\["sorted\.csv"\]/);
        await panel.getByRole("button", { name: "Run" }).click();
        await expect(panel.getByTestId("table-result")).toContainText("12.6");
        await panel.getByRole("button", { name: "Take out Sample folder/sorted.csv" }).click();
        await source(page).fill("while (true) {}");
        await panel.getByRole("button", { name: "Run" }).click();
        await expect(panel.getByTestId("script-outcome")).toContainText("took too long", { timeout: 20_000 });
        await panel.getByRole("button", { name: "Close" }).click();
      });
    });
  });
}

test("a table and a file that was changed open beside the chat, and a script works with what is attached there", async ({
  page,
}) => {
  await bringSampleFolder(page);
  await goTo(page, "#/");
  const panel = page.getByTestId("panel");

  await page.getByLabel("Mode", { exact: true }).selectOption("documents");
  await ask(page, "Set the rent in the lease to 950 euros");
  await page.getByRole("button", { name: "Allow once" }).click();
  await expectEnded(page);
  await lastAnswer(page).getByTestId("file-change").getByRole("button", { name: "Open beside" }).click();
  await expect(panel.getByTestId("document").getByText("The rent is 950 euros a month")).toBeVisible();
  await expectNoViolation(page, "a document in the panel");

  await page.getByTestId("attach-input").setInputFiles({
    name: "sums.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("category,amount\nfood,12.10\ntravel,100.20\nfood,0.20\n"),
  });
  await ask(page, "How much was spent in each category?");
  await expectEnded(page);
  await lastAnswer(page).getByRole("button", { name: "Open beside" }).click();
  await expect(panel.getByTestId("document")).toHaveCount(0);
  await expect(panel.getByTestId("table-result").getByRole("row")).toHaveCount(3);
  await panel.getByLabel("Chart").selectOption("Pie");
  await expect(panel.getByRole("img", { name: /^Pie/ })).toContainText("travel");
  await expectNoViolation(page, "a table in the panel");

  await page.getByLabel("Mode", { exact: true }).selectOption("code");
  await page.getByRole("button", { name: "New script" }).click();
  await panel.getByLabel("Add a file").selectOption("sums.csv");
  await expect(source(page)).toHaveValue('const rows = tables["sums.csv"];\nshow.table(rows);\n');
  await panel.getByRole("button", { name: "Run" }).click();
  await expect(panel.getByTestId("table-result").getByRole("row")).toHaveCount(4);
});

test("a script is run from the field by /run_javascript, with a folder's file or alone", async ({ page }) => {
  await bringSampleFolder(page);
  await goTo(page, "#/");
  await page.getByLabel("Mode", { exact: true }).selectOption("code");
  await composer(page).fill("/run_j");
  await composer(page).press("Tab");
  await expect(composer(page)).toHaveValue("/run_javascript ");
  await ask(page, '/run_javascript show.text("**" + 6 * 7 + "** in all");');
  await expect(page.getByTestId("script-result").last()).toContainText("42 in all");
  const code = 'show.table(tables["expenses.csv"].filter(({ amount }) => amount > 40), "Over 40");';
  await ask(page, `/run_javascript ${JSON.stringify({ code, files: ["english/expenses.csv"] })}`);
  await expect(page.getByTestId("script-result").last()).toContainText("Over 40");
  await expect(page.getByTestId("table-result").last().getByRole("row")).toHaveCount(3);
  await ask(page, "/run_javascript return nothing;");
  await expect(page.getByTestId("tool-card").last()).toContainText("'nothing' is not defined");
});

test.describe("a page that a script made", () => {
  test.use({ expectedErrors: [/Content Security Policy|Blocked script|sandboxed|ERR_BLOCKED_BY_CSP/] });

  test("runs nothing, loads nothing and leads nowhere", async ({ page }) => {
    await openWithScript(page, "notes", "#/tools");
    await page.getByRole("button", { name: "New script" }).first().click();
    const html = `<h1 onclick="parent.leaked = 1">Hello</h1><script>parent.leaked = 1; top.location = "https://example.com/"</script>
      <img src="https://example.com/a.png" onerror="parent.leaked = 1"><img alt="dot" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==">
      <style>h1 { color: red }</style><link rel="stylesheet" href="https://example.com/a.css"><iframe src="https://example.com/"></iframe>
      <meta http-equiv="refresh" content="0;url=https://example.com/"><p style="color: red">Text</p>
      <form action="https://example.com/"><button>Send</button></form><a href="https://example.com/">Away</a>`;
    await source(page).fill(`show.html(${JSON.stringify(html)}, "Hostile");`);
    await source(page).press("Control+Enter");
    const frame = page.frameLocator("[data-testid=page-frame]");
    await expect(frame.getByRole("heading", { name: "Hello" })).toBeVisible();
    await frame.getByRole("heading", { name: "Hello" }).click();
    await frame.getByText("Send").click();
    await frame.getByText("Away").click();
    await expect(frame.getByRole("heading", { name: "Hello" })).toBeVisible();
    await expect(frame.locator('a[href], link, base, form, iframe, meta[http-equiv="refresh"]')).toHaveCount(0);
    await expect(frame.getByAltText("dot")).toHaveAttribute("src", /^data:image/);
    expect(await frame.locator("p").evaluate((element) => getComputedStyle(element).color)).not.toBe("rgb(255, 0, 0)");
    expect(await page.evaluate(() => Reflect.get(globalThis, "leaked"))).toBeUndefined();
    expect(new URL(page.url()).hash).toBe("#/tools");
  });
});
