import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";

test("the starter model on the GPU calls a tool and answers with its result", async ({ page }) => {
  const chat = driveChat(page);
  await chat.open("engine=webllm");
  await expect(page.getByTestId("model-status")).toContainText("SmolLM2 135M");
  // A skill of few tools: every token of the prompt is computed by the processor that plays the GPU.
  await chat.chooseSkill("calculator");
  await chat.ask("What is 7 + 5?");
  await chat.waitForEnd(400_000);
  await expect(chat.cards("add").getByTestId("tool-result")).toContainText("12");
  await expect(chat.answer.getByTestId("answer-text").last()).toContainText("12");
});
