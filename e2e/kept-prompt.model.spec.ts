import type { Page } from "@playwright/test";
import { openApp, sendApp } from "../dev/bench/conversation/app-page.ts";
import { expect, test } from "./harness/test.ts";
import { goTo } from "./page-driver.ts";

/** The models whose prompts are kept. */
function listKept(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const kept = await (await caches.open("alcove-read")).keys();
    return kept.map(({ url }) => url);
  });
}

test("what every conversation begins with is read once, also over a reload, and is deleted with the model", async ({
  serveApp,
  profile,
}) => {
  test.setTimeout(400_000);
  const server = await serveApp();
  const context = await profile.open();
  const page = await context.newPage();
  await openApp(page, server.url);
  await expect.poll(() => listKept(page), { timeout: 200_000, intervals: [500] }).toHaveLength(1);

  await openApp(page, server.url);
  await page
    .getByRole("textbox", { name: "Message", exact: true })
    .fill("A box holds 12 pens, how many pens are in 7 boxes?");
  const { read, kept, text } = await sendApp(page);
  expect(text).toContain("84");
  // The question and the tool's result.
  expect(read).toBeLessThan(100);
  expect(kept).toBeGreaterThan(600);

  await goTo(page, "#/models");
  await page.getByTestId("current-model").getByRole("button", { name: "Unload" }).click();
  const card = page.locator('[data-testid=model][data-model="starter"]');
  await card.getByRole("button", { name: "Delete", exact: true }).click();
  await card.getByRole("alert").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => listKept(page), { timeout: 120_000 }).toEqual([]);
});
