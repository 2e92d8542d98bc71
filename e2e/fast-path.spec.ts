import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { goTo } from "./page-driver.ts";

test("a sum, a note and its end are answered without the model, which each answer says; the model can be asked instead", async ({
  page,
}) => {
  const chat = driveChat(page);
  // A model of random weights: what reads well is not its own.
  await chat.open("engine=wllama&model=tiny");
  const text = chat.answer.getByTestId("answer-text").last();
  const byApp = chat.answer.getByTestId("by-app");

  await chat.ask("Remember that my boat is blue");
  await chat.waitForEnd();
  await expect(chat.cards("memory_write").getByTestId("tool-result")).toHaveText("Saved: my boat is blue");
  await expect(text).toHaveText("I have saved it.");
  await expect(byApp).toContainText("Computed by the app");

  await chat.ask("Forget what I told you about my boat");
  const card = page.getByRole("region", { name: "Approval for Delete a note" });
  await expect(card.getByTestId("effect-diff")).toContainText("my boat is blue");
  await card.getByRole("button", { name: "Allow once" }).click();
  await chat.waitForEnd();
  await expect(text).toHaveText("Notes deleted: 1.");
  await expect(byApp).toBeVisible();

  await chat.ask("What is 17 * 23?");
  await chat.waitForEnd();
  await expect(chat.cards("calculate").getByTestId("tool-result")).toContainText("391");
  await expect(text).toContainText("391");
  await byApp.getByRole("button", { name: "Ask the model instead" }).click();
  const versions = page.getByRole("group", { name: "Versions" });
  await expect(versions).toContainText("2 / 2");
  await chat.stop();
  await expect(byApp).toHaveCount(0);
  await versions.getByRole("button", { name: "Previous version" }).click();
  await expect(byApp).toBeVisible();

  await goTo(page, "#/memory");
  await expect(page.getByText("Nothing is remembered yet")).toBeVisible();
});

test("while the model is on its way a sum is answered at once, and a question for the model waits and says for what", async ({
  page,
}) => {
  const chat = driveChat(page);
  let arrive = (): void => undefined;
  const arriving = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/tiny[^/]*\.gguf/, async (route) => {
    await arriving;
    await route.continue();
  });
  await page.goto("?engine=wllama&model=tiny");
  const status = page.getByTestId("model-status");
  await expect(status).toHaveAttribute("data-state", "loading");
  await expect(page.getByTestId("model-now")).toContainText("is on its way. Sums, dates, units and notes are answered");
  await chat.ask("What is 17 * 23?");
  await chat.waitForEnd();
  await expect(chat.answer.getByTestId("answer-text").last()).toContainText("391");
  await chat.ask("Why is the sky blue?");
  await expect(chat.answer).toContainText("Waits for");
  await expect(status).toHaveAttribute("data-state", "loading");
  arrive();
  await expect(status).toHaveAttribute("data-state", "ready");
  await expect(chat.answer).not.toContainText("Waits for");
  await chat.stop();
});
