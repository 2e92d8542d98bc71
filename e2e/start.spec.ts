import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ROOT } from "../dev/scripts/build-app.ts";
import { expect, test } from "./harness/test.ts";
import { addHome } from "./harness/test-server.ts";

/** Runs `npm start` and answers with the address it prints. */
async function start(child: ChildProcess): Promise<{ url: string; text: string }> {
  let text = "";
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (data: Buffer) => {
      text += data;
      const [url] = text.match(/http:\/\/\S+/) ?? [];
      if (url !== undefined) resolve({ url, text });
    });
    child.once("close", (code) => reject(new Error(`npm start ended with ${code}: ${text}`)));
  });
}

test("npm start prints an address where the app opens, at the next port when its own is taken", async ({ page }) => {
  const blocker: Server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => blocker.once("listening", resolve));
  const { port } = blocker.address() as AddressInfo;
  const args = ["start", "--silent", "--", "--port", String(port), "--no-model"];
  const child = spawn("npm", args, { cwd: ROOT, detached: true, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const { url, text } = await start(child);
    expect(text).toContain(`Port ${port} is taken`);
    expect(Number(new URL(url).port)).toBeGreaterThan(port);
    addHome(url);
    await page.goto(url);
    await expect(page.locator("#root > *").first()).toBeVisible();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  } finally {
    // The whole group: npm passes signals on only to some of its children.
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    blocker.close();
  }
});
