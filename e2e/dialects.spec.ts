import { FORMAT_IDS } from "../worker/protocol/model.ts";
import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";

/** What is part of a dialect and of no text that a user is to read. */
const MARKUP = /tool_call|TOOL_CALLS|parameters|"args"|functools|invoke|arg_key|@tool|<\||\|>|think|THINK|\{|\}/;

test("in every dialect two calls, a thought, a refusal and an answer are told apart, in pieces of any length", async ({
  page,
}) => {
  const chat = driveChat(page);
  for (const format of FORMAT_IDS) {
    await test.step(format, async () => {
      await chat.open(`model=scripted:dialect-${format}`);
      for (const pieces of [1, 5]) {
        await chat.ask(`What is 6 times 7, and how long is harbour? Delete the note n1. Write in pieces of ${pieces}.`);
        const card = page.getByRole("region", { name: "Approval for Delete a note" });
        await card.getByRole("button", { name: "Deny", exact: true }).click();
        await chat.waitForEnd();
        await expect(chat.cards("calculate")).toHaveAttribute("data-state", "done");
        await expect(chat.cards("calculate").getByTestId("tool-result")).toContainText("42");
        await expect(chat.cards("string_length")).toHaveAttribute("data-state", "done");
        await expect(chat.cards("string_length").getByTestId("tool-result")).toContainText("7");
        await expect(chat.cards("memory_delete")).toHaveAttribute("data-state", "failed");
        const thought = chat.answer.locator("details.reasoning").first();
        await thought.locator("summary").click();
        await expect(thought).toContainText("then the old note.");
        const texts = chat.answer.getByTestId("answer-text");
        await expect(texts.last()).toHaveText("Six times seven is 42, and harbour has 7 letters. The note stays.");
        // Whatever the dialect, nothing of its markup is left in what a user reads.
        expect((await texts.allInnerTexts()).join("\n")).not.toMatch(MARKUP);
      }
    });
  }
});
