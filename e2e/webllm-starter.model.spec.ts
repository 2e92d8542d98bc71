import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";

test("the starter model on the GPU calls a tool and answers with its result", async ({ page }) => {
  const chat = driveChat(page);
  await chat.open("engine=webllm");
  await expect(page.getByTestId("model-status")).toContainText("SmolLM2 135M");
  await chat.ask("What is (3 + 5) * 2?");
  await chat.waitForEnd(400_000);
  await expect(chat.cards("calculate").getByTestId("tool-result")).toContainText("16");
  await expect(chat.answer.getByTestId("answer-text").last()).toContainText("16");
});
