import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";

test.describe("the starter model, on the processor", () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED|Failed to load resource/] });

  test("calls a tool and answers with its result; a note outlives a reload; all of it without the server", async ({
    serveApp,
    profile,
  }) => {
    const server = await serveApp();
    const context = await profile.open();
    const page = await context.newPage();
    const chat = driveChat(page, server.url);
    await chat.open("engine=wllama");
    await expect(page.getByTestId("model-status")).toContainText("SmolLM2 135M");

    await test.step("a calculation", async () => {
      await chat.ask("What is (3 + 5) * 2?");
      await chat.waitForEnd(180_000);
      await expect(chat.cards("calculate").getByTestId("tool-result")).toHaveText("16");
      await expect(chat.answer.getByTestId("answer-text").last()).toContainText("16");
    });

    await test.step("a note in a second conversation", async () => {
      await page.goto(`${server.url}?engine=wllama#/`);
      await chat.ask("Remember that my bicycle is green");
      await chat.waitForEnd(180_000);
      await expect(chat.cards("memory_write")).toHaveAttribute("data-state", "done");
    });

    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await server.stop();

    await test.step("found after a reload, in a third one, with the server stopped", async () => {
      await page.goto("about:blank");
      await chat.open("engine=wllama");
      await chat.ask("What do my notes say about the bicycle?");
      await chat.waitForEnd(180_000);
      await expect(chat.cards("memory_search").getByTestId("tool-result")).toContainText(/green/i);
    });
  });
});
