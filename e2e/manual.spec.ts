import { expect, test } from "./harness/test.ts";

test.use({ serviceWorkers: "allow", expectedErrors: [/ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/] });

test("the manual opens from the settings in the app's theme, is searched, and is read without a network", async ({
  page,
}) => {
  await page.goto("?engine=scripted#/settings/general");
  await page.getByLabel("Dark").check();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (navigator.serviceWorker.controller === null) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await page.goto("#/settings/about");
  await page.getByRole("link", { name: "The manual" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The manual");
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await ground()).toBe("dark");

  await test.step("a search leads to the section", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("detection only");
    await page.locator("#found a").first().click();
    await expect(page).toHaveURL(/docs\/package\/flows\.html#detection-only$/);
    await expect(page.getByRole("heading", { name: "Detection only" })).toBeInViewport();
  });

  await test.step("every page is there without a network", async () => {
    await page.context().setOffline(true);
    const links = await page
      .locator("#contents a")
      .evaluateAll((all) => all.flatMap((link) => (link instanceof HTMLAnchorElement ? [link.href] : [])));
    expect(links.length).toBeGreaterThan(20);
    for (const link of [links[0] ?? "", links.at(-1) ?? ""]) {
      await page.goto(link);
      await expect(page.locator("#contents [aria-current]")).toHaveCount(1);
    }
    const missing = await page.evaluate(async (all) => {
      const answers = await Promise.all(all.map(async (link) => ((await fetch(link)).ok ? [] : [link])));
      return answers.flat();
    }, links);
    expect(missing).toEqual([]);
    await page.getByRole("link", { name: "Open the app" }).click();
    await expect(page.getByRole("textbox")).toBeVisible();
  });

  await test.step("it fits a phone", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ["docs/", "docs/package/behaviours.html", "docs/package/api.html"]) {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
    }
  });
});
