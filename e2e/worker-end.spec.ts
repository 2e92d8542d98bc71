import type { Page } from "@playwright/test";
import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";

declare global {
  /** The workers that the page has started, in order. */
  var startedWorkers: Worker[];
  /** When one of them was killed, by the page's clock. */
  var killedAt: number;
}

/** Notes every worker that the page starts. */
async function noteWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.startedWorkers = [];
    const Original = globalThis.Worker;
    globalThis.Worker = class extends Original {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        globalThis.startedWorkers.push(this);
      }
    };
  });
}

/** Waits until the page says that its worker has ended; answers with the time from the kill, as the page measured it. */
async function waitUntilSaid(page: Page): Promise<number> {
  const sentence = "The background worker ended unexpectedly.";
  const waited = await page.waitForFunction(
    (said) => (document.body.textContent.includes(said) ? { ms: performance.now() - globalThis.killedAt } : false),
    sentence,
  );
  await expect(page.getByText(sentence)).toBeVisible();
  const value = await waited.jsonValue();
  return value === false ? Number.POSITIVE_INFINITY : value.ms;
}

test("a worker that is killed in the middle of an answer is replaced within two seconds, and nothing is lost", async ({
  page,
}) => {
  const chat = driveChat(page);
  await noteWorkers(page);
  await chat.open("engine=scripted&model=scripted:talk");
  await chat.ask("I am Ann.");
  await chat.waitForEnd();
  const before = await chat.answer.getByTestId("answer-text").last().textContent();
  await chat.ask("Write the summary only");
  // In the page, so that the kill comes before the answer's end however slow the machine is.
  await page.evaluate(async () => {
    const hasBegun = (): boolean => {
      const answer = [...document.querySelectorAll("[data-testid=answer]")].at(-1);
      const text = answer?.querySelector("[data-testid=answer-text]")?.textContent ?? "";
      return answer?.getAttribute("data-state") === "running" && text.trim().length >= 4;
    };
    while (!hasBegun()) await new Promise(requestAnimationFrame);
    globalThis.startedWorkers[0]?.terminate();
    globalThis.killedAt = performance.now();
  });
  expect(await waitUntilSaid(page)).toBeLessThan(2000);
  await expect(chat.answer).toHaveAttribute("data-state", "interrupted");
  expect(await page.evaluate(() => globalThis.startedWorkers.length)).toBe(2);
  await expect(page.getByTestId("question")).toHaveCount(2);
  await expect(page.getByTestId("answer").first().getByTestId("answer-text")).toHaveText(before ?? "");

  await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "ready");
  await chat.ask("What do you know?");
  await chat.waitForEnd();
  await expect(chat.answer).toContainText("your ferry leaves at 7:40");
});

test("a worker that is killed while nothing is asked is replaced before the next question", async ({ page }) => {
  const chat = driveChat(page);
  await noteWorkers(page);
  await chat.open("engine=scripted&model=scripted:talk");
  await page.evaluate(() => {
    globalThis.startedWorkers[0]?.terminate();
    globalThis.killedAt = performance.now();
  });
  expect(await waitUntilSaid(page)).toBeLessThan(2000);
  await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "ready");
  await chat.ask("What do you know?");
  await chat.waitForEnd();
  await expect(chat.answer).toContainText("your ferry leaves at 7:40");
});

test.describe("a promise that fails in the worker with nobody listening", () => {
  test.use({ expectedErrors: [/the device was lost/] });

  test("is said on the page, and the next question is answered all the same", async ({ page }) => {
    const chat = driveChat(page);
    await chat.open("engine=scripted&model=scripted:talk");
    const [worker] = page.workers();
    await worker?.evaluate(() => {
      setTimeout(() => void Promise.reject(new Error("the device was lost")), 0);
    });
    const failure = page.getByTestId("failure");
    await expect(failure).toContainText("Something failed inside the app.");
    await expect(failure).toContainText("the device was lost");
    await failure.getByRole("button", { name: "Dismiss" }).click();
    await chat.ask("What do you know?");
    await chat.waitForEnd();
    await expect(page.getByTestId("failure")).toHaveCount(0);
  });
});
