import type { Page } from "@playwright/test";
import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";
import { ask, composer, expectEnded, lastAnswer, openWithScript } from "./page-driver.ts";

const STORY = Array.from({ length: 420 }, (_, index) => `detail ${index}`).join(", ");

/** Says so much that the model's context cannot hold all of it. */
async function talkTooMuch(page: Page): Promise<void> {
  await openWithScript(page, "talk");
  await ask(page, `I am Ann and my ferry leaves at 7:40. ${STORY}`);
  await expectEnded(page);
  for (const text of [`The pier is number two. ${STORY}`, `I take the bicycle. ${STORY}`]) {
    await ask(page, text);
    await expect(page.getByTestId("question").last()).toContainText(text.slice(0, 20));
    await expectEnded(page);
  }
}

/** The text that the model was sent for the newest answer. */
async function readPrompt(page: Page): Promise<string> {
  await lastAnswer(page).getByRole("link", { name: "Show the steps" }).click();
  await page.getByText("Prompt as sent").first().click();
  const prompt = await page.locator("pre").filter({ hasText: "What do you know" }).first().textContent();
  await page.goBack();
  return prompt ?? "";
}

test("a window that was cut says so, older messages are summed up on demand, and that can be taken back", async ({
  page,
}) => {
  await talkTooMuch(page);
  const notice = page.getByTestId("window-notice");
  await expect(notice).toContainText("messages are not sent to the model any more");
  await notice.getByRole("button", { name: "Summarise older messages" }).click();

  const summary = page.getByTestId("summary");
  await expect(summary).toHaveAttribute("data-state", "running");
  await expect(summary).toHaveAttribute("data-state", "complete");
  await expect(summary).toContainText("Summary of the first 2 messages");
  await expect(summary).toContainText("The ferry leaves at 7:40 from pier two.");
  await expect(summary).toContainText("They are all still here.");
  await expect(notice).toBeHidden();
  await page.getByRole("region", { name: "Messages" }).evaluate((region) => region.scrollTo(0, 0));
  await expect(page.getByTestId("question").first()).toContainText("I am Ann");

  await ask(page, "What do you know about me?");
  await expect(lastAnswer(page)).toContainText("You are Ann");
  await expectEnded(page);
  const withSummary = await readPrompt(page);
  expect(withSummary).toContain("Ann plans a trip to the island.");
  expect(withSummary).not.toContain("I am Ann and my ferry");

  await page.reload();
  await expect(summary).toHaveAttribute("data-in-use", "");
  await summary.getByRole("button", { name: "Take back" }).click();
  await expect(summary).toContainText("Taken back");
  await ask(page, "What do you know about the ferry?");
  await expect(page.getByTestId("question").last()).toContainText("about the ferry");
  await expectEnded(page);
  expect(await readPrompt(page)).not.toContain("Ann plans a trip to the island.");
});

test("/compact sums up too, can be stopped, and says when there is nothing older", async ({ page }) => {
  await openWithScript(page, "talk");
  await composer(page).fill("/compact");
  await expect(page.getByText("Sums up the older messages")).toBeVisible();
  await composer(page).press("Enter");
  await expect(page.getByText("There are no older messages to summarise.")).toBeVisible();
  await page.reload();
  await openWithScript(page, "talk");
  await ask(page, "I am Ann.");
  await expectEnded(page);
  await ask(page, "My ferry leaves at 7:40.");
  await expect(page.getByTestId("question").last()).toContainText("7:40");
  await expectEnded(page);
  await ask(page, "/compact");
  const summary = page.getByTestId("summary");
  await expect(summary).toHaveAttribute("data-state", "running");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(summary).toHaveAttribute("data-state", "stopped");
  await expect(summary).toContainText("It was not finished, so it is not used.");
  await ask(page, "/compact");
  await expect(summary.last()).toHaveAttribute("data-state", "complete");
});
