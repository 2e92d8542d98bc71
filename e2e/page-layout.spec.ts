import { expect, test } from "./harness/test.ts";
import { ask, expectEnded, openWithScript, VIEWS } from "./page-driver.ts";

for (const direction of ["ltr", "rtl"] as const) {
  test(`nothing runs out of the page at 360, 768 and 1280 pixels, ${direction}`, async ({ page }) => {
    await openWithScript(page, "calculator");
    await page.getByLabel("Skill").selectOption("calculator");
    await ask(page, "What is (3 + 5) * 2?");
    await expectEnded(page);
    const chat = new URL(page.url()).hash;
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const view of [...VIEWS, chat]) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, view);
        await expect(page.locator(".view-loading, .skeleton")).toHaveCount(0);
        const wide = await page.evaluate(() =>
          [...document.querySelectorAll("main, .page-scroll, .chat-scroll, .composer-area, .view-bar")]
            .filter((element) => element.scrollWidth > element.clientWidth + 1)
            .map((element) => element.className),
        );
        expect({ view, width, wide }).toEqual({ view, width, wide: [] });
      }
    }
  });
}

test("the page stays within 3,000 nodes in every view", async ({ page }) => {
  await openWithScript(page, "calculator");
  for (const view of VIEWS) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, view);
    await expect(page.locator(".view-loading, .skeleton")).toHaveCount(0);
    expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(3000);
  }
});
