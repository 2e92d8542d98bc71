import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { DIST } from "../dev/scripts/build-app.ts";
import { expect, test } from "./harness/test.ts";
import { ask } from "./page-driver.ts";

// The service worker is part of what is shown here.
test.use({ serviceWorkers: "allow" });

/** These tests are about files; a model at work would only take the time. */
const SCRIPTED = "?engine=scripted";

/** Builds that were made here; their server still reads from them when a test ends. */
const builds: string[] = [];
test.afterAll(() => Promise.all(builds.splice(0).map((folder) => rm(folder, { recursive: true }))));

/** A build that differs from `dist/` in its title and in the service worker's version. */
async function makeNextBuild(title: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "alcove-build-"));
  builds.push(folder);
  await cp(DIST, folder, { recursive: true });
  const page = join(folder, "index.html");
  await writeFile(page, (await readFile(page, "utf8")).replace(/<title>.*?<\/title>/, `<title>${title}</title>`));
  const worker = join(folder, "sw.js");
  const script = await readFile(worker, "utf8");
  const changed = script.replace(/(["'`])[0-9a-f]{16}\1/, (version) =>
    version.replace(/[0-9a-f]{4}/, "next".replace(/./g, "0")),
  );
  expect(changed).not.toBe(script);
  await writeFile(worker, changed);
  return folder;
}

async function waitUntilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (navigator.serviceWorker.controller === null) await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

function state(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration?.waiting) return "waiting";
    return registration?.installing ? "installing" : "settled";
  });
}

test.describe("the app without its server", () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED|Failed to load resource/] });

  test("opens after the first visit, in the same tab and in a browser started anew; kept are the engines' files, and no model", async ({
    serveApp,
    profile,
  }) => {
    const server = await serveApp();
    const first = await profile.open();
    const page = await first.newPage();
    await page.goto(`${server.url}${SCRIPTED}`);
    await waitUntilKept(page);
    const kept = await page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith("alcove-shell "));
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map((request) => new URL(request.url).pathname);
    });
    expect(kept).toContain("/index.html");
    expect(kept).toContain("/THIRD-PARTY-NOTICES.txt");
    expect(kept.some((path) => path.endsWith(".wasm"))).toBe(true);
    // The workers of the agent, of scripts in tools, and of PDFs.
    for (const worker of [/\/main-/, /\/sandbox-worker-/, /\/pdf-worker-/]) {
      expect(kept.filter((path) => worker.test(path))).not.toEqual([]);
    }
    // The build's empty list of them, for when the server cannot be asked.
    expect(kept.filter((path) => path.startsWith("/models/"))).toEqual(["/models/index.json"]);

    await server.stop();
    await page.reload();
    await expect(page.locator("#root > *").first()).toBeVisible();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await first.close();

    const second = await profile.open();
    const later = await second.newPage();
    await later.goto(`${server.url}${SCRIPTED}#/settings/data`);
    await expect(later.locator("#root > *").first()).toBeVisible();
    await expect.poll(() => later.workers().length).toBeGreaterThan(0);
  });
});

test.describe("a new version", () => {
  test("waits until it is told to take over, and the old one goes on from its cache meanwhile", async ({
    serveApp,
    page,
  }) => {
    const server = await serveApp();
    const next = await makeNextBuild("Next");
    await page.goto(`${server.url}${SCRIPTED}`);
    await waitUntilKept(page);
    await page.reload();
    const title = await page.title();

    await server.restart({ folder: next });
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect.poll(() => state(page)).toBe("waiting");
    await page.reload();
    expect(await page.title()).toBe(title);

    // The page's own button: the browser lets a new version wait for the old one's open requests, and only the button's
    // reload ends them.
    await page.getByTestId("update").getByRole("button").click();
    await expect(page).toHaveTitle("Next", { timeout: 60_000 });
  });

  test("is not taken while an answer is under way, in this tab or in another", async ({ serveApp, page, context }) => {
    const server = await serveApp();
    const next = await makeNextBuild("Next");
    const script = `${server.url}?engine=scripted&model=scripted:notes`;
    await page.goto(script);
    await waitUntilKept(page);
    const title = await page.title();
    const other = await context.newPage();
    await other.goto(script);
    await expect(other.getByTestId("model-status")).toHaveAttribute("data-state", "ready");
    // An answer that waits for a word goes on for as long as it is needed here.
    await other.getByTestId("attach-input").setInputFiles({
      name: "timetable.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("7:40"),
    });
    await ask(other, "Remember that the ferry to the island leaves at 7:40");
    const deny = other.getByRole("button", { name: "Deny", exact: true });
    await expect(deny).toBeEnabled();

    await server.restart({ folder: next });
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect.poll(() => state(page)).toBe("waiting");
    await expect(other.getByTestId("update").getByRole("button")).toBeDisabled();
    const banner = page.getByTestId("update");
    await banner.getByRole("button").click();
    await expect(banner).toContainText("An answer is under way, here or in another tab");
    expect(await state(page)).toBe("waiting");
    expect(await other.title()).toContain(title);

    await deny.click();
    await expect(other.getByTestId("answer")).toHaveAttribute("data-state", "complete");
    await expect(other.getByTestId("update").getByRole("button")).toBeEnabled();
    // A tab in the background draws a frame a second at most, and a click waits for two.
    await page.bringToFront();
    await expect(async () => {
      await banner.getByRole("button").click({ timeout: 5000 });
      await expect(page).toHaveTitle("Next", { timeout: 5000 });
    }).toPass({ timeout: 90_000 });
    await expect(other).toHaveTitle("Next");
    await expect(other.getByTestId("tool-card")).toHaveAttribute("data-state", "failed");
  });

  test("that cannot be fetched whole changes nothing", async ({ serveApp, page }) => {
    const server = await serveApp();
    const next = await makeNextBuild("Broken");
    await page.goto(`${server.url}${SCRIPTED}`);
    await waitUntilKept(page);
    await page.reload();
    const title = await page.title();
    await rm(join(next, "index.html"));
    await server.restart({ folder: next });
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      while (registration?.installing) await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(await state(page)).toBe("settled");
    await page.reload();
    expect(await page.title()).toBe(title);
  });
});

test.describe("a host without header settings", () => {
  test("is isolated by the service worker from the second load on", async ({ serveApp, page }) => {
    const server = await serveApp({ securityHeaders: false });
    await page.goto(`${server.url}${SCRIPTED}`);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await waitUntilKept(page);
    await page.reload();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    const policy = await page.evaluate(async () => {
      const script = document.querySelector<HTMLScriptElement>("script[src]")?.src ?? "";
      return (await fetch(script)).headers.get("Content-Security-Policy");
    });
    expect(policy).toContain("connect-src 'self'");
  });

  test("may keep the app in a sub-folder", async ({ serveApp, page }) => {
    const parent = await mkdtemp(join(tmpdir(), "alcove-site-"));
    await cp(DIST, join(parent, "apps/alcove"), { recursive: true });
    const server = await serveApp({ folder: parent, securityHeaders: false });
    await page.goto(`${server.url}apps/alcove/${SCRIPTED}`);
    await waitUntilKept(page);
    await server.stop();
    await page.reload();
    await expect(page.locator("#root > *").first()).toBeVisible();
    await rm(parent, { recursive: true });
  });
});
