import type { Page } from "@playwright/test";
import { expectReady } from "./harness/chat-page.ts";
import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";
import { ask, composer, expectEnded, goTo, lastAnswer, openWithScript } from "./page-driver.ts";

/** A file from outside: from here on whatever writes is asked about. */
async function attachPaper(page: Page): Promise<void> {
  await page.getByTestId("attach-input").setInputFiles({
    name: "paper.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("A paper from outside."),
  });
}

test("what a call would change is shown before it runs, and follows the arguments when they are changed", async ({
  page,
}) => {
  await openWithScript(page, "notes");
  await page.getByLabel("Mode", { exact: true }).selectOption("notes");
  await ask(page, "My bicycle is green");
  await expectEnded(page);
  await attachPaper(page);
  await ask(page, "I have painted the bicycle");
  const card = page.getByRole("region", { name: "Approval for Save notes" });
  const diff = card.getByTestId("effect-diff");
  await expect(diff.locator("del")).toHaveText("−Removed: My bicycle is green.");
  await expect(diff.locator("ins")).toHaveText("+Added: My bicycle is blue.");
  await expect(diff.locator("del mark")).toHaveText("green");
  await expect(diff.locator("ins mark")).toHaveText("blue");

  await expect(async () => {
    await card.getByRole("button", { name: "Edit" }).click();
    await expect(card.getByLabel("items")).toBeVisible({ timeout: 500 });
  }).toPass();
  await card.getByLabel("items").fill('[{"id": "bicycle", "text": "My bicycle is red.\u202e"}]');
  await expect(diff.locator("ins")).toHaveText("+Added: My bicycle is red.⟨U+202E⟩");
  await card.getByLabel("items").fill('[{"id": "bicycle", "text": "My bicycle is red."}]');
  await expect(diff.locator("ins mark")).toHaveText("red");
  await card.getByRole("button", { name: "Allow once" }).click();
  await expectEnded(page);
  await goTo(page, "#/memory");
  await expect(page.getByTestId("memory")).toHaveCount(1);
  await expect(page.getByTestId("memory")).toContainText("My bicycle is red.");
});

test("the card shows everything that would run, to the end and unfolded, with hidden and encoded parts written out", async ({
  page,
}) => {
  await openWithScript(page, "notes");
  await page.getByLabel("Mode", { exact: true }).selectOption("notes");
  await attachPaper(page);
  await ask(page, "I have painted the bicycle");
  const card = page.getByRole("region", { name: "Approval for Save notes" });
  await card.getByRole("button", { name: "Edit" }).click();
  const long = `${"word ".repeat(200)}and the end`;
  const secret = btoa("my door code is 4711");
  const items = Array.from({ length: 60 }, (_, index) => ({ id: `n${index}`, text: `Note ${index}` }));
  const changed = [{ id: "a", text: `${long}\u{E0100}` }, { id: "b", text: secret }, ...items];
  await card.getByLabel("items").fill(JSON.stringify(changed));
  await card.getByRole("button", { name: "Deny, and say why" }).click();
  await card.getByRole("button", { name: "Cancel" }).click();
  await expect(card.locator(".json")).toContainText("and the end⟨U+E0100⟩");
  await expect(card.locator(".json")).toContainText("Note 59");
  await expect(card.locator(".json").getByText("Note 59")).toBeVisible();
  await expect(card.getByTestId("decoded")).toHaveText("Decoded: my door code is 4711");
  await expect(card.locator(".json").getByRole("button")).toHaveCount(0);
  await card.getByRole("button", { name: "Deny", exact: true }).click();
});

test("what an answer wrote is undone with one press, and the answer says so from then on", async ({ page }) => {
  await openWithScript(page, "notes");
  await page.getByLabel("Mode", { exact: true }).selectOption("notes");
  await ask(page, "My bicycle is green");
  await expectEnded(page);
  await ask(page, "I have painted the bicycle");
  await expectEnded(page);
  const undo = lastAnswer(page).getByTestId("undo-writes");
  await undo.getByRole("button", { name: "Undo its changes" }).click();
  await expect(undo).toHaveAttribute("data-state", "undone");
  await page.reload();
  await expect(lastAnswer(page).getByTestId("undo-writes")).toContainText("Undone: all of it is as it was before.");
  await expect(lastAnswer(page).getByRole("button", { name: "Undo its changes" })).toHaveCount(0);
  await goTo(page, "#/memory");
  await expect(page.getByTestId("memory")).toContainText("My bicycle is green.");
});

test("the page of a run undoes what the run wrote as well; a tool tried on its own page shows what it would change, and is undone with one press", async ({
  page,
}) => {
  await openWithScript(page, "notes");
  await ask(page, "Remember that the ferry leaves at 7:40");
  await expectEnded(page);
  await lastAnswer(page).getByRole("link", { name: "Show the steps" }).click();
  const undo = page.getByTestId("undo-writes");
  await undo.getByRole("button", { name: "Undo its changes" }).click();
  await expect(undo).toHaveAttribute("data-state", "undone");
  await goTo(page, "#/memory");
  await expect(page.getByText("Nothing is remembered yet")).toBeVisible();

  await goTo(page, "#/tools");
  const tool = page.locator("[data-testid=tool][data-tool=memory_write]").first();
  await tool.locator("summary").first().click();
  await tool.getByLabel("text").first().fill("The pier is number two.");
  await expect(tool.getByTestId("effect-diff").locator("ins")).toHaveText("+Added: The pier is number two.");
  await tool.getByRole("button", { name: "Run", exact: true }).click();
  const undone = tool.getByTestId("undo-writes");
  await undone.getByRole("button", { name: "Undo its changes" }).click();
  await expect(undone).toHaveAttribute("data-state", "undone");
  await goTo(page, "#/memory");
  await expect(page.getByText("Nothing is remembered yet")).toBeVisible();
});

test("nothing is undone when a note was changed since, and the user is told", async ({ page }) => {
  await openWithScript(page, "notes");
  await ask(page, "Remember that the ferry leaves at 7:40");
  await expectEnded(page);
  const chat = new URL(page.url()).hash;
  await goTo(page, "#/memory");
  await page.getByTestId("memory").getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("What to remember").fill("The ferry leaves at eight");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByTestId("memory")).toContainText("at eight");
  await goTo(page, chat);
  const undo = lastAnswer(page).getByTestId("undo-writes");
  await undo.getByRole("button", { name: "Undo its changes" }).click();
  await expect(undo).toContainText("It was changed since, so nothing was undone.");
  await undo.getByRole("link", { name: "Open the list" }).click();
  await expect(page.getByTestId("memory")).toContainText("at eight");
});

test("a tool run by hand shows what it would change while it is written, and is undone with one press", async ({
  page,
}) => {
  await openWithScript(page, "notes");
  await page.getByLabel("Mode", { exact: true }).selectOption("notes");
  await ask(page, "My bicycle is green");
  await expectEnded(page);
  const input = { namespace: "garage", items: [{ id: "bicycle", text: "My bicycle is red." }] };
  await composer(page).fill(`/kom.memory.v1.upsert_memory ${JSON.stringify(input)}`);
  const diff = page.getByTestId("effect-diff");
  await expect(diff.locator("del")).toHaveText("−Removed: My bicycle is green.");
  await expect(diff.locator("ins")).toHaveText("+Added: My bicycle is red.");
  await composer(page).press("Enter");
  await expect(diff).toHaveCount(0);
  const card = page.getByRole("region", { name: "Run by hand, without the model" });
  await card.getByRole("button", { name: "Undo its changes" }).click();
  await expect(card.getByTestId("undo-writes")).toHaveAttribute("data-state", "undone");
  const chat = new URL(page.url()).hash;
  await goTo(page, "#/memory");
  await expect(page.getByTestId("memory")).toContainText("My bicycle is green.");
  await goTo(page, chat);
  await expect(card).toContainText("Undone: all of it is as it was before.");
});

test("permissions are listed in one place, and one that is revoked no longer counts", async ({ page }) => {
  await openWithScript(page, "notes");
  await page.getByLabel("Mode", { exact: true }).selectOption("travel-money");
  const card = page.getByRole("region", { name: "Approval for exchange_rate" });
  await ask(page, "What is a euro worth in dollars?");
  await expect(card).toContainText("GET https://api.frankfurter.dev/v1/latest?base=EUR&symbols=USD");
  await expect(async () => {
    // On a busy machine the card goes later than it is looked at.
    if (await card.isVisible()) await card.getByRole("button", { name: "Always allow" }).click({ timeout: 1000 });
    await expect(card).toBeHidden({ timeout: 500 });
  }).toPass();
  await expectEnded(page);
  await page.getByRole("link", { name: "New chat" }).click();
  await page.getByLabel("Mode", { exact: true }).selectOption("travel-money");
  await ask(page, "What is a euro worth in dollars?");
  await expectEnded(page);
  await expect(card).toHaveCount(0);

  await goTo(page, "#/settings/privacy");
  const grant = page.getByTestId("grant");
  await expect(grant).toHaveCount(1);
  await expect(grant).toContainText("exchange_rate");
  await expect(grant).toContainText("Travel money");
  await grant.getByRole("button", { name: "Revoke the permission for exchange_rate in Travel money" }).click();
  await expect(page.getByText("No tool has a lasting permission.")).toBeVisible();
  await page.getByRole("link", { name: "New chat" }).click();
  await page.getByLabel("Mode", { exact: true }).selectOption("travel-money");
  await ask(page, "What is a euro worth in dollars?");
  await expect(card).toBeVisible();
});

test("what a tiny model would save by itself is asked about on a small card, and a no leaves nothing", async ({
  page,
}) => {
  await openWithScript(page, "notes");
  await page.evaluate(askAsTiny, "scripted:notes");
  await page.reload();
  await expectReady(page);
  await ask(page, "Do you remember that?");
  const card = page.getByRole("region", { name: "Approval for Save a note" });
  await expect(card).toContainText("This small model proposed this by itself.");
  await expect(card.getByTestId("effect-diff").locator("ins")).toHaveText(
    "+Added: The ferry to the island leaves at 7:40.",
  );
  await expect(card.getByRole("button")).toHaveText(["Deny", "Edit", "Always allow", "Allow once"]);
  await expect(card.locator(".json")).toHaveCount(0);
  await card.getByRole("button", { name: "Deny", exact: true }).click();
  await expectEnded(page);
  await goTo(page, "#/memory");
  await expect(page.getByTestId("memory")).toHaveCount(0);
});

/** Has a model of no training of ours asked as the starter is, which the Models page does not offer. */
async function askAsTiny(model: string): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("alcove");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const settings = database.transaction("settings", "readwrite").objectStore("settings");
  settings.put({ id: "settings", schema: 1, record: { policies: { [model]: "tuned" } } });
  await new Promise((resolve) => {
    settings.transaction.oncomplete = resolve;
  });
  database.close();
}
