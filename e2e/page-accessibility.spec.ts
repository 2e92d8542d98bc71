import { expectNoViolation, expectNoViolations } from "./harness/accessible.ts";
import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";
import { ask, composer, expectEnded, goTo, openWithScript, VIEWS } from "./page-driver.ts";

const WIDTHS = [360, 1280];

test("no view breaks a rule of WCAG 2.2 AA in either theme, wide or narrow", async ({ page }) => {
  test.setTimeout(480_000);
  await openWithScript(page, "notes");
  await ask(page, "Remember that the ferry to the island leaves at 7:40");
  await expectEnded(page);
  const chat = new URL(page.url()).hash;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const view of [...VIEWS, chat]) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, view);
      await expect(page.locator(".view-loading, .skeleton")).toHaveCount(0);
      await expectNoViolations(page, `${view} at ${width}`);
    }
  }
  await page.getByTestId("tool-card").locator("summary").click();
  await expectNoViolations(page, "an open tool card");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoViolations(page, "the search");
});

test("nothing that opens inside a view breaks a rule in either theme", async ({ page }) => {
  test.setTimeout(240_000);
  await openWithScript(page, "notes");
  await ask(page, "Hello there");
  await expectEnded(page);
  await ask(page, "Remember that the ferry to the island leaves at 7:40");
  await expectEnded(page);
  const menu = page.getByRole("navigation", { name: "Conversations" });
  await menu.getByRole("listitem").first().hover();
  await menu.getByRole("button", { name: /^Actions for/ }).click();
  await expectNoViolations(page, "the menu of a conversation");
  await page.getByRole("button", { name: "Instructions…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoViolations(page, "the instructions of a conversation");
  await page.keyboard.press("Escape");
  await composer(page).fill("/memory");
  await expectNoViolations(page, "the list of commands");
  await composer(page).fill("");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("button", { name: "Ask about a folder" })).toBeVisible();
  await expectNoViolations(page, "the menu of the composer");
  await page.keyboard.press("Escape");

  await goTo(page, "#/memory");
  await page.getByRole("button", { name: "Add a note" }).click();
  await page.getByText("Answers that used it").first().click();
  await expectNoViolations(page, "the form of a memory");
  await goTo(page, "#/runs");
  await page.getByTestId("run").first().click();
  await expect(page.getByTestId("replay")).toBeVisible();
  await page
    .getByText(/^(Prompt as sent|Added to the prompt)/)
    .first()
    .click();
  await expectNoViolations(page, "a run with its prompt");
  await goTo(page, "#/tools");
  await page.getByTestId("tool").first().locator("summary").first().click();
  await expectNoViolations(page, "an open tool");
  await page.getByRole("button", { name: "New prompt" }).click();
  await expectNoViolations(page, "the form of a prompt");
  await goTo(page, "#/gym");
  await page.getByLabel("Kinds of cases").selectOption("refusal");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByTestId("gym-progress")).toHaveAttribute("data-state", "idle", { timeout: 30_000 });
  await page.getByTestId("gym-case").first().locator("summary").click();
  await expectNoViolations(page, "the results of the gym");
  await goTo(page, "#/models");
  await page.getByTestId("device").locator("summary").click();
  await page.getByTestId("import-input").setInputFiles({
    name: "holiday.gguf",
    mimeType: "application/octet-stream",
    buffer: Buffer.from("not a model at all"),
  });
  await expect(page.getByTestId("failure").first()).toBeVisible();
  await expectNoViolations(page, "a failure");
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectNoViolations(page, "the list of keys");
});

test("the approval card breaks no rule in either theme", async ({ page }) => {
  await openWithScript(page, "notes");
  await page.getByTestId("attach-input").setInputFiles({
    name: "timetable.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("7:40"),
  });
  await ask(page, "Remember that the ferry to the island leaves at 7:40");
  await expect(page.getByRole("button", { name: "Allow once" })).toBeVisible();
  await expectNoViolations(page, "the approval card");
  await page.getByTestId("tool-card").getByRole("button", { name: "Edit" }).click();
  await expectNoViolations(page, "the approval card with its arguments open");
});

test("the whole way from question to approval to answer goes by keyboard alone; the list of keys opens with a question mark and gives the focus back", async ({
  page,
}) => {
  await openWithScript(page, "notes");
  await expect(composer(page)).toBeFocused();
  await page.getByTestId("attach-input").setInputFiles({
    name: "timetable.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("7:40"),
  });
  await page.keyboard.type("Remember that the ferry to the island leaves at 7:40");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Deny", exact: true })).toBeFocused();
  // Keys count only once the card has been there for half a second.
  await page.waitForTimeout(600);
  for (let step = 0; step < 10; step += 1) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => document.activeElement?.textContent);
    if (name === "Allow once") break;
  }
  await expect(page.getByRole("button", { name: "Allow once" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expectEnded(page);
  await expect(page.getByTestId("tool-card")).toHaveAttribute("data-state", "done");

  await page.keyboard.press("Control+Shift+o");
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press("Control+b");
  await expect(page.getByRole("navigation", { name: "Conversations" })).toBeHidden();
  await page.keyboard.press("Control+b");
  await expect(page.getByRole("navigation", { name: "Conversations" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("searchbox", { name: "Search chats, pages, settings and tools" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("answer")).toBeVisible();

  await goTo(page, "#/memory");
  const add = page.getByRole("button", { name: "Add a note" });
  await add.focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(add).toBeFocused();
});

test("nothing moves by itself for a user who asked for less motion", async ({ page }) => {
  const countMoving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openWithScript(page, "stream");
  await ask(page, "Go on");
  await expect.poll(countMoving).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.getByTestId("answer")).toHaveAttribute("data-state", "running");
  expect(await countMoving()).toBe(0);
  await page.keyboard.press("Escape");
  await expectEnded(page, "stopped");
});

test("what is written from right to left reads so, in a page that reads from left to right", async ({ page }) => {
  await openWithScript(page, "notes");
  await composer(page).fill("מתי יוצאת המעבורת?");
  await expect(composer(page)).toHaveCSS("direction", "rtl");
  await composer(page).press("Enter");
  await expectEnded(page);
  await expect(page.getByTestId("question").locator("[dir=auto]").first()).toHaveCSS("direction", "rtl");
  await expect(page.getByTestId("answer-text").last().locator("p").first()).toHaveCSS("direction", "ltr");
});

test("on a narrow screen the drawer keeps the focus inside and Esc closes it", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openWithScript(page, "notes");
  await page.getByRole("button", { name: "Open the sidebar" }).click();
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") ?? null)).toBeNull();
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("complementary")).toBeHidden();
});

test("the open chat is renamed and deleted by keys, and undo brings it back", async ({ page }) => {
  await openWithScript(page, "notes");
  await ask(page, "Remember that the ferry leaves at 7:40");
  await expectEnded(page);
  const chat = new URL(page.url()).hash;
  const chats = page.getByRole("navigation", { name: "Conversations" });

  await page.keyboard.press("F2");
  const dialog = page.getByRole("dialog", { name: "Rename" });
  await expect(dialog.getByLabel("Title of the conversation")).toBeFocused();
  // A dialog is open: the key belongs to its field.
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Shift+Delete");
  await page.keyboard.type("The ferry");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(chats.getByRole("link", { name: "The ferry", exact: true })).toBeVisible();

  await composer(page).fill("half a thought");
  await page.keyboard.press("Shift+Delete");
  await expect(page).toHaveURL(new RegExp(`${chat}$`));
  await composer(page).fill("");
  await page.keyboard.press("Shift+Delete");
  await expect(page).toHaveURL(/#\/$/);
  await expect(chats.getByRole("link", { name: "The ferry", exact: true })).toHaveCount(0);
  // No chat is open now, so the keys are the browser's.
  await page.keyboard.press("F2");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(chats.getByRole("link", { name: "The ferry", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Rename the open chat");
});

test("with the user's own colours, what colour alone says elsewhere has a frame", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await openWithScript(page, "notes");
  await ask(page, "Hello there");
  await expectEnded(page);
  await expect(page.getByTestId("question").locator(".question-bubble").first()).toHaveCSS("border-top-style", "solid");
  await goTo(page, "#/settings/data");
  await expect(page.locator(".progress").first()).toHaveCSS("border-top-style", "solid");
  const tabs = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
  await expect(tabs.first()).toBeVisible();
  const colours = await tabs.evaluateAll((all) => all.map((tab) => getComputedStyle(tab).borderBlockEndColor));
  expect(new Set(colours).size).toBe(2);
  for (const view of VIEWS) {
    await goTo(page, view);
    await expect(page.locator(".view-loading, .skeleton")).toHaveCount(0);
    // How well they are told apart is the user's choice, which the emulation does not tell axe.
    await expectNoViolation(page, `${view}, with the user's own colours`, { leftOut: ["color-contrast"] });
  }
});
