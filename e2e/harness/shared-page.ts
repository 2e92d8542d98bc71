import type { Page } from "@playwright/test";
import { test as base } from "./test.ts";

/** Of the same origin, so that the browser goes on with the process in which the app's scripts are compiled. */
const EMPTY_PAGE = "READ-ME.txt";
const VIEWPORT = { width: 1280, height: 720 };

/**
 * The same test on a page that the tests of a worker share: the app starts there in about half the time. In between the
 * page is left, its storage emptied, and what was set for it taken back. For tests that add no script to their page or
 * context, serve no request themselves, and leave the clock and the service worker alone: what these do stays.
 */
export const test: typeof base = base.extend({
  context: async ({ sharedContext, watch, serviceWorkers }, use) => {
    if (serviceWorkers !== "block") throw new Error("A shared page has no service worker: take the test of test.ts.");
    watch(sharedContext);
    await use(sharedContext);
    await sharedContext.clearPermissions();
  },

  page: async ({ context, expectErrors }, use) => {
    const page = context.pages()[0] ?? (await context.newPage());
    await use(page);
    for (const other of context.pages()) if (other !== page) await other.close();
    // A text names no icon, so the browser asks for one.
    expectErrors(/favicon\.ico/);
    await empty(page);
  },
});

async function empty(page: Page): Promise<void> {
  await page.goto(EMPTY_PAGE);
  await page.setViewportSize(VIEWPORT);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference", forcedColors: "none" });
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases()) {
      await new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name ?? "");
        request.onsuccess = resolve;
        request.onerror = () => reject(request.error);
      });
    }
    for (const name of await caches.keys()) await caches.delete(name);
    const root = await navigator.storage.getDirectory();
    for await (const name of root.keys()) await root.removeEntry(name, { recursive: true });
  });
}
