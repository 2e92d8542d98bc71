import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/accessible.ts";
import { expect, test } from "./harness/test.ts";
import { expectEnded, goTo, openWithScript, readStored } from "./page-driver.ts";

const FERRY = "Remember that the ferry to the island leaves at 7:40";
const HOUR = 3_600_000;
const PASSPHRASE = "four words that differ";

/** Writes a question that waits. */
async function add(page: Page, text: string, when: string, mode?: string): Promise<void> {
  const form = page.getByRole("form", { name: "A question that waits" });
  await form.getByRole("textbox").first().fill(text);
  await form.getByLabel("When it is asked").selectOption({ label: when });
  if (mode !== undefined) await form.getByLabel("Mode").selectOption(mode);
  if (when === "Each day at a time") await form.getByLabel("Time", { exact: true }).fill("10:00");
  await form.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => readStored(page, "settings")).toContain(text);
}

/** Lets time pass once this tab is the one that asks. */
async function pass(page: Page, milliseconds: number): Promise<void> {
  await page.clock.fastForward(5000);
  const isAsker = () =>
    page.evaluate(async () => (await navigator.locks.query()).held?.some(({ name }) => name === "alcove-waiting"));
  await expect.poll(isAsker).toBe(true);
  await page.clock.fastForward(milliseconds);
}

test("a question is asked at its time, once for all that were missed, and at the start; its drafts wait for the user", async ({
  page,
}) => {
  await page.clock.install({ time: new Date("2026-03-10T09:00:00") });
  await openWithScript(page, "notes", "#/waiting");
  const card = page.getByTestId("waiting");
  const answers = page.getByTestId("waiting-answer");
  const drafts = page.getByTestId("draft");

  await test.step("before its time nothing happens, at its time it is asked, and only a draft is left", async () => {
    await add(page, FERRY, "Each day at a time");
    await expect(card).toContainText("Each day at 10:00, while Alcove is open.");
    await pass(page, HOUR / 2);
    await expect(answers).toHaveCount(0);
    await page.clock.fastForward(HOUR / 2);
    await expect(answers).toContainText("answered");
    await expect(drafts).toContainText("7:40");
    await expect(card).not.toContainText("missed");
    await goTo(page, "#/memory");
    await expect(page.getByTestId("memory")).toHaveCount(0);
  });

  await test.step("times that are missed are said, and made up for once", async () => {
    await page.clock.fastForward(73 * HOUR);
    await goTo(page, "#/waiting");
    await expect(card).toContainText("Times missed before it was last asked: 3.");
    await expect(answers).toHaveCount(2);
    await page.clock.fastForward(HOUR);
    await expect(drafts).toHaveCount(2);
    await expect(answers).toHaveCount(2);
    await expectAccessible(page, "questions that wait, with drafts");
  });

  await test.step("a draft is dropped, another is carried out once the user has allowed it", async () => {
    await drafts.last().getByRole("button", { name: "Drop" }).click();
    await expect(drafts).toHaveCount(1);
    await drafts.getByRole("button", { name: "Carry out…" }).click();
    await expect(page.getByTestId("tool-card").last()).toHaveAttribute("data-state", "needs-approval");
    await page.clock.fastForward(1000);
    await page.getByRole("button", { name: "Allow once" }).click();
    await expectEnded(page);
    await goTo(page, "#/memory");
    await expect(page.getByTestId("memory")).toHaveCount(1);
    await goTo(page, "#/waiting");
    await expect(drafts).toHaveCount(0);
    await expect(answers).toHaveCount(3);
  });

  await test.step("one of each start is asked after a reload, and says what it read; both are deleted", async () => {
    await add(page, "When does the ferry leave?", "At each start of Alcove");
    await page.clock.fastForward(HOUR / 60);
    await page.reload();
    await page.clock.fastForward(5000);
    await expect(card.last().getByTestId("waiting-answer")).toContainText("answered");
    await card.last().getByTestId("waiting-answer").locator("summary").click();
    await expect(card.last().getByTestId("waiting-answer")).toContainText("ferry");
    await card.first().getByRole("button", { name: "Delete" }).click();
    await card.first().getByRole("button", { name: "Delete" }).click();
    await expect(card).toHaveCount(1);
  });
});

test("a question is asked when a folder changes, and not before", async ({ page }) => {
  await page.clock.install({ time: new Date("2026-03-10T09:00:00") });
  await openWithScript(page, "notes", "#/files");
  await page.getByRole("button", { name: "Try the sample folder" }).click();
  await expect(page.getByTestId("workspace")).toBeVisible();
  await goTo(page, "#/waiting");
  await add(page, "What does the lease say about pets?", "When a folder changes", "documents");
  await pass(page, 30_000);
  await expect.poll(() => readStored(page, "settings")).toContain('"mark":');
  await page.clock.fastForward(30_000);
  await expect(page.getByTestId("waiting-answer")).toHaveCount(0);
  await goTo(page, "#/files");
  const buffer = Buffer.from("A new bill.");
  await page.getByTestId("import-files").setInputFiles({ name: "bill.txt", mimeType: "text/plain", buffer });
  await expect(page.getByText("1 file copied.")).toBeVisible();
  await page.clock.fastForward(30_000);
  await goTo(page, "#/waiting");
  const answer = page.getByTestId("waiting-answer");
  await expect(answer).toContainText("answered");
  await answer.locator("summary").click();
  await expect(answer).toContainText("One cat or one small dog");
});

test("nothing that waits is asked while everything is locked, and it is asked once it is unlocked", async ({
  page,
}) => {
  await page.clock.install({ time: new Date("2026-03-10T09:00:00") });
  await openWithScript(page, "notes", "#/waiting");
  await add(page, "When does the ferry leave?", "Each day at a time");
  await add(page, "Is there a ferry?", "At each start of Alcove");
  await goTo(page, "#/settings/privacy");
  const form = page.getByTestId("encrypt");
  await form.getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
  await form.getByLabel("The passphrase again").fill(PASSPHRASE);
  await form.getByRole("button", { name: "Encrypt everything" }).click();
  const lock = page.getByRole("button", { name: "Lock now" });
  await expect(lock).toBeVisible({ timeout: 30_000 });
  await goTo(page, "#/waiting");
  await expect(page.getByTestId("waiting")).toHaveCount(2);
  await goTo(page, "#/settings/privacy");
  await lock.click();
  await expect(page.getByRole("heading", { name: "Alcove is locked" })).toBeVisible();
  await goTo(page, "#/waiting");

  // Both are due now; nobody is there to ask them, and no tab has taken that upon itself.
  await page.clock.fastForward(2 * HOUR);
  await page.clock.fastForward(HOUR);
  const locks = await page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name));
  expect(locks).not.toContain("alcove-waiting");
  await expect(page.getByTestId("waiting-answer")).toHaveCount(0);

  await page.getByTestId("unlock").getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
  await page.getByTestId("unlock").getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByTestId("waiting")).toHaveCount(2);
  const answers = page.getByTestId("waiting-answer");
  await expect
    .poll(async () => {
      await page.clock.fastForward(20_000);
      return answers.count();
    })
    .toBe(2);
});
