import type { Page } from "@playwright/test";
import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";
import { ask, composer, expectEnded, goTo, lastAnswer, openFolds, openWithScript, readStored } from "./page-driver.ts";

/** The prompt of the newest run's first turn, as it was sent. */
async function readPrompt(page: Page): Promise<string> {
  await lastAnswer(page).getByRole("link", { name: "Show the steps" }).click();
  const first = page.getByRole("region", { name: "Step 1" });
  await first.getByText(/^(Prompt as sent|Added to the prompt)/).click();
  return (await first.locator("pre").first().textContent()) ?? "";
}

async function setNumber(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label).fill(value);
  await page.getByLabel(label).blur();
}

test("a model that reasons first does so apart from its answer, and one question or all can do without", async ({
  page,
}) => {
  await openWithScript(page, "thinker");
  await test.step("its switch leaves room for everything else beside it on the narrowest screen", async () => {
    const skill = page.getByLabel("Mode", { exact: true });
    const before = await skill.inputValue();
    const size = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 740 });
    await skill.selectOption("kitchen-measures");
    await composer(page).fill("When?");
    await expect(page.getByRole("checkbox", { name: "Think first" })).toBeVisible();
    const send = await page.getByRole("button", { name: "Send", exact: true }).boundingBox();
    const field = await page.locator(".composer").boundingBox();
    expect(send?.width).toBeGreaterThan(0);
    expect((send?.x ?? 0) + (send?.width ?? 0)).toBeLessThanOrEqual((field?.x ?? 0) + (field?.width ?? 0));
    await composer(page).fill("");
    await skill.selectOption(before);
    if (size !== null) await page.setViewportSize(size);
  });
  await ask(page, "When does the ferry leave?");
  await expectEnded(page);
  const answer = lastAnswer(page);
  await expect(answer.getByTestId("answer-text")).toHaveText("At 7:40, after some thought.");
  await expect(answer.getByText("The person asks about the ferry.")).toHaveCount(0);
  await answer.getByText("Reasoning").click();
  await expect(answer.getByText("The person asks about the ferry.")).toBeVisible();

  const think = page.getByRole("checkbox", { name: "Think first" });
  await expect(think).toBeChecked();
  await think.uncheck();
  await ask(page, "And now?");
  await expectEnded(page);
  await expect(lastAnswer(page).getByTestId("answer-text")).toHaveText("At 7:40, said at once.");
  await expect(lastAnswer(page).getByText("Reasoning")).toHaveCount(0);
  await expect(think).toBeChecked();

  await goTo(page, "#/settings/general");
  await page.getByRole("checkbox", { name: "Think before answering" }).uncheck();
  await goTo(page, "#/");
  await expect(think).not.toBeChecked();
  await ask(page, "Once more?");
  await expectEnded(page);
  await expect(lastAnswer(page).getByTestId("answer-text")).toHaveText("At 7:40, said at once.");
});

test("instructions for every conversation and for one reach a model, which shows no switch for reasoning if it has none", async ({
  page,
}) => {
  await openWithScript(page, "notes", "#/settings/general");
  await page.getByLabel(/^Instructions/).fill("Answer like a sailor.");
  await page.getByLabel(/^Instructions/).blur();
  await goTo(page, "#/");
  await expect(composer(page)).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Think first" })).toHaveCount(0);
  await ask(page, "When does the ferry leave?");
  await expectEnded(page);
  const list = page.getByRole("navigation", { name: "Conversations" });
  await list.getByRole("listitem").first().hover();
  await list
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Instructions…" }).click();
  await page.getByLabel(/^What the model is told here/).fill("Call me Ann.");
  await page.getByRole("button", { name: "Save" }).click();
  await ask(page, "When does the ferry leave?");
  await expectEnded(page);
  const prompt = await readPrompt(page);
  expect(prompt).toContain("Answer like a sailor.");
  expect(prompt).toContain("Call me Ann.");
});

test("sampling and bounds that are set last, and a bound ends an answer with a way on", async ({ page }) => {
  await openWithScript(page, "notes", "#/settings/developer");
  await openFolds(page);
  await setNumber(page, "Temperature", "0.7");
  await setNumber(page, "Longest answer, in minutes", "3");
  await setNumber(page, "Longest tool call, in seconds", "9");
  await setNumber(page, "Most steps in one answer", "1");
  await expect.poll(() => readStored(page, "settings")).toContain('"maxTurns":1');
  await page.reload();
  await expect(page.getByLabel("Temperature")).toHaveValue("0.7");
  await expect(page.getByLabel("Longest answer, in minutes")).toHaveValue("3");
  await expect(page.getByLabel("Longest tool call, in seconds")).toHaveValue("9");
  await goTo(page, "#/");
  await ask(page, "Remember that the ferry leaves at 7:40");
  await expectEnded(page, "budget-exceeded");
  await expect(page.getByTestId("run-ending")).toContainText("The answer used all its turns. Continue?");
  await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
});
