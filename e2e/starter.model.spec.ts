import { CHROMIUM_FLAGS } from "../scripts/find-chromium.ts";
import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";

/** Of a browser that offers no GPU to web pages. */
const FLAGS = CHROMIUM_FLAGS.filter((flag) => !flag.includes("webgpu"));

test("the starter model goes on with the processor where there is no GPU, calls a tool and answers with its result; a note outlives a reload; all of it without the server", async ({
  serveApp,
  profile,
  expectErrors,
}) => {
  const server = await serveApp();
  const context = await profile.open(["--disable-features=WebGPU"], FLAGS);
  const page = await context.newPage();
  const chat = driveChat(page, server.url);

  await test.step("the one who asked for the GPU is offered the processor, and goes on there once they agree", async () => {
    await page.goto(`${server.url}?engine=webllm&model=starter`);
    const status = page.getByTestId("model-status");
    const offer = page.getByTestId("engine-loss");
    await expect(offer).toContainText("This browser offers no GPU to web pages.");
    await expect(status).toHaveAttribute("data-state", "failed");
    await offer.getByRole("button", { name: "Go on with the processor (slower)" }).click();
    await expect(status).toHaveAttribute("data-state", "ready", { timeout: 120_000 });
    await expect(offer).toHaveCount(0);
    await expect(status).toContainText("SmolLM2 135M");
  });

  await test.step("a calculation", async () => {
    await chat.ask("What is (3 + 5) * 2?");
    await chat.waitForEnd(300_000);
    await expect(chat.cards("calculate").getByTestId("tool-result")).toContainText("16");
    await expect(chat.answer.getByTestId("answer-text").last()).toContainText("16");
  });

  await test.step("a note in a second conversation", async () => {
    await page.getByRole("link", { name: "New chat" }).click();
    await chat.ask("Remember that my bicycle is green");
    await chat.waitForEnd(300_000);
    await expect(chat.cards("memory_write")).toHaveAttribute("data-state", "done");
  });

  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  expectErrors(/ERR_CONNECTION_REFUSED|Failed to load resource/);
  await server.stop();

  await test.step("found after a reload, in a third one, with the server stopped", async () => {
    await page.goto("about:blank");
    await chat.open("engine=wllama");
    await chat.ask("What do my notes say about the bicycle?");
    await chat.waitForEnd(300_000);
    await expect(chat.cards("memory_search").getByTestId("tool-result")).toContainText(/green/i);
  });
});
