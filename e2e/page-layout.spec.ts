import type { Page } from "@playwright/test";
import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";
import { ask, composer, expectEnded, goTo, openWithScript, VIEWS } from "./page-driver.ts";

test("nothing runs out of the page at 360, 768 and 1280 pixels, ltr or rtl, and no view has 3,000 nodes", async ({
  page,
}) => {
  await openWithScript(page, "calculator");
  await page.getByLabel("Mode", { exact: true }).selectOption("calculator");
  await ask(page, "What is (3 + 5) * 2?");
  await expectEnded(page);
  const chat = new URL(page.url()).hash;
  for (const direction of ["ltr", "rtl"] as const) {
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const view of [...VIEWS, chat]) {
        await goTo(page, view);
        await expect(page.locator(".view-loading, .skeleton")).toHaveCount(0);
        const wide = await page.evaluate(() =>
          [...document.querySelectorAll("main, .page-scroll, .chat-scroll, .composer-area, .view-bar")]
            .filter((element) => element.scrollWidth > element.clientWidth + 1)
            .map((element) => element.className),
        );
        expect({ direction, view, width, wide }).toEqual({ direction, view, width, wide: [] });
        expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(3000);
        if (direction === "ltr" && width === 360 && view !== chat) await expectTitleAndTab(page, view);
      }
    }
  }
});

/** A name that is short is whole at the top, and the settings' current part is in view, on a narrow screen. */
async function expectTitleAndTab(page: Page, view: string): Promise<void> {
  const title = page.getByRole("heading", { level: 1 });
  expect(await title.evaluate((each) => each.scrollWidth <= each.clientWidth), `the title of ${view}`).toBe(true);
  if (view.startsWith("#/settings")) {
    await expect(page.locator(".tabs [aria-current]")).toBeInViewport({ ratio: 0.99 });
  }
}

test("on a narrow screen long lines of code scroll inside their block with its copy button there, and what a command will do is said in full", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openWithScript(page, "notes");
  await composer(page).fill("/memory_write The ferry leaves at 7:40.");
  const hint = page.getByText("Runs memory_write at once, without the model");
  await expect(hint).toBeInViewport({ ratio: 1 });
  expect(await hint.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);

  await ask(page, "Show me code and a formula");
  await expectEnded(page);
  await expect(page.getByRole("button", { name: "Copy the code" })).toBeInViewport({ ratio: 1 });
  expect(
    await page
      .locator(".code pre")
      .evaluate((block) => [block.scrollWidth > block.clientWidth, block.clientWidth < 360]),
  ).toEqual([true, true]);
});

/** What is left of 1280 × 800 pixels at 200 %, and of a phone's screen on its side. */
const SMALL_SCREENS = [
  { width: 640, height: 400 },
  { width: 320, height: 400 },
] as const;

for (const { width, height } of SMALL_SCREENS) {
  test(`at ${width} by ${height} pixels, as at 200 % zoom, nothing is cut off, one can write, and it is seen which tool asks`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openWithScript(page, "notes");
    for (const view of ["#/models", "#/tools", "#/files", "#/settings/data", "#/settings/connections", "#/"]) {
      await goTo(page, view);
      await expect(page.locator(".view-loading, .skeleton")).toHaveCount(0);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect({ view, isCut: scrollWidth > clientWidth }).toEqual({ view, isCut: false });
    }
    await page.getByTestId("attach-input").setInputFiles({
      name: "paper.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("A paper from outside."),
    });
    await expect(composer(page)).toBeInViewport({ ratio: 1 });
    await ask(page, "Remember that the ferry leaves at 7:40");
    const card = page.locator(".approval").last();
    await expect(card.getByRole("button", { name: "Deny", exact: true })).toBeFocused();
    await expect(card.getByRole("heading")).toBeInViewport({ ratio: 1 });
    await card.getByRole("button", { name: "Allow once" }).scrollIntoViewIfNeeded();
    await expect(composer(page)).toBeInViewport({ ratio: 0.9 });
    await card.getByRole("button", { name: "Deny", exact: true }).click();
    await expectEnded(page);
  });
}
