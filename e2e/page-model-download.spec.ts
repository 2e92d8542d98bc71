import type { Locator, Page } from "@playwright/test";
import { type ModelHost, redirectFetches, startModelHost } from "./harness/model-host.ts";
import { expect, test } from "./harness/test.ts";
import { makeTinyFolder, type TinyFolder } from "./harness/tiny-folder.ts";

/** A model of WebLLM's list; its hosts are played by one that has the tiny model's files under all names. */
const MODEL = "webllm:SmolLM2-360M-Instruct";

/** What a user allows who loads one of these models; see `app/boot/allowed-hosts.ts`. */
const ALLOWED = [
  "https://huggingface.co",
  "https://*.huggingface.co",
  "https://*.hf.co",
  "https://*.xethub.hf.co",
  "https://raw.githubusercontent.com",
];

/** The last of its pieces. */
const LAST = ["params_shard_3.bin", "params_shard_4.bin"];

test.setTimeout(240_000);

let tiny: TinyFolder;
let host: ModelHost;
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
  await card.getByRole("button", { name: "Try all the same" }).click();
  const current = page.getByTestId("current-model");
  await expect(current).toContainText(/B of .* MB/, { timeout: 20_000 });
  await expect(current.getByTestId("pace")).toContainText(/per second/, { timeout: 20_000 });
  await expect.poll(() => countKeptPieces(page), { timeout: 30_000 }).toBe(3);
  await current.getByRole("button", { name: "Pause" }).click();
  await expect(card.getByTestId("paused")).toContainText(/Paused at .*B of/);

  host.asked.length = 0;
  host.delay = 0;
  host.troubles.clear();
  await page.reload();
  await expectScript(page);
  await redirectFetches(page, host);
  await expect(card.getByTestId("paused")).toBeVisible();
  await card.getByRole("button", { name: "Resume" }).click();
  await expectLoaded(page);
  // The list, the configuration, the tokenizer, the library and the finished pieces were here.
  expect([...host.asked].sort()).toEqual(LAST);

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
  await card.getByRole("button", { name: "Try all the same" }).click();
  const failure = page.getByTestId("failure").first();
  await expect(failure).toHaveAttribute("data-code", "download-failed", { timeout: 30_000 });
  host.troubles.clear();
  await failure.getByRole("button", { name: "Retry" }).click();
  await expectLoaded(page);
});

test("a piece of another length or with other content than the list says is not kept", async ({ page }) => {
  const piece = tiny.files.get("params_shard_2.bin") ?? Buffer.alloc(0);
  const card = await openModels(page);
  for (const instead of [piece.subarray(4), Buffer.from(piece).fill(7, 100, 200)]) {
    host.troubles.set("params_shard_2.bin", { instead });
    await card.getByRole("button", { name: /Try all the same|Resume/ }).click();
    await expect(page.getByTestId("failure").first()).toHaveAttribute("data-code", "model-corrupt", {
      timeout: 30_000,
    });
    expect(await readKeptNames(page)).not.toContain("params_shard_2.bin");
  }
  await card.getByRole("button", { name: "Discard the download" }).click();
  await expect(card.getByTestId("paused")).toHaveCount(0);
  expect(await countKeptPieces(page)).toBe(0);
});

/** The Models page with a script in the model's place, and the card of the model at hand. */
async function openModels(page: Page): Promise<Locator> {
  await page.goto(`${host.url}?model=scripted:notes#/models`);
  await expectScript(page);
  await redirectFetches(page, host);
  return page.locator(`[data-testid=model][data-model="${MODEL}"]`);
}

/** Waits until the script is loaded, and with it the worker is there. */
async function expectScript(page: Page): Promise<void> {
  await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "ready");
}

/** Waits until the model is loaded; before it, the script was. */
async function expectLoaded(page: Page): Promise<void> {
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
