import type { Page } from "@playwright/test";
import { EXPORTS } from "../worker/store/history/history-exports.fixture.ts";
import { zipTexts } from "../worker/store/workspace/readers/documents.fixture.ts";
import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";
import { goTo, openWithScript } from "./page-driver.ts";

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel("Choose a file to import").setInputFiles({ name, mimeType: "", buffer });
}

test("chats of ChatGPT and Claude are previewed, imported once, found by their words, and taken out again", async ({
  page,
}) => {
  await openWithScript(page, "notes");
  await goTo(page, "#/settings/data");
  const gpt = await zipTexts({
    "user.json": "{}",
    "conversations.json": JSON.stringify([EXPORTS.chatgpt(0), EXPORTS.chatgpt(1), { odd: true }]),
  });
  await choose(page, "export.zip", Buffer.from(gpt));
  const preview = page.getByTestId("history-preview");
  await expect(preview.getByRole("heading")).toHaveText("Chats from ChatGPT");
  await expect(preview).toContainText("2 chats, messages: 10");
  await expect(preview.locator("[data-fault=unknown]")).toContainText("1. They are left out.");
  await preview.getByRole("button", { name: "Import 2 chats" }).click();
  await expect(page.getByText("2 chats were imported.")).toBeVisible();

  await choose(page, "conversations.json", Buffer.from(JSON.stringify([EXPORTS.claude()])));
  await preview.getByRole("button", { name: "Import 1 chat" }).click();
  await expect(page.getByText("1 chat was imported.")).toBeVisible();
  await expect(page.getByTestId("imported-history")).toHaveCount(2);

  await choose(page, "conversations.json", Buffer.from(JSON.stringify([EXPORTS.claude()])));
  await expect(preview).toContainText("1 of them is here already");
  await expect(preview.getByRole("button", { name: /Import/ })).toHaveCount(0);
  await preview.getByRole("button", { name: "Cancel" }).click();

  await page.keyboard.press("Control+k");
  await page.getByRole("searchbox", { name: "Search chats, pages, settings and tools" }).fill("blet");
  const hits = page.getByRole("list", { name: "In messages" });
  await expect(hits.getByRole("link").locator("mark")).toHaveText(["Blet"]);
  await page.keyboard.press("Escape");

  const row = page.getByTestId("imported-history").filter({ hasText: "export.zip" });
  await row.getByRole("button", { name: "Take out" }).click();
  await row.getByRole("button", { name: "Yes, delete these chats here" }).click();
  await expect(page.getByText("2 chats were taken out.")).toBeVisible();
  await expect(page.getByTestId("imported-history")).toHaveCount(1);
});

test("a page in place of JSON, and a file without chats, are refused with what to do", async ({ page }) => {
  await openWithScript(page, "notes");
  await goTo(page, "#/settings/data");
  await choose(page, "MyActivity.html", Buffer.from("<!doctype html><p>Prompted"));
  const preview = page.getByTestId("history-preview");
  await expect(preview).toContainText("No chat was found in this file. Nothing was changed.");
  await expect(preview).toContainText("choose JSON as the format of My Activity");
  await choose(page, "notes.json", Buffer.from('{"a":1}'));
  await expect(preview.locator("[data-fault]")).toHaveCount(0);
  await expect(preview).toContainText("No chat was found");
});
