import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";
import { openWithScript } from "./page-driver.ts";

test("two models answer one question one after the other, side by side, and both answers stay in a chat", async ({
  page,
}) => {
  await openWithScript(page, "calculator", "#/models");
  await page.getByRole("link", { name: "Compare two models" }).click();
  await page.getByLabel("First model").selectOption("scripted:calculator");
  await page.getByLabel("Second model").selectOption("scripted:talk");
  await page.getByLabel("Question").fill("What is 2 + 2?");
  await page.getByRole("button", { name: "Ask both" }).click();
  const sides = page.getByTestId("compared");
  await expect(sides).toHaveCount(2);
  await expect(page.locator("[data-testid=compared][data-done]")).toHaveCount(2, { timeout: 30_000 });
  const [first, second] = [sides.first(), sides.last()];
  await expect(first.getByTestId("answer-text").last()).not.toBeEmpty();
  await expect(second.getByTestId("answer-text").last()).not.toBeEmpty();
  expect(await first.getByTestId("answer-text").last().textContent()).not.toBe(
    await second.getByTestId("answer-text").last().textContent(),
  );
  await expect(first).toContainText(/\d+ tokens/);
  const place = async (side: typeof first) => (await side.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  expect((await place(second)).x).toBeGreaterThan((await place(first)).x);
  await page.screenshot({ path: test.info().outputPath("compare-desktop.png") });

  await page.setViewportSize({ width: 390, height: 844 });
  const above = await place(first);
  expect((await place(second)).y).toBeGreaterThanOrEqual(above.y + above.height);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.screenshot({ path: test.info().outputPath("compare-phone.png") });
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole("link", { name: "Open the chat" }).click();
  await expect(page.getByRole("group", { name: "Versions" })).toContainText("2 / 2");
});

test("a model that does not load ends the comparison, and the page says so", async ({ page, expectErrors }) => {
  expectErrors(/404/);
  await openWithScript(page, "calculator", "#/compare");
  await page.getByLabel("First model").selectOption("starter");
  await page.route("**/models/starter/**", (route) => route.fulfill({ status: 404 }));
  await page.getByLabel("Second model").selectOption("scripted:talk");
  await page.getByLabel("Question").fill("Who are you?");
  await page.getByRole("button", { name: "Ask both" }).click();
  await expect(page.getByTestId("failure")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByTestId("compared").first()).toContainText("Not asked yet");
  await expect(page.getByRole("button", { name: "Ask both" })).toBeEnabled();
});
