import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";
import { ask, expectEnded, goTo, lastAnswer, openWithScript } from "./page-driver.ts";

const MESSAGES = 10_000;

/** An export with one conversation of very many messages; the one in the middle speaks of a heron. */
function writeLongArchive(): string {
  const id = (index: number): string => `m${String(index).padStart(6, "0")}`;
  const messages = Array.from({ length: MESSAGES }, (_, index) => {
    const base = { id: id(index), conversationId: "long", createdAt: 1000 + index, sequence: index };
    const text =
      index === MESSAGES / 2 ? "A heron stood on the pier." : `Message number ${index}, as long as most are.`;
    if (index % 2 === 0) return { ...base, role: "user", parentId: index === 0 ? null : id(index - 1), text };
    const turn = { raw: text, text, reasoning: "", calls: [], broken: [] };
    return {
      ...base,
      role: "assistant",
      parentId: id(index - 1),
      runId: `r${index}`,
      state: "complete",
      turns: [turn],
    };
  });
  return JSON.stringify({
    format: "alcove-export",
    version: 1,
    exportedAt: "2026-01-01T00:00:00.000Z",
    settings: null,
    conversations: [{ id: "long", title: "A long talk", createdAt: 1, updatedAt: 2, headId: id(MESSAGES - 1) }],
    messages,
    runs: [],
    memories: [],
  });
}

test("code is coloured and copied with one press, and formulas are set", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openWithScript(page, "notes");
  await ask(page, "Show me code and a formula");
  await expectEnded(page);
  const text = lastAnswer(page).getByTestId("answer-text");
  await expect(text.locator("pre code")).toContainText("export const fare");
  await expect(text.locator("pre .hljs-keyword").first()).toHaveText("export");
  await text.getByRole("button", { name: "Copy the code" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("adults * 4");
  await expect(text.locator("math annotation")).toHaveText("e^{i\\pi} + 1 = 0");
});

test("headings, lists, tables, code and formulas are set while they still arrive", async ({ page }) => {
  await openWithScript(page, "stream");
  await ask(page, "Tell me about tides");
  const answer = lastAnswer(page);
  await expect(answer.getByRole("cell", { name: "9:10" }).first()).toBeVisible();
  await expect(answer.getByRole("columnheader", { name: "First ferry" }).first()).toBeVisible();
  await expect(answer.getByRole("heading", { name: "Tides" }).first()).toBeVisible();
  await expect(answer.getByRole("listitem").first()).toHaveText("high water at 7:40");
  await expect(answer.locator("strong").first()).toHaveText("ferry");
  await expect(answer.locator("pre .hljs-keyword").first()).toHaveText("const");
  await expect(answer.locator("math").first()).toBeVisible();
  await expect(answer).toHaveAttribute("data-state", "running");
  await page.keyboard.press("Escape");
  await expectEnded(page, "stopped");
});

test("the gauge tells how much of the context window is used", async ({ page }) => {
  await openWithScript(page, "notes");
  await expect(page.getByRole("meter")).toHaveCount(0);
  await ask(page, "When does the ferry leave?");
  await expectEnded(page);
  const gauge = page.getByRole("meter");
  await expect(gauge).toHaveAccessibleName(/[\d,]+ of 8,192 tokens of the context window are used/);
  const before = Number(await gauge.getAttribute("value"));
  await ask(page, "When does the ferry leave?");
  await expectEnded(page);
  await expect.poll(async () => Number(await gauge.getAttribute("value"))).toBeGreaterThan(before);
});

test("search finds what was said in any conversation, and opens it at that message", async ({ page }) => {
  await openWithScript(page, "notes");
  await ask(page, "When does the ferry leave?");
  await expectEnded(page);
  await page.getByRole("link", { name: "New chat" }).click();
  await ask(page, "Hello there");
  await expectEnded(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("searchbox", { name: "Search chats, pages, settings and tools" }).fill("ISLAND leaves");
  const hits = page.getByRole("list", { name: "In messages" });
  await expect(hits.getByRole("link")).toHaveCount(2);
  await expect(hits.getByRole("link").first().locator("mark")).toHaveText("island");
  await hits.getByRole("link").last().click();
  await expect(page.locator("[data-found]")).toContainText("The ferry to the island leaves at 7:40.");
  await expect(page.getByTestId("question")).toContainText("When does the ferry leave?");
});

test("ten thousand messages open soon, stay few elements, and are searched and shown from their middle", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await openWithScript(page, "notes", "#/settings/data");
  await page.getByLabel("Choose a file to import").setInputFiles({
    name: "long.json",
    mimeType: "application/json",
    buffer: Buffer.from(writeLongArchive()),
  });
  await page
    .getByTestId("import-preview")
    .getByLabel(/my own backup/)
    .check();
  await page.getByTestId("import-preview").getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByTestId("wait")).toContainText("Importing…");
  await expect(page.getByTestId("import-preview").getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await expect(page.getByText("The import is done.")).toBeVisible({ timeout: 60_000 });

  await expect(page.getByTestId("wait")).toHaveCount(0);

  const startedAt = Date.now();
  await goTo(page, "#/chat/long");
  await expect(page.getByText(`Message number ${MESSAGES - 1},`)).toBeVisible();
  test.info().annotations.push({ type: "opened after, ms", description: String(Date.now() - startedAt) });
  expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(3000);

  await page.keyboard.press("Control+k");
  const field = page.getByRole("searchbox", { name: "Search chats, pages, settings and tools" });
  await field.fill("mod");
  await expect(page.getByRole("list", { name: "Views" }).getByRole("link").first()).toHaveText("Models");
  await field.fill("heron");
  await page.getByRole("list", { name: "In messages" }).getByRole("link").click();
  await expect(page.locator("[data-found]")).toContainText("A heron stood on the pier.");
  await expect(page.getByText("A heron stood on the pier.")).toBeInViewport();
});
