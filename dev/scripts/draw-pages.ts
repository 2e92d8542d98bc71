/**
 * Draws every page of the built app as a newcomer sees it, at three widths in light, dark and forced colours, with sheets of all of a
 * look: `npx tsx dev/scripts/draw-pages.ts FOLDER [BEFORE]`. Of `BEFORE`, a folder of earlier ones, each stands beside its later one.
 * They are for looking at; `e2e/pictures.spec.ts` compares.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Page } from "playwright-core";
import { VIEWS } from "../../e2e/page-driver.ts";
import { startAppServer } from "./app-server.ts";
import { DIST, ensureBuilt, ROOT } from "./build-app.ts";
import { launchChromium } from "./find-chromium.ts";

const WIDTHS = [360, 768, 1280];
const HEIGHT = 800;
const LOOKS = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  forced: { colorScheme: "dark", forcedColors: "active" },
} as const;

const [folder, before] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder for the pictures.");
await ensureBuilt();
await mkdir(folder, { recursive: true });
const server = await startAppServer({ folder: DIST, modelsFolder: join(ROOT, ".models"), port: 0 });
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1280, height: HEIGHT }, bypassCSP: true });
await page.goto(`${server.url}?model=scripted:notes#/files`);
await page.getByRole("button", { name: "Try the sample folder" }).click();
await page.getByRole("heading", { name: "Sample folder" }).waitFor();
await show(page, "#/");
const composer = page.getByRole("textbox", { name: "Message", exact: true });
for (const text of [
  "Remember that the ferry leaves at 7:40",
  "Remind me tomorrow at 9 am to call Ana",
  "/draw_chart {}",
]) {
  await composer.fill(text);
  await composer.press("Enter");
  await page.waitForTimeout(3000);
}
const views = { ...Object.fromEntries(VIEWS.map((hash) => [hash, hash])), "#/chat": new URL(page.url()).hash };
for (const [look, media] of Object.entries(LOOKS)) {
  await page.emulateMedia(media);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    const paths: string[] = [];
    for (const [name, hash] of Object.entries(views)) {
      await show(page, hash);
      const path = join(folder, `${name.replaceAll(/\W+/g, "-").slice(1) || "start"}-${width}-${look}.png`);
      await page.screenshot({ path, animations: "disabled" });
      const earlier = before === undefined ? "" : join(before, basename(path));
      paths.push(...(existsSync(earlier) ? [earlier, path] : [path]));
    }
    await drawSheet(paths, join(folder, `sheet-${width}-${look}.png`));
  }
}
await browser.close();
await server.close();

async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await page.waitForTimeout(400);
  await page.waitForFunction(() => document.querySelector(".view-loading, .skeleton") === null);
}

/** Draws pictures beside each other. */
async function drawSheet(paths: readonly string[], path: string): Promise<void> {
  const sheet = await browser.newPage({ viewport: { width: 2000, height: 1000 } });
  const sources = await Promise.all(paths.map((each) => readFile(each, "base64")));
  const pictures = sources.map((source) => `<img width="380" src="data:image/png;base64,${source}">`);
  await sheet.setContent(`<body style="margin:0;background:#888;line-height:0">${pictures.join("\n")}`);
  await sheet.screenshot({ path, fullPage: true });
  await sheet.close();
  console.log(path);
}
