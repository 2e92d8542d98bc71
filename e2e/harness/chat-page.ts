import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** The chat as a user uses it, by roles and names. */
export interface ChatPage {
  readonly page: Page;
  /** Opens the app with a model chosen by the address, and waits until it can answer. */
  open(query?: string): Promise<void>;
  chooseSkill(name: string): Promise<void>;
  ask(question: string): Promise<void>;
  /** The newest answer. */
  readonly answer: Locator;
  /** The newest answer's tool cards of one tool. */
  cards(tool: string): Locator;
  /** Waits until the newest answer has ended. */
  waitForEnd(timeoutMs?: number): Promise<void>;
  /** Stops the newest answer, which may come to its end by itself in that moment. */
  stop(): Promise<void>;
  /** Asks, and waits until the model has written something, not only read. */
  askForText(question: string, timeoutMs?: number): Promise<void>;
  /** As a user asks who has read enough: random weights rarely come to an end by themselves. */
  answerAndStop(question: string): Promise<void>;
}

/**
 * A skill of few tools, as every token of its prompt is computed by the processor that plays the GPU. No flow: a flow
 * shows a text once it knows that no call goes with it.
 */
export const BRIEF_SKILL = "letters";

/** For waits that take their time: a plain assertion soon looks again only once a second. */
export const OFTEN = { intervals: [50] };

/** Waits until the model is loaded and can be asked. */
export async function expectReady(page: Page, timeout = 30_000): Promise<void> {
  const status = page.getByTestId("model-status");
  await expect.poll(() => status.getAttribute("data-state"), { ...OFTEN, timeout }).toBe("ready");
}

/** Shows what only developers need, example modes among it; ends where it began. */
export async function showForDevelopers(page: Page): Promise<void> {
  const before = await page.evaluate(() => location.hash);
  const goTo = (hash: string) =>
    page.evaluate((wanted) => {
      location.hash = wanted;
    }, hash);
  await goTo("#/settings/developer");
  await page.getByRole("checkbox", { name: "Show what developers need" }).check();
  await goTo(before);
}

/** The answer that stood last when each page was asked, until the next one was seen. */
const answersBefore = new WeakMap<Page, string>();

/** Notes which answer stands last, before a question is sent: it may stand there for a moment longer. */
export async function noteLastAnswer(page: Page): Promise<void> {
  const ids = await page
    .getByTestId("answer")
    .evaluateAll((answers) => answers.map((answer) => answer.getAttribute("aria-labelledby") ?? ""));
  const last = ids.at(-1);
  if (last === undefined) answersBefore.delete(page);
  else answersBefore.set(page, last);
}

/** Waits until the newest answer is that of the question asked last, not of the one before. */
export async function expectNewAnswer(page: Page): Promise<void> {
  const before = answersBefore.get(page);
  if (before === undefined) return;
  const last = page.getByTestId("answer").last();
  await expect.poll(() => last.getAttribute("aria-labelledby"), OFTEN).not.toBe(before);
  answersBefore.delete(page);
}

/** Drives the chat on a page. */
export function driveChat(page: Page, baseUrl = ""): ChatPage {
  const answer = page.getByTestId("answer").last();
  const waitForEnd = async (timeoutMs = 30_000): Promise<void> => {
    await expectNewAnswer(page);
    await expect.poll(() => answer.getAttribute("data-state"), { ...OFTEN, timeout: timeoutMs }).not.toBe("running");
  };
  const ask = async (question: string): Promise<void> => {
    await noteLastAnswer(page);
    await page.getByRole("textbox", { name: "Message" }).fill(question);
    await page.getByRole("textbox", { name: "Message" }).press("Enter");
    // The app may still be starting.
    await expect(page.getByTestId("question").last()).toContainText(question.slice(0, 40), { timeout: 120_000 });
  };
  const askForText = async (question: string, timeoutMs = 120_000): Promise<void> => {
    await ask(question);
    await expectNewAnswer(page);
    // Looked for at every frame: some answers are over soon.
    await page.waitForFunction(
      () =>
        /\S{4}/.test(
          [...document.querySelectorAll("[data-testid=answer]")].at(-1)?.querySelector("[data-testid=answer-text]")
            ?.textContent ?? "",
        ),
      undefined,
      { timeout: timeoutMs },
    );
  };
  const stop = async (): Promise<void> => {
    const button = page.getByRole("button", { name: "Stop" });
    await button.click({ timeout: 5000 }).catch(() => undefined);
    await waitForEnd();
  };
  return {
    page,
    answer,
    open: async (query = "") => {
      await page.goto(`${baseUrl}${query === "" ? "" : `?${query}`}` || "./");
      await expectReady(page, 120_000);
    },
    chooseSkill: async (name) => {
      const modes = page.getByRole("combobox", { name: "Mode", exact: true });
      if ((await modes.count()) === 0) await showForDevelopers(page);
      await modes.selectOption(name);
    },
    ask,
    cards: (tool) => answer.locator(`[data-testid=tool-card][data-tool="${tool}"]`),
    waitForEnd,
    stop,
    askForText,
    answerAndStop: async (question) => {
      await askForText(question);
      await stop();
    },
  };
}
