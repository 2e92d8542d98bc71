import type { Locator, Page } from "@playwright/test";
import { STARTER_FILE } from "../worker/engines/catalog/starter-model.ts";
import { showForDevelopers } from "./harness/chat-page.ts";
import { type ModelHost, redirectFetches, startModelHost } from "./harness/model-host.ts";
import { startSlowServer } from "./harness/slow-server.ts";
import { expect, test } from "./harness/test.ts";
import { makeTinyFolder, type TinyFolder } from "./harness/tiny-folder.ts";
import { openModelFolds } from "./page-driver.ts";

/** A model of WebLLM's list; its hosts are played by one that has the tiny model's files under all names. */
const MODEL = "webllm:SmolLM2-360M-Instruct";

/** What a user allows who loads one of these models; see `app/services/allowed-hosts.ts`. */
const ALLOWED = [
  "https://huggingface.co",
  "https://*.huggingface.co",
  "https://*.hf.co",
  "https://*.xethub.hf.co",
  "https://raw.githubusercontent.com",
];

/** The last of its pieces. */
const LAST = ["params_shard_3.bin", "params_shard_4.bin"];

test("a download shows bytes, speed and time left, pauses, survives a reload, goes on, is checked and deleted", async ({
  page,
  app,
}) => {
  const slow = await startSlowServer(app.url);
  try {
    await page.goto(`${slow.url}?model=starter&engine=wllama#/models`);
    const current = page.getByTestId("current-model");
    await expect(current).toContainText(/of 98 MB/);
    await expect(current).toContainText("It is set to run on wllama, in the settings or by the address.");
    await expect(current.getByTestId("pace")).toContainText(/per second, .* left/);
    await expect.poll(() => slow.sent()).toBeGreaterThan(20e6);
    await current.getByRole("button", { name: "Pause" }).click();
    const card = page.locator('[data-testid=model][data-model="starter"]');
    await expect(card.getByTestId("paused")).toContainText(/Paused at .* of 98 MB/);

    await page.goto(`${slow.url}?model=scripted:notes#/models`);
    await page.reload();
    await expect(card.getByTestId("paused")).toBeVisible();
    slow.hurry();
    const before = slow.sent();
    await card.getByRole("button", { name: "Discard the download" }).waitFor();
    await page.goto(`${slow.url}?model=starter&engine=wllama#/models`);
    await expect(page.getByTestId("current-model")).toContainText("Loaded now", { timeout: 120_000 });
    // What was here before the pause came from the first download: whole parts of 8 MiB.
    expect(slow.sent() - before).toBeLessThan(STARTER_FILE.bytes - 8 * 2 ** 20);
    expect(slow.ranges().at(-1)).toMatch(/^bytes=[1-9]\d+-$/);

    await showForDevelopers(page);
    await card.getByRole("button", { name: "Check its file" }).click();
    await expect(card.getByText("The file is as it was when it was kept.")).toBeVisible({ timeout: 30_000 });
    await page.getByTestId("current-model").getByRole("button", { name: "Unload" }).click();
    await card.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(card.getByRole("alert")).toContainText("your conversations, notes and its tool test score stay");
    await card.getByRole("alert").getByRole("button", { name: "Delete" }).click();
    await expect(card.getByText("Stored here")).toHaveCount(0);
  } finally {
    await slow.close();
  }
});

let tiny: TinyFolder;
let host: ModelHost;

test.describe("of WebLLM's list", () => {
  test.beforeEach(async ({ app, page }) => {
    tiny = await makeTinyFolder();
    host = await startModelHost(app.url, tiny);
    await page.addInitScript((hosts) => localStorage.setItem("alcove.allowed-hosts", hosts), JSON.stringify(ALLOWED));
  });
  test.afterEach(() => host.close());

  test("a model of WebLLM's list shows bytes and speed, pauses, survives a reload, goes on, is checked and deleted", async ({
    page,
  }) => {
    host.delay = 100;
    for (const name of LAST) host.troubles.set(name, { holdAfter: 16 * 1024 });
    const card = await openModels(page);
    await card.getByRole("button", { name: "Download it anyway" }).click();
    const current = page.getByTestId("current-model");
    const download = page.getByTestId("download");
    await expect(download).toContainText(/B of .* MB/);
    await expect(download).toContainText(/per second/);
    await expect.poll(() => countKeptPieces(page)).toBe(3);
    await download.getByRole("button", { name: "Pause" }).click();
    await expect(download).toHaveCount(0);
    await expect(card.getByTestId("paused")).toContainText(/Paused at .*B of/);

    host.asked.length = 0;
    host.delay = 0;
    host.troubles.clear();
    await page.reload();
    await expectScript(page);
    await redirectFetches(page, host);
    await expect(card.getByTestId("paused")).toBeVisible();
    await card.getByRole("button", { name: "Resume" }).click();
    await switchToIt(page);
    // The list, the configuration, the tokenizer, the library and the finished pieces were here.
    expect([...host.asked].sort()).toEqual(LAST);

    await showForDevelopers(page);
    await card.getByRole("button", { name: "Check its file" }).click();
    await expect(card.getByText("The file is as it was when it was kept.")).toBeVisible({ timeout: 30_000 });
    await current.getByRole("button", { name: "Unload" }).click();
    await card.getByRole("button", { name: "Delete", exact: true }).click();
    await card.getByRole("alert").getByRole("button", { name: "Delete" }).click();
    await expect(card.getByText("Stored here")).toHaveCount(0);
    expect(await countKeptPieces(page)).toBe(0);
  });

  test("a connection that is cut says so, and one more press completes the download", async ({ page }) => {
    host.troubles.set("params_shard_1.bin", { cutAfter: 16 * 1024 });
    const card = await openModels(page);
    await card.getByRole("button", { name: "Download it anyway" }).click();
    const failure = page.getByTestId("failure").first();
    await expect(failure).toHaveAttribute("data-code", "download-failed");
    await expect(failure).toContainText(/^SmolLM2 360M[^:]*: The download did not finish/);
    host.troubles.clear();
    await failure.getByRole("button", { name: "Retry" }).click();
    await switchToIt(page);
  });

  test("a piece of another length or with other content than the list says is not kept", async ({ page }) => {
    const piece = tiny.files.get("params_shard_2.bin") ?? Buffer.alloc(0);
    const card = await openModels(page);
    for (const instead of [piece.subarray(4), Buffer.from(piece).fill(7, 100, 200)]) {
      host.troubles.set("params_shard_2.bin", { instead });
      await card.getByRole("button", { name: /Download it anyway|Resume/ }).click();
      await expect(page.getByTestId("failure").first()).toHaveAttribute("data-code", "model-corrupt", {
        timeout: 30_000,
      });
      expect(await readKeptNames(page)).not.toContain("params_shard_2.bin");
    }
    await card.getByRole("button", { name: "Discard the download" }).click();
    await expect(card.getByTestId("paused")).toHaveCount(0);
    expect(await countKeptPieces(page)).toBe(0);
  });
});

/** The Models page with a script in the model's place, and the card of the model at hand. */
async function openModels(page: Page): Promise<Locator> {
  await page.goto(`${host.url}?model=scripted:notes#/models`);
  await expectScript(page);
  await redirectFetches(page, host);
  await openModelFolds(page);
  return page.locator(`[data-testid=model][data-model="${MODEL}"]`);
}

/** Waits until the script is loaded, and with it the worker is there. */
async function expectScript(page: Page): Promise<void> {
  await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "ready");
}

/** Switches to the model once it is here, and waits until it is loaded; before it, the script was. */
async function switchToIt(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Switch to it" }).click({ timeout: 60_000 });
  const current = page.getByTestId("current-model");
  await expect(current.getByRole("heading")).toContainText("SmolLM2 360M", { timeout: 60_000 });
  await expect(current).toContainText("Loaded now", { timeout: 120_000 });
}

/** The names of the files of WebLLM's models that are kept. */
async function readKeptNames(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const cache = await caches.open("webllm/model");
    return (await cache.keys()).map(({ url }) => url.split("/").at(-1) ?? "");
  });
}

async function countKeptPieces(page: Page): Promise<number> {
  return (await readKeptNames(page)).filter((name) => name.startsWith("params_shard_")).length;
}
