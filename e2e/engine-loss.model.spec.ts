import { CHROMIUM_FLAGS, findChromium } from "../scripts/find-chromium.ts";
import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";

const executablePath = findChromium();

test.use({
  launchOptions: {
    args: [...CHROMIUM_FLAGS.filter((flag) => !flag.includes("webgpu")), "--disable-features=WebGPU"],
    ...(executablePath === undefined ? {} : { executablePath }),
  },
});

test("without a GPU the one who asked for it is offered the processor, and goes on there once they agree", async ({
  page,
}) => {
  const chat = driveChat(page);
  await page.goto("./?engine=webllm&model=starter");
  const offer = page.getByTestId("engine-loss");
  await expect(offer).toContainText("This browser offers no GPU to web pages.");
  await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "failed");
  await offer.getByRole("button", { name: "Go on with the processor (slower)" }).click();
  await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "ready", { timeout: 120_000 });
  await expect(offer).toHaveCount(0);
  await chat.ask("What is (3 + 5) * 2?");
  await chat.waitForEnd(180_000);
  await expect(chat.answer.getByTestId("answer-text").last()).toContainText("16");
});
