import type { Page } from "@playwright/test";
import { driveChat } from "./harness/chat-page.ts";
import { startSlowServer } from "./harness/slow-server.ts";
import { expect, test } from "./harness/test.ts";
import { goTo } from "./page-driver.ts";

const BANK = "date,category,amount\n2026-01-02,Food,12.50\n2026-01-03,Rent,840\n";
const RULES = "House rules\n\nThe gate is closed at ten in the evening. Bicycles stand in the yard.\n";

/** What somebody new asks, with the file they attach, and what has to stand in the answer. */
const AT_ONCE: readonly (readonly [question: string, answer: RegExp, file?: readonly [name: string, text: string]])[] =
  [
    ["What is 6 * 7?", /42/],
    ["How many kilometres are 5 miles?", /8[.,]0/],
    ["Remember that my bicycle is green", /saved/],
    ["What date is it in 732 days?", /\b20\d\d\b/],
    ["Remind me to call Ana tomorrow at 9", /call Ana/],
    ["What is the total amount?", /852\.50/, ["bank.csv", BANK]],
    ["When is the gate closed?", /ten in the evening/, ["rules.txt", RULES]],
  ];

/** What the Models page tells somebody to use. */
async function readAdvice(page: Page): Promise<string> {
  await goTo(page, "#/models");
  await page.getByTestId("device").waitFor();
  const advice = page.locator(
    '[data-testid="recommended"] > :is(.card-head, p), [data-testid="current-model"] > p.quiet',
  );
  return (await advice.allInnerTexts()).join("\n");
}

test("in a fresh profile, while the model's file comes slowly, what needs none is answered and kept; then the advice on models is the same before and after the first answer", async ({
  app,
  profile,
}) => {
  const slow = await startSlowServer(app.url, 100);
  const page = await (await profile.open()).newPage();
  const chat = driveChat(page, slow.url);
  await page.goto(slow.url);
  const status = page.getByTestId("model-status");
  await expect(status).toHaveAttribute("data-state", "loading");
  const now = page.getByTestId("model-now");
  await expect(now).toContainText("SmolLM2 135M is on its way. Sums, dates, units and notes are answered already.");
  await expect(now).toContainText(/of 98 MB · .* left/);

  for (const [question, answer, file] of AT_ONCE) {
    await goTo(page, "#/");
    if (file !== undefined) {
      const [name, text] = file;
      await page
        .getByTestId("attach-input")
        .setInputFiles({ name, mimeType: name.endsWith("csv") ? "text/csv" : "text/plain", buffer: Buffer.from(text) });
    }
    await chat.ask(question);
    await chat.waitForEnd();
    await expect(chat.answer.getByTestId("answer-text").last(), question).toContainText(answer);
  }
  await goTo(page, "#/tasks");
  await expect(page.getByText("call Ana")).toBeVisible();
  await goTo(page, "#/memory");
  await expect(page.getByTestId("memory")).toContainText("my bicycle is green");
  await expect(status).toHaveAttribute("data-state", "loading");

  slow.hurry();
  await expect(status).toHaveAttribute("data-state", "ready", { timeout: 180_000 });
  await goTo(page, "#/");
  // Measured here, before it has answered anything.
  await expect(now).toContainText(/SmolLM2 135M, .* an answer/);
  const before = await readAdvice(page);
  expect(before).not.toBe("");
  await goTo(page, "#/");
  await chat.ask("What colour is my bicycle?");
  await chat.waitForEnd(300_000);
  // A note says "my": the answer is about the user's.
  await expect(chat.answer.getByTestId("answer-text").last()).toHaveText(/^Your bicycle is green\.?$/);
  expect(await readAdvice(page)).toBe(before);
  await slow.close();
});
