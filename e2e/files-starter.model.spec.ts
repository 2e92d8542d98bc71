import { driveChat, expectReady } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { goTo } from "./page-driver.ts";

/** The starter's own work is over soon here; a busy machine may take its time. */
const PATIENCE_MS = 120_000;

test("without a network, the starter quotes the user's documents, computes their tables and keeps their tasks", async ({
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

  const begin = async (mode: string, question: string): Promise<void> => {
    await goTo(page, "#/");
    await page.getByRole("link", { name: "New chat" }).click();
    await page.getByRole("button", { name: mode, exact: true }).click();
    await page.getByRole("button", { name: question, exact: true }).click();
    await chat.ask(question);
    await chat.waitForEnd(PATIENCE_MS);
    await expect(chat.answer).toHaveAttribute("data-state", "complete");
  };
  const answerText = chat.answer.getByTestId("answer-text").last();

  await test.step("one press brings the sample folder, and a question is answered by a quotation that opens its source", async () => {
    await page.getByRole("button", { name: "Try the sample folder" }).click();
    await begin("My documents", "What does the lease say about pets?");
    await expect(answerText).toContainText("One cat or one small dog");
    await chat.answer.getByRole("link", { name: /^\[1\] english\/lease\.md/ }).click();
    await expect(page.getByTestId("file-text").locator("mark")).toContainText("One cat or one small dog");
  });

  await test.step("the average of a column is the right number", async () => {
    await begin("Tables", "What is the average amount in expenses.csv?");
    await expect(chat.cards("query_table")).toHaveAttribute("data-state", "done");
    await expect(answerText).toContainText("28.34");
  });

  await test.step("a file is written once the user has seen it, and what was written can be taken back", async () => {
    await goTo(page, "#/");
    await page.getByRole("link", { name: "New chat" }).click();
    await chat.chooseSkill("writer");
    await chat.ask("Write a file shopping.txt with milk and bread");
    await page.getByRole("button", { name: "Allow once" }).click({ timeout: PATIENCE_MS });
    await chat.waitForEnd(PATIENCE_MS);
    await expect(chat.answer.getByTestId("file-change")).toContainText("shopping.txt");
    await chat.answer.getByTestId("file-change").getByRole("button", { name: "Undo" }).click();
    await expect(chat.answer.getByTestId("file-change")).toHaveAttribute("data-state", "undone");
  });

  await test.step("a task is on the list after a reload", async () => {
    await begin("Plan my day", "Remind me tomorrow at 10 to call Ana");
    await expect(chat.cards("add_task")).toHaveAttribute("data-state", "done");
    await goTo(page, "#/tasks");
    await page.reload();
    await expect(page.locator("main")).toContainText("call Ana");
  });
});
