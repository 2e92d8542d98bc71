import type { Page, Worker } from "@playwright/test";
import { BRIEF_SKILL, type ChatPage, driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";

const QUERY = "engine=webllm&model=tiny";

// One story, as every load compiles the kernels anew on the processor that plays the GPU.
test.describe("the tiny model on the GPU", () => {
  test.use({ serviceWorkers: "allow" });

  test("answers, stops when it is told to, answers offline after a reload, and is loaded again when the device is lost", async ({
    context,
    page,
    serveApp,
    expectErrors,
  }) => {
    const server = await serveApp();
    const chat = driveChat(page, server.url);
    await open(chat);
    await chat.answerAndStop("Hello");

    await test.step("an answer stops when it is told to, and the next one comes", async () => {
      await chat.answerAndStop("Count to a thousand");
      await chat.answerAndStop("Once more");
    });

    await test.step("it answers again offline after a reload", async () => {
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await server.stop();
      await context.setOffline(true);
      await open(chat);
      await chat.answerAndStop("Hello again");
    });

    await test.step("a lost device says so, and the next question loads the model again", async () => {
      // WebLLM and its library say so on the console.
      expectErrors(/Device lost|model library: AssertError|disposed/);
      await loseNextDevice(page);
      await chat.ask("Hello");
      await chat.waitForEnd(60_000);
      await expect(page.getByText("The graphics device stopped in the middle of the work.").first()).toBeVisible();
      await chat.answerAndStop("Are you there?");
      await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "ready");
    });
  });
});

async function open(chat: ChatPage): Promise<void> {
  await chat.open(QUERY);
  await chat.chooseSkill(BRIEF_SKILL);
}

/** Destroys the engine's device as soon as it is next used, as a driver does that gives up. */
async function loseNextDevice(page: Page): Promise<void> {
  const isEngine = async (worker: Worker): Promise<boolean> => worker.evaluate(() => "GPUDevice" in globalThis);
  for (const worker of page.workers()) {
    if (!(await isEngine(worker))) continue;
    await worker.evaluate(() => {
      const { prototype } = GPUDevice;
      const original = prototype.createCommandEncoder;
      let left = 40;
      prototype.createCommandEncoder = function (descriptor) {
        left -= 1;
        if (left === 0) {
          prototype.createCommandEncoder = original;
          this.destroy();
        }
        return original.call(this, descriptor);
      };
    });
  }
}
