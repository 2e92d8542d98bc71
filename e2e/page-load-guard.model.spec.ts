import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./harness/test.ts";

const QUERY = "?engine=webllm&model=tiny#/";

test("a model that ended the tab twice in a row is not loaded by itself, and loads at one press; reloads in the middle of a load are no sign of anything", async ({
  context,
  page: first,
}) => {
  await first.close();
  await crashInLoad(context, 1);
  await crashInLoad(context, 2);
  const page = await context.newPage();
  await page.goto(QUERY);
  const banner = page.getByTestId("engine-loss");
  await expect(banner).toContainText("The last two loads of Tiny (random weights) did not end.");
  await expect(banner).toContainText("your conversations are untouched");
  await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "failed");
  await expect(banner.getByRole("link", { name: "Choose another model" })).toHaveAttribute("href", "#/models");
  await banner.getByRole("button", { name: "Load again" }).click();
  await expectReady(page);
  await expect(banner).toHaveCount(0);

  await page.reload();
  for (let round = 0; round < 3; round += 1) {
    await waitForLoad(page, 1);
    await page.reload();
  }
  await expectReady(page);
});

async function crashInLoad(context: BrowserContext, loads: number): Promise<void> {
  const page = await context.newPage();
  await page.goto(QUERY);
  await waitForLoad(page, loads);
  const crashed = page.waitForEvent("crash");
  const devtools = await context.newCDPSession(page);
  // The answer never comes: the tab is gone.
  void devtools.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
}

/** A load notes itself down for a moment before it looks at its files, too: this long only while the engine is at work. */
const AT_WORK_MS = 300;

/** Waits until the engine is at work, which the page has noted down as so many loads in a row. */
async function waitForLoad(page: Page, loads: number): Promise<void> {
  await page.waitForFunction(
    ([count, enough]) => {
      const seen: { since?: number } = Object.assign(globalThis, { since: Reflect.get(globalThis, "since") });
      if (JSON.parse(localStorage.getItem("alcove.load-mark") || "{}").loads !== count) {
        delete seen.since;
        return false;
      }
      seen.since ??= performance.now();
      return performance.now() - seen.since > enough;
    },
    [loads, AT_WORK_MS] as const,
    { polling: 20 },
  );
}

async function expectReady(page: Page): Promise<void> {
  await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "ready", { timeout: 120_000 });
}
