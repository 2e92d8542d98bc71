import { driveChat, expectReady } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { goTo } from "./page-driver.ts";

/** A busy machine may take its time. */
const PATIENCE_MS = 300_000;

test("without a network, the sample folder can be read, and the starter keeps tasks", async ({
  serveApp,
  profile,
  expectErrors,
}) => {
  const server = await serveApp();
  const context = await profile.open();
  const page = await context.newPage();
  const chat = driveChat(page, server.url);
  await chat.open("engine=wllama");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  expectErrors(/ERR_CONNECTION_REFUSED|Failed to load resource/);
  await server.stop();
  await page.reload();
  await expectReady(page, PATIENCE_MS);

  await test.step("one press brings the sample folder, whose files can be read", async () => {
    await goTo(page, "#/files");
    await page.getByRole("button", { name: "Try the sample folder" }).click();
    const folder = page.getByTestId("workspace");
    await folder.getByText("english", { exact: true }).click();
    await folder.getByRole("link", { name: "lease.md" }).click();
    await expect(page.getByTestId("file-text")).toContainText("One cat or one small dog");
  });

  await test.step("a task is on the list after a reload", async () => {
    await goTo(page, "#/");
    await page.getByRole("link", { name: "New chat" }).click();
    await chat.chooseSkill("plan");
    await chat.ask("Remind me tomorrow at 10 to call Ana");
    await chat.waitForEnd(PATIENCE_MS);
    await expect(chat.cards("add_task")).toHaveAttribute("data-state", "done");
    await goTo(page, "#/tasks");
    await page.reload();
    await expect(page.locator("main")).toContainText("call Ana");
  });
});
