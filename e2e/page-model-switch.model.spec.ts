import type { Page } from "@playwright/test";
import { BRIEF_SKILL, driveChat, expectReady } from "./harness/chat-page.ts";
import { type ModelHost, playDeviceAndHosts, startModelHost } from "./harness/model-host.ts";
import { expect, test } from "./harness/test.ts";
import { makeTinyFolder } from "./harness/tiny-folder.ts";
import { ask, expectEnded, goTo } from "./page-driver.ts";

// The hosts of WebLLM's models are played by one that has the tiny model's files under all names, and the processor that
// plays the GPU passes for a graphics card, so that a strong model is recommended.
test.use({ serviceWorkers: "allow" });

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

let host: ModelHost;

test.beforeEach(async ({ app, context }) => {
  host = await startModelHost(app.url, await makeTinyFolder());
  await playDeviceAndHosts(context, host);
});
test.afterEach(() => host.close());

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`a stronger model is three clicks away and stays, at the size of a ${size}`, async ({ context, page }) => {
    await page.setViewportSize(viewport);
    await page.goto(`${host.url}?model=scripted:notes`);
    await expectReady(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

    const modelId =
      await test.step("the welcome leads to a model that this device can run, and it asks once", async () => {
        await page.getByTestId("model-now").getByRole("link", { name: "Get a better one" }).click();
        const offer = page.getByTestId("recommended");
        await expect(offer).toContainText(/about [\d.]+ GB/);
        await expect(offer).toContainText("Fits");
        const id = (await offer.getAttribute("data-model")) ?? "";
        expect(id).toMatch(/^webllm:/);
        await picture(page, size, "offer");
        await offer.getByRole("button", { name: "Download" }).click();
        const consent = page.getByRole("dialog");
        await expect(consent).toContainText(/Download .+\?/);
        await expect(consent).toContainText("huggingface.co");
        expect(host.asked).toEqual([]);
        host.delay = 400;
        await picture(page, size, "consent");
        await consent.getByRole("button", { name: "Allow and download" }).click();
        return id;
      });

    await test.step("the loaded model answers while it is downloaded, and every page shows how far that is", async () => {
      const download = page.getByTestId("download");
      await expect(download).toHaveAttribute("data-model", modelId);
      await expect(download).toContainText(/per second, .* left/);
      await goTo(page, "#/");
      await ask(page, "When does the ferry leave?");
      await expectEnded(page);
      await expect(download).toBeVisible();
      await picture(page, size, "download");
      await page.evaluate(() => {
        location.hash = "#/memory";
      });
      await expect(download).toBeVisible();
    });

    // The rest is the same at any size.
    if (size === "phone") return;

    const tab = await test.step("it goes on after a reload, and in another tab when this one is closed", async () => {
      await page.reload();
      await expect(page.getByTestId("download")).toContainText(/per second/);
      const other = await context.newPage();
      await other.setViewportSize(viewport);
      await other.goto(`${host.url}?model=scripted:notes`);
      await expect(other.getByTestId("download")).toContainText("Downloading in another tab");
      await page.close();
      await expect(other.getByTestId("download")).not.toContainText("in another tab");
      await picture(other, size, "other-tab");
      host.delay = 0;
      return other;
    });

    await test.step("once it is here, one press switches to it", async () => {
      const toast = tab.locator(".toast").filter({ hasText: "is here." });
      await expect(toast).toBeVisible({ timeout: 60_000 });
      await expect(tab.getByTestId("model-status")).toContainText("notes");
      await picture(tab, size, "ready");
      await toast.getByRole("button", { name: "Switch to it" }).click();
      await expect.poll(() => new URL(tab.url()).search, { timeout: 120_000 }).toBe("");
      await expectReady(tab);
    });

    await test.step("it is loaded at the next start, also without a network", async () => {
      const title = await tab.getByTestId("model-status").textContent();
      const asked = host.asked.length;
      await tab.reload();
      await expectReady(tab, 120_000);
      await expect(tab.getByTestId("model-status")).toHaveText(title ?? "");
      await context.setOffline(true);
      await tab.reload();
      await expectReady(tab, 120_000);
      await expect(tab.getByTestId("model-status")).toHaveText(title ?? "");
      const chat = driveChat(tab, host.url);
      await chat.chooseSkill(BRIEF_SKILL);
      await chat.answerAndStop("Hello");
      await picture(tab, size, "offline");
      expect(host.asked).toHaveLength(asked);
    });
  });
}

/** For the eye; compared with nothing, as a bar stands elsewhere each time. */
async function picture(page: Page, size: string, name: string): Promise<void> {
  await page.screenshot({ path: test.info().outputPath(`${size}-${name}.png`) });
}
