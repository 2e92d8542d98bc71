import { readFileSync } from "node:fs";
import type { BrowserContext } from "@playwright/test";
import { DEFAULT_SETTINGS } from "../worker/protocol/settings.ts";
import { test } from "./harness/shared-page.ts";
import { expect, test as onFreshPage } from "./harness/test.ts";
import { ask, expectEnded, goTo, lastAnswer, openWithScript, readStored } from "./page-driver.ts";

test("every note that an answer saves is shown, and what is to be forgotten is offered to delete with one press", async ({
  page,
}) => {
  await openWithScript(page, "notes");
  await ask(page, "Remember that the ferry to the island leaves at 7:40 and that my boat is blue");
  await expectEnded(page);
  const results = lastAnswer(page).getByTestId("tool-result");
  await expect(results).toHaveText([/Saved: The ferry to the island leaves at 7:40/, /Saved: my boat is blue/]);

  await ask(page, "Forget what I said about my boat");
  const card = page.locator("[data-testid=tool-card][data-tool=memory_delete]");
  await expect(card.getByTestId("effect-diff")).toContainText("my boat is blue");
  await expect(card.getByTestId("effect-diff")).toContainText("Delete a note");
  await card.getByRole("button", { name: "Allow once" }).click();
  await expectEnded(page);
  await expect(lastAnswer(page).getByTestId("tool-result")).toHaveText("Deleted: my boat is blue");
  await expect(lastAnswer(page).getByTestId("answer-text")).toHaveText("It is deleted.");
  await goTo(page, "#/memory");
  await expect(page.getByTestId("memory")).toHaveCount(1);
  await expect(page.getByTestId("memory")).toContainText("7:40");
});

test("what was exported and then deleted comes back by import", async ({ page }) => {
  await openWithScript(page, "notes");
  await ask(page, "Remember that the ferry to the island leaves at 7:40");
  await expectEnded(page);
  await page.goto("?engine=scripted&model=scripted:notes#/settings/data");
  const memories = page.locator('[data-testid="storage-shares"] [data-kind="memories"]');
  await expect(memories).toHaveAttribute("data-records", "1");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export everything" }).click();
  const file = await (await downloading).path();

  await page.getByRole("button", { name: "Delete everything", exact: true }).click();
  await page.getByRole("button", { name: "Yes, delete everything" }).click();
  await expect(page.getByText("Your data was deleted from this device.")).toBeVisible();
  await expect(memories).toHaveAttribute("data-records", "0");

  await page.getByLabel("Choose a file to import").setInputFiles(file);
  const preview = page.getByTestId("import-preview");
  await expect(preview.locator('[data-kind="memories"]')).toContainText("1 new");
  await preview.getByLabel(/my own backup/).check();
  await preview.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("The import is done.")).toBeVisible();
  await expect(memories).toHaveAttribute("data-records", "1");
  await page.goto("?engine=scripted&model=scripted:notes#/memory");
  await expect(page.getByTestId("memory")).toContainText("7:40");
  await expect(page.getByTestId("memory")).not.toContainText("not to be trusted");
});

test("delete everything leaves no key, address, draft or tool behind, and one's own backup brings them back", async ({
  page,
}) => {
  await openWithScript(page, "notes");
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("half a thought");
  await page.evaluate(() => {
    const server = { dialect: "openai", url: "http://127.0.0.1:9", model: "", apiKey: "sk-secret-123" };
    localStorage.setItem("alcove.model-server", JSON.stringify(server));
    localStorage.setItem("alcove.allowed-hosts", '["https://api.example"]');
  });
  await goTo(page, "#/tools");
  const tool = readFileSync("public/tools/roman_numeral.clad.toml", "utf8").replaceAll("roman_numeral", "my_numeral");
  const buffer = Buffer.from(tool);
  await page.getByTestId("tool-file-input").setInputFiles({ name: "my_numeral.clad.toml", mimeType: "", buffer });
  await expect(page.getByTestId("own-file")).toContainText("my_numeral");
  await goTo(page, "#/settings/data");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export everything" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^alcove-export-\d{4}-\d\d-\d\d\.json$/);
  const file = await download.path();
  expect(readFileSync(file, "utf8")).not.toContain("sk-secret-123");

  await page.getByRole("button", { name: "Delete everything", exact: true }).click();
  await page.getByRole("button", { name: "Yes, delete everything" }).click();
  await expect(page.getByText("Your data was deleted from this device.")).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/sk-secret|api\.example|half a thought/);
  expect(await readStored(page, "settings")).not.toContain("my_numeral");

  await page.getByLabel("Choose a file to import").setInputFiles(file);
  const preview = page.getByTestId("import-preview");
  await preview.getByLabel(/my own backup/).check();
  await expect(preview.locator('[data-part="tools"]')).toContainText("my_numeral");
  await expect(preview.locator('[data-part="hosts"]')).toContainText("https://api.example");
  await expect(preview.locator('[data-part="model-server"]')).toContainText("127.0.0.1:9");
  await preview.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("The import is done.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("alcove.allowed-hosts"))).toBe('["https://api.example"]');
  expect(await page.evaluate(() => localStorage.getItem("alcove.model-server"))).toContain("127.0.0.1:9");
  expect(await readStored(page, "settings")).toContain("my_numeral");
});

test("what somebody else's file says is marked as from outside, and an answer after it asks before it writes", async ({
  page,
}) => {
  await openWithScript(page, "notes");
  await ask(page, "Remember that the ferry to the island leaves at 7:40");
  await expectEnded(page);
  const chat = new URL(page.url()).hash;
  await page.goto("?engine=scripted&model=scripted:notes#/settings/data");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export everything" }).click();
  const plain = await (await downloading).path();
  expect(readFileSync(plain, "utf8")).toContain("ferry");
  // The same, sealed: a short passphrase and a mistyped one are refused before anything is written.
  await page.getByLabel("Seal the file with a passphrase.").check();
  await expect(page.getByTestId("new-passphrase")).toContainText("a forgotten one means that this file is lost");
  const exporting = page.getByRole("button", { name: "Export everything" });
  await page.getByLabel("Passphrase", { exact: true }).fill("short");
  await expect(exporting).toBeDisabled();
  await page.getByLabel("Passphrase", { exact: true }).fill("four words that differ");
  await page.getByLabel("The passphrase again").fill("four words that differ!");
  await expect(page.getByText("The two are not the same.")).toBeVisible();
  await page.getByLabel("The passphrase again").fill("four words that differ");
  const sealing = page.waitForEvent("download");
  await exporting.click();
  const sealed = await sealing;
  expect(sealed.suggestedFilename()).toMatch(/\.sealed\.json$/);
  const file = await sealed.path();
  expect(readFileSync(file, "utf8")).not.toContain("ferry");
  await page.getByRole("button", { name: "Delete everything", exact: true }).click();
  await page.getByRole("button", { name: "Yes, delete everything" }).click();
  await expect(page.getByText("Your data was deleted from this device.")).toBeVisible();
  await page.getByLabel("Choose a file to import").setInputFiles(file);
  const opening = page.getByTestId("open-sealed");
  await opening.getByLabel("The file is sealed.").fill("four words that differ!");
  await opening.getByRole("button", { name: "Open the file" }).click();
  await expect(opening.getByRole("alert")).toContainText("does not open the file");
  await opening.getByLabel("The file is sealed.").fill("four words that differ");
  await opening.getByRole("button", { name: "Open the file" }).click();
  const preview = page.getByTestId("import-preview");
  await expect(preview.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await preview.getByLabel(/Somebody else/).check();
  await preview.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("The import is done.")).toBeVisible();
  await page.goto("?engine=scripted&model=scripted:notes#/memory");
  await expect(page.getByTestId("memory")).toContainText("From outside: not to be trusted");
  await page.goto(`?engine=scripted&model=scripted:notes${chat}`);
  const mark = "From outside: perhaps somebody else's words";
  await expect(page.getByTestId("question").getByText(mark)).toBeVisible();
  await expect(lastAnswer(page).getByText(mark)).toBeVisible();
  await ask(page, "Remember that the ferry to the island leaves at 7:40");
  await expect(page.getByRole("region", { name: "Approval for Save a note" })).toBeVisible();
  // What is said here from now on is the user's.
  await expect(page.getByTestId("foreign-mark")).toHaveCount(2);
});

test("a memory shows the answers that used it, and memories are merged and parted again", async ({ page }) => {
  await openWithScript(page, "notes");
  await ask(page, "Remember that the ferry to the island leaves at 7:40");
  await expectEnded(page);
  await ask(page, "When does the ferry leave?");
  await expectEnded(page);
  const card = lastAnswer(page).locator('[data-testid="tool-card"][data-tool="memory_search"]');
  await card.locator("summary").first().click();
  await expect(card.getByTestId("used-memories")).toHaveAttribute("data-count", "1");
  await expect(card.getByTestId("used-memories")).toContainText("From memory");
  await card.getByRole("link", { name: "Note 1" }).click();

  const memories = page.getByTestId("memory");
  await expect(memories).toHaveCount(1);
  await page.getByRole("link", { name: "All notes" }).click();
  await memories.getByText("Answers that used it").click();
  await expect(memories.getByTestId("memory-uses").getByRole("link")).not.toHaveCount(0);
  await page.getByRole("button", { name: "Add a note" }).click();
  await page.getByLabel("What to remember").fill("The pier is number two");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(memories).toHaveCount(2);
  for (const box of await memories.getByLabel("Choose for merging").all()) await box.check();
  await page.getByRole("button", { name: "Merge the chosen ones" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(memories).toHaveCount(1);
  await expect(memories).toContainText("number two");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(memories).toHaveCount(2);
});

test.describe("when a day is over", () => {
  // What a service worker keeps would not be another script.
  test.use({ serviceWorkers: "block" });

  onFreshPage(
    "a note whose day is over is gone from the page, from search and from answers, also after a restart, and a day later from the device",
    async ({ context, page }) => {
      await openWithScript(page, "notes", "#/memory");
      const memories = page.getByTestId("memory");
      const add = async (text: string, day: string): Promise<void> => {
        await page.getByRole("button", { name: "Add a note" }).click();
        await page.getByLabel("What to remember").fill(text);
        await page.getByLabel("Keep until (empty: for good)").fill(day);
        await page.getByRole("button", { name: "Save" }).click();
      };
      await add("The ferry leaves from the island pier", "2099-12-31");
      await expect(memories).toContainText("until Dec 31, 2099");
      await add("The ferry is late today", "2020-01-01");
      await expect(page.getByRole("button", { name: "Add a note" })).toBeEnabled();
      await expect(memories).toHaveCount(1);
      // A day that is changed to one gone by ends the note as well.
      await add("The ferry was yellow", "2099-12-31");
      await expect(memories).toHaveCount(2);
      await memories.filter({ hasText: "yellow" }).getByRole("button", { name: "Edit" }).click();
      await page.getByLabel("Keep until (empty: for good)").fill("2020-01-01");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(memories).toHaveCount(1);
      await page.getByRole("searchbox", { name: "Search notes" }).fill("ferry");
      await expect(memories).toHaveCount(1);
      await expect(memories).toContainText("island pier");

      await page.reload();
      await openWithScript(page, "notes");
      await ask(page, "When does the ferry leave?");
      await expectEnded(page);
      const recalled = lastAnswer(page).getByTestId("recalled").getByRole("link");
      await expect(recalled).toHaveText("The ferry leaves from the island pier");
      // A clock may be wrong, so a note that is over is only hidden at first. The page weighs what is there when it opens.
      const shares = page.locator('[data-testid="storage-shares"] [data-kind="memories"]');
      await openWithScript(page, "notes", "#/settings/data");
      await expect(shares).toHaveAttribute("data-records", "3");
      await startAhead(context, 25 * 3_600_000);
      await page.reload();
      await expect(shares).toHaveAttribute("data-records", "1");
    },
  );
});

test("permissions in a file are not imported, and the preview says so", async ({ page }) => {
  await openWithScript(page, "notes", "#/settings/data");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export everything" }).click();
  const exported: object = JSON.parse(readFileSync(await (await downloading).path(), "utf8"));
  const settings = {
    ...DEFAULT_SETTINGS,
    maxTurns: 5,
    grants: [{ tool: "http_get", skill: "assistant", pin: "p" }],
    mcpServers: [{ name: "home", url: "https://home.example/mcp", consents: { look: "1" } }],
  };
  await page.getByLabel("Choose a file to import").setInputFiles({
    name: "export.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify({ ...exported, settings })),
  });
  const preview = page.getByTestId("import-preview");
  await preview.getByLabel(/my own backup/).check();
  await expect(preview.getByTestId("permissions-dropped")).toHaveText(/^2 permissions in the file are not taken over/);
});

/** Sets the clock of every agent that is started from now on ahead. */
async function startAhead(context: BrowserContext, milliseconds: number): Promise<void> {
  const ahead = `
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...parts) {
        super(...(parts.length === 0 ? [Real.now() + ${milliseconds}] : parts));
      }
      static now() {
        return Real.now() + ${milliseconds};
      }
    };`;
  await context.route(/\/assets\/main-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `{${ahead}}\n${await response.text()}` });
  });
}

test("a task from the chat is on the list after a reload, is ticked off, and comes back by undo", async ({ page }) => {
  await openWithScript(page, "notes");
  await ask(page, '/add_task {"task": "call the dentist", "due": "2026-01-31 09:00, monthly"}');
  await expect(page.getByTestId("tool-result")).toHaveText(
    "Task: call the dentist · Saturday, January 31, 2026, 09:00, Every month, late",
  );
  await page.goto("?engine=scripted&model=scripted:notes#/tasks");
  const tasks = page.getByTestId("task");
  await expect(tasks).toHaveCount(1);
  await expect(tasks).toContainText("late");
  await page.getByLabel("New task").fill("buy milk");
  await page.getByRole("button", { name: "Add a task" }).click();
  await expect(tasks).toHaveCount(2);
  await page.getByLabel("New task").fill("never at nine");
  await page.getByLabel("Time").fill("09:00");
  await page.getByRole("button", { name: "Add a task" }).click();
  await expect(page.getByText("needs its day")).toBeVisible();
  await expect(tasks).toHaveCount(2);

  await page.getByLabel("Done: buy milk").click();
  await expect(page.locator('[data-testid="task"][data-done]')).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator('[data-testid="task"][data-done]')).toHaveCount(0);
  await page.getByLabel("Done: call the dentist").click();
  await expect(tasks.first()).not.toContainText("late");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a calendar (.ics)" }).click();
  const calendar = readFileSync(await (await downloading).path(), "utf8");
  expect(calendar).toContain("RRULE:FREQ=MONTHLY");
  expect(calendar).toContain("SUMMARY:call the dentist");
  await page.getByRole("button", { name: "Delete" }).first().click();
  await expect(tasks).toHaveCount(1);
  await goTo(page, "#/memory");
  await expect(page.getByText("Nothing is remembered yet")).toBeVisible();
});
