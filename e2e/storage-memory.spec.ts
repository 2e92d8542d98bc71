import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";

// The service worker is part of what is shown here.
test.use({ serviceWorkers: "allow" });

test("a fact told once is found in a new conversation, offline, and the card shows the note", async ({
  page,
  serveApp,
}) => {
  const server = await serveApp();
  const chat = driveChat(page, server.url);
  await chat.open("engine=scripted&model=scripted:notes");
  await chat.ask("Remember that the ferry to the island leaves at 7:40");
  await chat.waitForEnd();
  await expect(chat.cards("memory_write")).toHaveAttribute("data-state", "done");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await server.stop();
  await chat.open("engine=scripted&model=scripted:notes");
  await expect(page.getByTestId("answer")).toHaveCount(0);
  await chat.ask("When does the ferry leave?");
  await chat.waitForEnd();
  await expect(chat.cards("memory_search").getByTestId("tool-result")).toContainText("7:40");
  await expect(chat.answer.getByTestId("answer-text").last()).toContainText("7:40");

  const chip = chat.answer.getByTestId("recalled").getByRole("link");
  await expect(chip).toHaveText("The ferry to the island leaves at 7:40.");
  await chip.click();
  await expect(page.getByTestId("memory")).toHaveCount(1);
  await expect(page.getByTestId("memory")).toContainText("7:40");
  await expect(page.getByRole("link", { name: "All notes" })).toBeVisible();
});
