import { fileURLToPath } from "node:url";
import type { Locator } from "@playwright/test";
import { TINY_FILE } from "../worker/engines/catalog/tiny-model.ts";
import { expect, test } from "./harness/test.ts";
import { addHome } from "./harness/test-server.ts";
import { startMcpServer } from "./mcp-server.ts";
import { openWithScript } from "./page-driver.ts";

/** How somebody gets from the welcome to what they want, press by press; typing does not count. */
function countPresses() {
  let presses = 0;
  return {
    press: async (target: Locator): Promise<void> => {
      presses += 1;
      await target.click();
    },
    expectAtMost: (most: number): void => expect(presses).toBeLessThanOrEqual(most),
  };
}

test("a model from a file takes two presses", async ({ page }) => {
  const { press, expectAtMost } = countPresses();
  await page.goto("?model=scripted:notes");
  await press(page.getByRole("link", { name: "Get a better one" }));
  const choosing = page.waitForEvent("filechooser");
  await press(page.getByRole("button", { name: "Choose a file" }).first());
  await (await choosing).setFiles(fileURLToPath(TINY_FILE.url));
  await expect(page.getByTestId("current-model")).toContainText("Loaded now");
  expectAtMost(2);
});

test.describe("with hosts that do not answer", () => {
  test.use({
    expectedOrigins: ["https://huggingface.co"],
    expectedErrors: [/Failed to load resource|ERR_FAILED|fetch/],
  });

  test("a model of the catalog takes three", async ({ page }) => {
    await page.route("https://huggingface.co/**", (route) => route.abort());
    const { press, expectAtMost } = countPresses();
    await page.goto("?model=scripted:notes");
    await press(page.getByRole("link", { name: "Get a better one" }));
    await press(
      page
        .getByTestId("model")
        .getByRole("button", { name: /^Download/ })
        .first(),
    );
    await press(page.getByRole("dialog").getByRole("button", { name: /^Allow/ }));
    const hasBegun = page.locator("[data-testid=download], [data-testid=failure][data-code=download-failed]");
    await expect(hasBegun.first()).toBeVisible();
    expectAtMost(3);
    // Ends the download while its host is still kept away: what is under way when a test ends is no longer held back.
    await page.goto("about:blank");
  });
});

test("a tool of one's own takes four, with its first result", async ({ page }) => {
  const { press, expectAtMost } = countPresses();
  await openWithScript(page, "notes");
  await press(page.getByRole("button", { name: "Search", exact: true }));
  await page.getByRole("searchbox").fill("Tools");
  await page.keyboard.press("Enter");
  await press(page.getByRole("button", { name: "Add a tool" }));
  await press(page.getByRole("button", { name: "Save and try" }));
  const tool = page.locator('[data-testid="tool"][data-tool="tip"]');
  await tool.getByLabel("bill").fill("60");
  await press(tool.getByRole("button", { name: "Run" }));
  await expect(tool.getByTestId("tool-outcome")).toContainText("6.00");
  expectAtMost(4);
});

test("an MCP server takes four", async ({ page }) => {
  const server = await startMcpServer();
  addHome(server.url);
  try {
    const { press, expectAtMost } = countPresses();
    await openWithScript(page, "notes");
    await press(page.getByRole("button", { name: "Search", exact: true }));
    await page.getByRole("searchbox").fill("MCP");
    await page.keyboard.press("Enter");
    const form = page.getByRole("form", { name: "Add server" });
    await form.getByLabel("Address").fill(server.url.replace("http://", ""));
    await press(form.getByRole("button", { name: "Add server" }));
    await press(page.getByRole("button", { name: /^Allow http.* and reload$/ }));
    await press(page.getByRole("button", { name: /^Allow all \d+ tools$/ }));
    const tool = page.locator('[data-testid="server-tool"][data-tool="lookup_part"]');
    await expect(tool).toHaveAttribute("data-status", "on");
    expectAtMost(4);
  } finally {
    await server.close();
  }
});

test("deleting everything takes three", async ({ page }) => {
  const { press, expectAtMost } = countPresses();
  await openWithScript(page, "notes");
  await press(page.getByRole("button", { name: "Search", exact: true }));
  await page.getByRole("searchbox").fill("Delete everything");
  await page.keyboard.press("Enter");
  await press(page.getByRole("button", { name: "Delete everything", exact: true }));
  await press(page.getByRole("button", { name: "Yes, delete everything" }));
  await expect(page.getByText("Your data was deleted from this device.")).toBeVisible();
  expectAtMost(3);
});
