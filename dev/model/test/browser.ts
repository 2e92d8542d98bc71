import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";
import type {} from "./page.ts";
import { serve } from "./serve.ts";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");

/** Opens the checks' page in Chromium; `folders` adds address prefixes. What the page reports as an error is kept. */
export async function openPage(
  folders: Record<string, string>,
): Promise<{ page: Page; errors: string[]; close: () => Promise<void> }> {
  const server = await serve({
    "/test/": here,
    "/web-llm/": join(root, "node_modules/@mlc-ai/web-llm/lib"),
    "/libraries/": join(root, "public/libraries"),
    ...folders,
  });
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--enable-unsafe-webgpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
  });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text().slice(0, 2000));
  });
  page.on("pageerror", (error) => errors.push(String(error).slice(0, 2000)));
  await page.goto(`${server.address}/test/page.html`);
  await page.waitForFunction(() => document.title === "ready", undefined, { timeout: 30000 });
  return {
    page,
    errors,
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}
