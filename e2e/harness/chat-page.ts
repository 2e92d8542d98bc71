import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** The chat as a person uses it, by roles and names. */
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
  await expect(page.getByTestId("answer").last()).not.toHaveAttribute("aria-labelledby", before);
  answersBefore.delete(page);
}

/** Drives the chat on a page. */
export function driveChat(page: Page, baseUrl = ""): ChatPage {
  const answer = page.getByTestId("answer").last();
  const waitForEnd = async (timeoutMs = 30_000): Promise<void> => {
    await expectNewAnswer(page);
    await expect(answer).not.toHaveAttribute("data-state", "running", { timeout: timeoutMs });
  };
  return {
    page,
    answer,
    open: async (query = "") => {
      await page.goto(`${baseUrl}${query === "" ? "" : `?${query}`}` || "./");
      await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "ready", { timeout: 120_000 });
    },
    chooseSkill: async (name) => {
      await page.getByRole("combobox", { name: "Skill" }).selectOption(name);
    },
    ask: async (question) => {
      await noteLastAnswer(page);
      await page.getByRole("textbox", { name: "Message" }).fill(question);
      await page.getByRole("textbox", { name: "Message" }).press("Enter");
      // A message waits in the queue while a model is being loaded.
      await expect(page.getByTestId("question").last()).toContainText(question.slice(0, 40), { timeout: 60_000 });
    },
    cards: (tool) => answer.locator(`[data-testid=tool-card][data-tool="${tool}"]`),
    waitForEnd,
    stop: async () => {
      const button = page.getByRole("button", { name: "Stop" });
      await button.click({ timeout: 5000 }).catch(() => undefined);
      await waitForEnd(10_000);
    },
  };
}
