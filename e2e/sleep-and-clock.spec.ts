import type { Page } from "@playwright/test";
import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";
import { ask, composer, expectEnded, goTo, lastAnswer, openWithScript } from "./page-driver.ts";

const HOUR = 3_600_000;
/** Longer than what is left of the answer that it falls into. */
const NAP_MS = 5000;

declare global {
  /** The longest time that the page's timers stood still. */
  var longestGap: number;
  var RealDate: DateConstructor | undefined;
}

/**
 * Lets the page and its workers sleep, as with a laptop that is closed or a tab that the browser freezes: their process
 * stands still while time goes on. (`Page.setWebLifecycleState` does nothing to a page that Playwright keeps in focus.)
 */
async function sleep(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate(() => {
    globalThis.longestGap = 0;
    let before = performance.now();
    setInterval(() => {
      const now = performance.now();
      globalThis.longestGap = Math.max(globalThis.longestGap, now - before);
      before = now;
    }, 50);
  });
  const session = await page.context().browser()?.newBrowserCDPSession();
  if (session === undefined) throw new Error("The page has no browser of its own.");
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const renderers = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  for (const id of renderers) process.kill(id, "SIGSTOP");
  try {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
  } finally {
    for (const id of renderers) process.kill(id, "SIGCONT");
  }
  await session.detach();
  // Else the page was never asleep, and nothing would be shown by what follows.
  await expect.poll(() => page.evaluate(() => globalThis.longestGap)).toBeGreaterThan(milliseconds * 0.9);
}

/** Sets the clock of the page and of every worker to so many milliseconds beside the device's. */
async function setClock(page: Page, offsetMs: number): Promise<void> {
  const shift = (offset: number): void => {
    globalThis.RealDate ??= Date;
    const Real = globalThis.RealDate;
    globalThis.Date = class extends Real {
      constructor(...given: []) {
        super(...((given.length === 0 ? [Real.now() + offset] : given) as []));
      }
      static override now(): number {
        return Real.now() + offset;
      }
    } as DateConstructor;
  };
  expect(page.workers().length).toBeGreaterThan(0);
  await page.evaluate(shift, offsetMs);
  for (const worker of page.workers()) await worker.evaluate(shift, offsetMs);
}

/** Lets timers of the page and its worker fire once a second at most, as browsers do in the background. */
async function throttleTimers(page: Page): Promise<void> {
  const throttle = (): void => {
    const real = globalThis.setTimeout;
    globalThis.setTimeout = ((callback: () => void, milliseconds = 0, ...given: []) =>
      real(callback, Math.max(milliseconds, 1000), ...given)) as typeof setTimeout;
  };
  await page.evaluate(throttle);
  for (const worker of page.workers()) await worker.evaluate(throttle);
}

async function readRuns(page: Page): Promise<string[]> {
  await goTo(page, "#/runs");
  await expect(page.getByTestId("run").first()).toBeVisible();
  return await page.locator("[data-testid=run] .run-question").allInnerTexts();
}

test.skip(process.platform === "win32", "There is no signal by which a process stands still.");

test("a tab that is frozen in the middle of an answer goes on with it, and keeps all of it", async ({ page }) => {
  await openWithScript(page, "talk");
  await ask(page, "I am Ann.");
  await expectEnded(page);
  await ask(page, "Write the summary only");
  await expect(lastAnswer(page).getByTestId("answer-text").last()).toContainText("Ann");
  await expect(lastAnswer(page)).toHaveAttribute("data-state", "running");
  await sleep(page, NAP_MS);
  await expectEnded(page);
  const text = "Ann plans a trip to the island. The ferry leaves at 7:40 from pier two.";
  await expect(lastAnswer(page).getByTestId("answer-text").last()).toHaveText(text);
  await ask(page, "What do you know?");
  await expectEnded(page);
  await page.reload();
  await expect(page.getByTestId("question")).toHaveCount(3);
  await expect(page.getByTestId("answer").nth(1).getByTestId("answer-text").last()).toHaveText(text);
  await expect(lastAnswer(page)).toContainText("your ferry leaves at 7:40");
});

test("a tab that is frozen between two turns, with a message waiting, goes on where it was", async ({ page }) => {
  await openWithScript(page, "notes");
  await page.getByTestId("attach-input").setInputFiles({
    name: "timetable.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("The ferry leaves at 7:40."),
  });
  await ask(page, "Remember that the ferry to the island leaves at 7:40");
  const card = page.getByRole("region", { name: "Approval for Save a note" });
  await expect(card).toBeVisible();
  await composer(page).fill("Half a thought");
  await sleep(page, NAP_MS);
  await expect(card).toBeVisible();
  await expect(composer(page)).toHaveValue("Half a thought");
  await card.getByRole("button", { name: "Allow once" }).click();
  await expectEnded(page);
  await expect(page.getByTestId("tool-card").last()).toHaveAttribute("data-state", "done");
  // Asleep again with nothing under way; what was acknowledged is there, and the next question is answered.
  await sleep(page, NAP_MS);
  await ask(page, "When does the ferry leave?");
  await expectEnded(page);
  await goTo(page, "#/memory");
  await expect(page.getByTestId("memory")).toContainText("ferry to the island leaves at 7:40");
});

test("with timers that fire once a second an answer comes slowly, and whole", async ({ page }) => {
  await openWithScript(page, "talk");
  await throttleTimers(page);
  await ask(page, "What do you know?");
  await expect(lastAnswer(page)).toHaveAttribute("data-state", "complete", { timeout: 120_000 });
  await expect(lastAnswer(page).getByTestId("answer-text").last()).toHaveText(
    "You are Ann, and your ferry leaves at 7:40.",
  );
});

test("a clock that is set back or ahead by hours changes no order, of messages, of conversations or of runs", async ({
  page,
}) => {
  await openWithScript(page, "talk");
  await ask(page, "First");
  await expectEnded(page);
  await setClock(page, -6 * HOUR);
  await ask(page, "Second");
  await expectEnded(page);
  const chat = new URL(page.url()).hash;
  await page.getByRole("link", { name: "New chat" }).click();
  await ask(page, "Third, in another conversation");
  await expectEnded(page);
  await setClock(page, 9 * HOUR);
  await goTo(page, chat);
  await ask(page, "Fourth");
  await expectEnded(page);
  await setClock(page, 0);
  await page.getByRole("link", { name: "New chat" }).click();
  await ask(page, "Fifth, in a third one");
  await expectEnded(page);

  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    expect(await readRuns(page)).toEqual([
      "Fifth, in a third one",
      "Fourth",
      "Third, in another conversation",
      "Second",
      "First",
    ]);
    const titles = page.getByRole("navigation", { name: "Conversations" }).getByRole("listitem");
    await expect(titles).toHaveText([/Fifth/, /First/, /Third/]);
    await goTo(page, chat);
    await expect(page.getByTestId("question")).toHaveText([/First/, /Second/, /Fourth/]);
  }
});

test("a clock that is ahead for a while hides what has a time limit and takes nothing for good", async ({ page }) => {
  await openWithScript(page, "notes", "#/memory");
  const tomorrow = new Date(Date.now() + 24 * HOUR).toISOString().slice(0, 10);
  for (const [text, until] of [
    ["Parking until tomorrow", tomorrow],
    ["The ferry leaves at 7:40", ""],
  ] as const) {
    await page.getByRole("button", { name: "Add a note" }).click();
    await page.locator("textarea[name=text]").fill(text);
    await page.locator("input[name=expires]").fill(until);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByTestId("memory").filter({ hasText: text })).toBeVisible();
  }
  await setClock(page, 60 * HOUR);
  await goTo(page, "#/");
  await goTo(page, "#/memory");
  await expect(page.getByTestId("memory")).toHaveCount(1);
  await setClock(page, 0);
  await page.reload();
  await expect(page.getByTestId("memory")).toHaveCount(2);
});
