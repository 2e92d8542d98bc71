import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";

test("the starter model answers a question that waits for the start, and what it would write is a draft", async ({
  serveApp,
  profile,
}) => {
  test.setTimeout(600_000);
  const server = await serveApp();
  const context = await profile.open();
  const page = await context.newPage();
  driveChat(page, server.url);
  await page.goto(`${server.url}#/waiting`);
  const status = page.getByTestId("model-status");
  const form = page.getByRole("form", { name: "A question that waits" });
  await form.getByRole("textbox").first().fill("Remember that my bicycle is green");
  await form.getByLabel("When it is asked").selectOption({ label: "At each start of Alcove" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByTestId("waiting")).toContainText("bicycle");
  await expect(status).toHaveAttribute("data-state", "ready", { timeout: 120_000 });
  await page.reload();
  await expect(page.getByTestId("waiting-answer")).toContainText("answered", { timeout: 300_000 });
  await expect(page.getByTestId("draft")).toContainText("green");
  await page.goto(`${server.url}#/memory`);
  await expect(page.getByTestId("memory")).toHaveCount(0);
});
