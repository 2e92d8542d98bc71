import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { composer, goTo, openWithScript } from "./page-driver.ts";

test.describe("while the code of a view is on its way", () => {
  // What a service worker keeps is there at once.
  test.use({ serviceWorkers: "block" });

  test("the page shows so, and then the view", async ({ page }) => {
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route("**/assets/runs-view-*.js", async (route) => {
      await arrived;
      await route.continue();
    });
    await openWithScript(page, "notes");
    await goTo(page, "#/runs");
    const loading = page.getByRole("status", { name: "Loading…" });
    await expect(loading).toBeVisible();
    const readBar = () =>
      loading.evaluate((element) => {
        const { blockSize, visibility, opacity } = getComputedStyle(element, "::before");
        return { blockSize, visibility, isSeen: Number(opacity) > 0.5 };
      });
    await expect.poll(readBar).toEqual({ blockSize: "6px", visibility: "visible", isSeen: true });
    arrive();
    await expect(page.getByText("Nothing yet")).toBeVisible();
    await expect(loading).toHaveCount(0);
  });
});

test("a prompt that is read for long says how long that takes, and is given up for an answer without tools", async ({
  page,
}) => {
  await page.clock.install();
  // The browser of the tests refuses notifications before anybody asks.
  await page.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "default" }));
  await page.goto("?model=scripted:stream");
  const chat = driveChat(page);
  await chat.ask("Tell me after long reading");
  await expect(chat.answer).toContainText("Reading your question and the tools", { timeout: 30_000 });
  await expect(page.getByRole("button", { name: "Answer without tools" })).toHaveCount(0);
  await page.clock.fastForward(16_000);
  await expect(page.getByRole("button", { name: "Tell me when it is ready" })).toBeVisible();
  await page.getByRole("button", { name: "Answer without tools" }).click();
  await expect(page.getByRole("button", { name: "Answer without tools" })).toHaveCount(0);
  await chat.stop();
  await expect(page.getByRole("group", { name: "Versions" })).toContainText("2 / 2");
});

test("a tool that does not end shows for how long it has run, until it is ended", async ({ page }) => {
  await openWithScript(page, "notes");
  await composer(page).fill("/run_javascript while (true) {}");
  await composer(page).press("Enter");
  const card = page.getByTestId("tool-card");
  await expect(card).toHaveAttribute("data-state", "running");
  await expect(card.locator(".tool-time")).toHaveText(/^[3-9]\s+s$/);
  await expect(card).toHaveAttribute("data-state", "failed");
  await expect(card).toContainText("took too long");
});
