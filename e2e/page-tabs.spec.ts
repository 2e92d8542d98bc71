import type { Page } from "@playwright/test";
import { OFTEN } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { ask, composer, expectEnded, goTo, lastAnswer, openWithScript } from "./page-driver.ts";

async function text(page: Page): Promise<string> {
  return (await lastAnswer(page).getByTestId("answer-text").last().textContent()) ?? "";
}

/** Waits until an answer has grown beyond what stands there now. */
async function expectWriting(page: Page): Promise<void> {
  await expect(lastAnswer(page).getByTestId("answer-text").last()).toBeVisible();
  const before = (await text(page)).length;
  await expect.poll(async () => (await text(page)).length, OFTEN).toBeGreaterThan(before + 20);
}

async function stop(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expectEnded(page, "stopped");
}

test("one engine answers all tabs in turn; when its tab is closed the next takes over, an answer of its own is said to be cut off, and no run stays running", async ({
  page,
  context,
}) => {
  await openWithScript(page, "stream");
  const second = await context.newPage();
  await openWithScript(second, "stream");

  await test.step("a question waits for the answer in the other tab, and is answered by the same engine", async () => {
    await ask(page, "When is the ferry?");
    await expectWriting(page);
    await ask(second, "And on Sunday?");
    await expect(second.getByText("Another tab of this app is being answered first.")).toBeVisible();
    await stop(page);
    await expectWriting(second);
    await expect(second.getByText("Another tab of this app is being answered first.")).toBeHidden();
  });

  await test.step("the answer of the second tab goes on when the tab with the engine is closed", async () => {
    const before = await text(second);
    await page.close();
    await expectWriting(second);
    expect(await text(second)).toContain(before.slice(0, 40));
    await stop(second);
    await ask(second, "The colour of the sea in one word?");
    await expectEnded(second);
    expect(await text(second)).toBe("Ferries.");
  });

  await test.step("an answer whose own tab is closed is shown as cut off by the next, which can go on", async () => {
    const third = await context.newPage();
    await openWithScript(third, "stream");
    await third.getByRole("navigation", { name: "Conversations" }).getByRole("link").first().click();
    await ask(second, "Tell me more.");
    await expectWriting(second);
    await expect(third.getByText("Another tab of this app is writing this answer.")).toBeVisible();
    await second.close();
    await expect(third.getByText("This answer was cut off when the page closed.")).toBeVisible();
    await goTo(third, "#/runs");
    await expect(third.getByTestId("run").first()).toContainText(/Tell me more.*Cut off/);
    await expect(third.getByTestId("run").filter({ hasText: "running" })).toHaveCount(0);
    await goTo(third, "#/");
    await ask(third, "The colour of the sea in one word?");
    await expectEnded(third);
    expect(await text(third)).toBe("Ferries.");
    await expect(composer(third)).toBeFocused();
  });
});
