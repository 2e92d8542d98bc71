import type { Page } from "@playwright/test";
import type { RunEvent } from "../worker/protocol/run-event.ts";
import { BRIEF_SKILL, driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { exportRun } from "./page-driver.ts";

const LOST = "The graphics device stopped in the middle of the work.";

// WebLLM and its library say so on the console.
test.use({ expectedErrors: [/Device lost|model library: AssertError|disposed|Instance dropped in popErrorScope/] });

// A browser of its own: one whose GPU process crashed twice gives no page a GPU for two minutes (Chromium 156).
test("a crashed GPU process is said, its model loaded again and the conversation sent anew; after a second crash the processor goes on, if the user agrees", async ({
  app,
  profile,
}) => {
  const context = await profile.open();
  const page = await context.newPage();
  const chat = driveChat(page, app.url);
  const status = page.getByTestId("model-status");
  const offer = page.getByTestId("engine-loss");
  // After an answer that was cut, random weights may write bytes that wllama 3.8.1 ends at, or nothing; not at its start.
  const newChat = async (): Promise<void> => {
    await page.getByRole("link", { name: "New chat" }).click();
    await chat.chooseSkill(BRIEF_SKILL);
  };
  // Which question brings such bytes depends on the whole prompt, so that another is asked where one does.
  const askUntilWritten = async (questions: readonly string[]): Promise<string | undefined> => {
    for (const question of questions) {
      await newChat();
      await chat.ask(question);
      const text = async (): Promise<string> =>
        (await chat.answer.getByTestId("answer-text").allTextContents()).join("");
      const isOver = async (): Promise<boolean> => (await chat.answer.getAttribute("data-state")) !== "running";
      await expect.poll(async () => /\S{4}/.test(await text()) || (await isOver()), { timeout: 60_000 }).toBe(true);
      if (!/\S{4}/.test(await text())) continue;
      await chat.stop();
      return question;
    }
    return undefined;
  };
  await chat.open("engine=webllm&model=tiny");
  await newChat();

  await chat.askForText("What is the first thing?");
  await crashGpuProcess(page);
  await expect(chat.answer.getByTestId("failure")).toContainText(LOST);
  await expect(chat.answer).toHaveAttribute("data-state", "failed");
  await expect(chat.answer.getByTestId("answer-text").last()).toHaveText(/\S{4}/);

  await test.step("the engine starts again, and nobody has to ask for it", async () => {
    await expect(status).toHaveAttribute("data-state", "loading");
    await expect(status).toHaveAttribute("data-state", "ready", { timeout: 120_000 });
    await expect(offer).toHaveCount(0);
  });

  await test.step("the next answer has read the whole conversation", async () => {
    await chat.answerAndStop("And what is the second?");
    expect(await readRun(page)).toEqual({
      engine: "webllm",
      appended: false,
      questions: ["What is the first thing?", "And what is the second?"],
    });
  });

  await test.step("a second crash is not spun on: the processor is offered", async () => {
    await newChat();
    await chat.askForText("What is the first thing?");
    await crashGpuProcess(page);
    await expect(chat.answer.getByTestId("failure")).toContainText(LOST);
    await expect(offer).toContainText(LOST);
    await expect(offer).toContainText("Without an answer from you the GPU is tried again on");
    await expect(status).toHaveAttribute("data-state", "failed");
  });

  await test.step("the processor goes on, and stays with it", async () => {
    await offer.getByRole("button", { name: "Go on with the processor (slower)" }).click();
    await expect(status).toHaveAttribute("data-state", "ready", { timeout: 120_000 });
    await expect(offer).toHaveCount(0);
    const question = await askUntilWritten(["Hello", "Good morning to you", "Is anybody here?"]);
    expect(await readRun(page)).toMatchObject({ engine: "wllama", questions: [question] });
  });
});

async function crashGpuProcess(page: Page): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("There is no browser.");
  const devtools = await browser.newBrowserCDPSession();
  await devtools.send("Browser.crashGpuProcess");
  await devtools.detach();
}

/** The newest run: who answered, and which questions of the conversation stood in the prompt of its first turn. */
async function readRun(page: Page): Promise<{ engine?: string; appended?: boolean; questions: readonly string[] }> {
  const { events } = JSON.parse(await exportRun(page)) as { readonly events: readonly RunEvent[] };
  const start = events.find((event) => event.type === "run-start");
  const sent = events.find((event) => event.type === "prompt-sent");
  const questions = [...(sent?.prompt ?? "").matchAll(/<\|im_start\|>user\n(.*)<\|im_end\|>/g)].map(
    ([, question = ""]) => question,
  );
  return { ...(start && { engine: start.engine }), ...(sent && { appended: sent.appended }), questions };
}
