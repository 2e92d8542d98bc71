import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";

for (const format of ["chatml", "llama3", "mistral", "generic"]) {
  test(`a call written in the ${format} dialect becomes a card, a result and an answer`, async ({ page }) => {
    const chat = driveChat(page);
    await chat.open(`model=scripted:dialect-${format}`);
    await chat.ask("How much is 6 times 7?");
    await chat.waitForEnd();
    await expect(chat.cards("calculate")).toHaveAttribute("data-state", "done");
    await expect(chat.cards("calculate").getByTestId("tool-result")).toContainText("42");
    await expect(chat.answer.getByTestId("answer-text").last()).toHaveText("Six times seven is 42.");
    // Whatever the dialect, nothing of its markup is left in what a user reads.
    for (const markup of ["tool_call", "TOOL_CALLS", "parameters", '"args"']) {
      await expect(chat.answer.getByTestId("answer-text").first()).not.toContainText(markup);
    }
  });
}
