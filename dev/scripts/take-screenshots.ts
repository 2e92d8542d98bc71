/** Takes the pictures of the README from the built app, with the starter model: `npx tsx dev/scripts/take-screenshots.ts`. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { startAppServer } from "./app-server.ts";
import { DIST, ensureBuilt, ROOT } from "./build-app.ts";
import { launchChromium } from "./find-chromium.ts";

/** The starter answers on the processor, which may be busy. */
const PATIENCE_MS = 300_000;
const FOLDER = join(ROOT, "public/screenshots");

await ensureBuilt();
await mkdir(FOLDER, { recursive: true });
const server = await startAppServer({ folder: DIST, modelsFolder: join(ROOT, ".models"), port: 0 });
const browser = await launchChromium();

const wide = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
await open(wide);
// One that the model itself answers, with a call: its run has all there is to see.
await ask(wide, "9 boxes hold 24 eggs each, how many eggs is that?");
await ask(wide, "Remember that the ferry to the island leaves at 7:40");
await picture(wide, "chat");

await wide.goto(`${server.url}#/runs`);
await wide
  .getByRole("main")
  .getByRole("link", { name: /9 boxes/ })
  .first()
  .click();
await wide.locator("svg[role=img]").first().waitFor();
await picture(wide, "run");
await wide.close();

const narrow = await browser.newPage({ viewport: { width: 360, height: 740 }, colorScheme: "dark" });
await open(narrow);
await ask(narrow, "Convert 5 miles to kilometres");
await picture(narrow, "phone");

await browser.close();
await server.close();

/** Opens the app, with the starter loaded. */
async function open(page: Page): Promise<void> {
  await page.goto(server.url);
  // Of the welcome, when the starter is not loaded by itself.
  const load = page.getByRole("main").getByRole("button", { name: /^Load/ });
  const ready = page.locator('[data-testid="model-status"][data-state="ready"]');
  await load.or(ready).first().waitFor({ timeout: PATIENCE_MS });
  // It may go in this moment, where the starter loads by itself.
  if (await load.first().isVisible()) {
    await load
      .first()
      .click({ timeout: 2000 })
      .catch(() => undefined);
  }
  await ready.waitFor({ timeout: PATIENCE_MS });
}

/** Asks, and waits for the whole answer. */
async function ask(page: Page, question: string): Promise<void> {
  const answers = page.locator('[data-testid="answer"][data-state="complete"]');
  const before = await answers.count();
  await page.getByRole("textbox", { name: "Message" }).fill(question);
  await page.getByRole("textbox", { name: "Message" }).press("Enter");
  await answers.nth(before).waitFor({ timeout: PATIENCE_MS });
}

async function picture(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(500);
  for (const toast of await page.locator(".toast").all()) await toast.getByRole("button").last().click();
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  console.log(`public/screenshots/${name}.png`);
}
