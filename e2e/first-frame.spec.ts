import type { Page } from "@playwright/test";
import { expect, test } from "./harness/test.ts";
import { openWithScript } from "./page-driver.ts";

const SCRIPT = /\/assets\/page-[^/]+\.js$/;

test.describe("while the scripts of the page are on their way", () => {
  test.use({ serviceWorkers: "block" });

  for (const width of [360, 768, 1280]) {
    test(`the greeting stands where it will stand, ${width} pixels wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const release = await holdScripts(page);
      await page.goto("?engine=scripted", { waitUntil: "commit" });
      const greeting = page.getByRole("heading", { name: "What can I do for you?" });
      await expect(greeting).toBeVisible();
      const [before, leadBefore] = await boxes(page);
      release();
      await expect(page.getByRole("textbox", { name: "Message", exact: true })).toBeVisible();
      await expect(page.locator(".first-frame")).toHaveCount(0);
      expect(await boxes(page)).toEqual([before, leadBefore]);
    });
  }

  test("a wait is seen after a moment, and after ten seconds it is said what has gone wrong", async ({ page }) => {
    await holdScripts(page);
    await page.goto("?engine=scripted", { waitUntil: "commit" });
    await expect(page.locator(".first-frame .progress")).toBeVisible();
    const said = page.getByText("Alcove has not opened yet");
    await expect(said).toBeHidden();
    // Ten seconds of the animation that shows it, not of the clock.
    await passTime(page, 9_900);
    await expect(said).toBeHidden();
    await passTime(page, 10_300);
    await expect(said).toBeVisible();
  });

  test("another view's address has no greeting", async ({ page }) => {
    await holdScripts(page);
    await page.goto("?engine=scripted#/settings/data", { waitUntil: "commit" });
    await expect(page.locator(".first-frame .progress")).toBeVisible();
    await expect(page.getByRole("heading", { name: "What can I do for you?" })).toBeHidden();
  });

  test("the page has the theme and the size of the last visit before any of its scripts has come", async ({ page }) => {
    await openWithScript(page, "help", "#/settings/general");
    await page.getByLabel("Dark").check();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.emulateMedia({ colorScheme: "light" });
    await holdScripts(page);
    await page.goto("?engine=scripted#/", { waitUntil: "commit" });
    await expect(page.getByRole("heading", { name: "What can I do for you?" })).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(ground);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page says that it needs it", async ({ page }) => {
    await page.goto("");
    await expect(page.locator(".first-frame-notice")).toBeInViewport();
    await expect(page.locator(".first-frame-wait")).toBeHidden();
  });
});

/** Keeps the page's own scripts back until the answered function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(SCRIPT, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Sets every animation of the page to a moment after its start, in milliseconds, and holds it there. */
async function passTime(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate((moment) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = moment;
    }
  }, milliseconds);
}

async function boxes(page: Page): Promise<unknown[]> {
  return page.locator(".welcome h2, .welcome-lead").evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    }),
  );
}
