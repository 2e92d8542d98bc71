import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";

// What a user sees in the app itself when its storage gives way; how the stores behave then is in storage-conditions.

const SCRIPT = "engine=scripted&model=scripted:calculator";
const QUESTION = "What is (3 + 5) * 2?";

async function expectBanner(page: Page, sentence: string): Promise<void> {
  await expect(page.locator(".banners").getByText(sentence)).toBeVisible();
}

/** Runs in the page: takes up what room there is, down to a few kilobytes. */
async function fillStorage(): Promise<void> {
  await navigator.serviceWorker.ready;
  const cache = await caches.open("filler");
  let number = 0;
  for (let bytes = 32_000_000; bytes > 4000; ) {
    try {
      number += 1;
      await cache.put(`/filler-${number}`, new Response(new Uint8Array(bytes)));
    } catch {
      bytes /= 2;
    }
  }
}

test.describe("where the browser refuses storage", () => {
  // The browser writes each refused script and cache to the console.
  test.use({ expectedErrors: [/ServiceWorker|service worker|Access to storage|denied|insecure/i] });

  test("the app works, and says that everything ends with the tab", async ({ profile, app }) => {
    mkdirSync(join(profile.folder, "Default"), { recursive: true });
    const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
    writeFileSync(join(profile.folder, "Default", "Preferences"), JSON.stringify(preferences));
    const chat = driveChat(await (await profile.open()).newPage(), app.url);
    await chat.open(SCRIPT);
    await expectBanner(chat.page, "The browser does not let this page store anything.");
    await expectBanner(chat.page, "Everything is kept in memory and is gone when the tab closes.");
    await chat.ask(QUESTION);
    await chat.waitForEnd();
    await expect(chat.answer.getByTestId("answer-text").last()).toContainText("16");
  });
});

test.describe("where there is no room", () => {
  // A picture's own page has no icon.
  test.use({ expectedErrors: [/favicon\.ico/] });

  const LONG = `${QUESTION} ${Array.from({ length: 60_000 }, (_, index) => index.toString(36)).join(" ")}`;

  /** Opens the app with room for some kilobytes, besides what `keep` stores in a page, and asks a long question. */
  async function askWhenFull(context: BrowserContext, url: string, keep?: () => Promise<void>) {
    const first = await context.newPage();
    await driveChat(first, url).open(SCRIPT);
    await first.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await first.close();
    // A page of its own keeps the quota as it is; and without the database, for the browser asks for the quota when
    // that is opened, and then for a while no more.
    const holder = await context.newPage();
    await holder.goto(`${url}icon.svg`);
    const session = await context.newCDPSession(holder);
    const origin = new URL(url).origin;
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 200_000_000 });
    if (keep !== undefined) await holder.evaluate(keep);
    await holder.evaluate(fillStorage);
    await holder.waitForTimeout(3000);
    const page = await context.newPage();
    const chat = driveChat(page, url);
    await chat.open(SCRIPT);
    await page.getByRole("textbox", { name: "Message" }).fill(LONG);
    await page.getByRole("textbox", { name: "Message" }).press("Enter");
    return { page, chat, freeSpace: () => session.send("Storage.overrideQuotaForOrigin", { origin }) };
  }

  test("a message is kept in view with a sentence, and goes when there is room again", async ({ profile, app }) => {
    const { page, chat, freeSpace } = await askWhenFull(await profile.open(), app.url);
    await expect(page.getByText("There is no room left in the browser's storage.")).toBeVisible();
    // All of the sentence is to be seen, above the field and not under it.
    const notice = await page.getByTestId("failure").boundingBox();
    const field = await page.getByRole("textbox", { name: "Message" }).boundingBox();
    expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0);
    await expect(page.getByRole("button", { name: "Retry" })).toBeInViewport({ ratio: 1 });
    await expect(page.getByTestId("answer")).toHaveCount(0);
    await freeSpace();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByTestId("question")).toContainText(QUESTION);
    await chat.waitForEnd();
  });

  test("what an engine has read, and can read again, goes before a message is refused", async ({ profile, app }) => {
    const { page, chat } = await askWhenFull(await profile.open(), app.url, async () => {
      const cache = await caches.open("alcove-read");
      await cache.put("https://kept.invalid/model", new Response(new Uint8Array(8_000_000)));
    });
    await chat.waitForEnd();
    await expect(page.getByTestId("question")).toContainText(QUESTION);
    await expect(page.getByText("There is no room left in the browser's storage.")).toHaveCount(0);
    expect(await page.evaluate(() => caches.has("alcove-read"))).toBe(false);
  });
});

test("data removed while the app is open is said, and the next answer is kept", async ({ profile, app }) => {
  const context = await profile.open();
  const page = await context.newPage();
  const chat = driveChat(page, app.url);
  await chat.open(SCRIPT);
  await chat.ask(QUESTION);
  await chat.waitForEnd();
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: new URL(app.url).origin, storageTypes: "indexeddb" });
  await page.goto(`${app.url}?${SCRIPT}#/memory`);
  await page.getByRole("button", { name: "Add a note" }).click();
  await page.getByLabel("What to remember").fill("The pier is number two");
  await page.getByRole("button", { name: "Save" }).click();
  await expectBanner(page, "Stored data that was here before could not be found.");
  await expectBanner(page, "Choose the file of your last backup or export, if you have one.");
  await expect(page.getByTestId("memory")).toContainText("number two");
});

test("a database that was damaged on disk is never taken for a fresh start", async ({ profile, app }) => {
  const first = await profile.open();
  const chat = driveChat(await first.newPage(), app.url);
  await chat.open(SCRIPT);
  await chat.ask(QUESTION);
  await chat.waitForEnd();
  // The mark outside the database is written a moment after the answer, and the browser takes its time as well.
  await chat.page.waitForTimeout(2000);
  await first.close();
  const folder = join(profile.folder, "Default", "IndexedDB");
  const databases = readdirSync(folder).filter((name) => name.endsWith(".leveldb"));
  expect(databases).not.toEqual([]);
  for (const database of databases) {
    for (const name of readdirSync(join(folder, database))) {
      if (name.startsWith("MANIFEST")) writeFileSync(join(folder, database, name), "garbage\n");
    }
  }
  const again = driveChat(await (await profile.open()).newPage(), app.url);
  await again.open(SCRIPT);
  await expectBanner(again.page, "Stored data that was here before could not be found.");
  await expectBanner(again.page, "The browser may have removed it, or it was damaged.");
});

test("when a newer version opens the data, the open app says so, shows it still, and changes nothing", async ({
  profile,
  app,
}) => {
  const context = await profile.open();
  const page = await context.newPage();
  const chat = driveChat(page, app.url);
  await chat.open(SCRIPT);
  await chat.ask(QUESTION);
  await chat.waitForEnd();
  const conversation = page.url();
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open("alcove", 9999);
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
        request.onerror = () => reject(request.error);
      }),
  );
  await expectBanner(page, "The stored data was written by a newer version of the app.");
  await page.getByRole("textbox", { name: "Message" }).fill("And 2 + 2?");
  await page.getByRole("textbox", { name: "Message" }).press("Enter");
  await expect(page.locator(".chat").getByText("It is shown, but nothing is changed.")).toBeVisible();
  await page.goto("about:blank");
  await page.goto(conversation);
  await expectBanner(page, "Reload the page to get the newer version.");
  await expect(page.getByTestId("question")).toHaveText(QUESTION);
});

test("a storage that does not answer is said after a while", async ({ page, app }) => {
  // Of the worker's requests to open a database none is answered.
  const silence = `if (typeof WorkerGlobalScope !== "undefined") {
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, ...rest) {
      if (!(this instanceof IDBOpenDBRequest && type === "success")) listen.call(this, type, ...rest);
    };
    Object.defineProperty(IDBRequest.prototype, "onsuccess", { set() {} });
  }`;
  await page.context().route("**/*.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: silence + (await response.text()) });
  });
  await page.clock.install();
  await page.goto(`${app.url}?${SCRIPT}`);
  await expect(page.getByTestId("model-status")).toContainText("Starting");
  // Its listener is asked first, so that the wait has begun.
  await expect
    .poll(async () => {
      await page.clock.fastForward(20_000);
      const text = page.locator(".banners").textContent({ timeout: 1000 });
      return (await text.catch(() => null)) ?? "";
    })
    .toContain("Alcove has not started yet.");
  await expectBanner(page, "What is stored stays as it is.");
});
