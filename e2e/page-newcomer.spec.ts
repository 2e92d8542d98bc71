import type { Page } from "@playwright/test";
import { expectReady } from "./harness/chat-page.ts";
import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";
import { goTo, openFolds } from "./page-driver.ts";

/** A script in the model's place, and nothing that only developers see. */
const NEWCOMER = "?model=scripted:notes#/";

/** Controls that can be seen without scrolling: buttons, links and fields; radio buttons of one choice count once. */
async function countControls(page: Page, selector = "a, button, input, select, textarea, summary"): Promise<string[]> {
  return page.evaluate((wanted) => {
    const seen = [...document.querySelectorAll<HTMLElement>(wanted)].filter((each) => {
      const { width, bottom } = each.getBoundingClientRect();
      // The button for models is a select that cannot be seen, over its name.
      const opacityProperty = each.tagName !== "SELECT";
      return width > 1 && bottom > 0 && each.checkVisibility({ opacityProperty, visibilityProperty: true });
    });
    const names = seen.map((each) =>
      each instanceof HTMLInputElement && each.type === "radio"
        ? `radio ${each.name}`
        : `${each.tagName} ${each.getAttribute("aria-label") ?? each.textContent ?? each.id}`,
    );
    return names.filter((name, index) => !name.startsWith("radio") || names.indexOf(name) === index);
  }, selector);
}

/** What developers alone need, and where it stands. */
const FOR_DEVELOPERS: Readonly<Record<string, readonly string[]>> = {
  "#/models": ["Speaks", "How it is asked"],
  "#/runs": ["Open a saved activity"],
  "#/settings/developer": ["Tool test", "Hand a page over", "Offline copy"],
};

/** Tells which of these texts stand at their places, with everything there unfolded. */
async function listShown(page: Page, places: Readonly<Record<string, readonly string[]>>): Promise<readonly string[]> {
  const shown: string[] = [];
  for (const [hash, texts] of Object.entries(places)) {
    await goTo(page, hash);
    await expect(page.locator(".view-loading, .skeleton")).toHaveCount(0);
    await openFolds(page);
    for (const text of texts) if ((await page.getByText(text, { exact: true }).count()) > 0) shown.push(text);
  }
  return shown;
}

test("the settings outside of Developer have at most 20 fields, and what developers need is off until it is wanted", async ({
  page,
}) => {
  await page.goto(NEWCOMER);
  await expectReady(page);
  const fields: string[] = [];
  for (const part of ["general", "connections", "privacy", "data", "about"]) {
    await goTo(page, `#/settings/${part}`);
    await expect(page.locator(".tabs [aria-current]")).toHaveAttribute("href", `#/settings/${part}`);
    await expect(page.locator(".view-loading, .skeleton")).toHaveCount(0);
    fields.push(...(await countControls(page, ".page-content :is(input, select, textarea)")));
  }
  expect(fields.length, fields.join("\n")).toBeLessThanOrEqual(20);

  const modes = page.getByRole("combobox", { name: "Mode", exact: true });
  const ways = page.getByRole("combobox", { name: "How to ask" });
  await goTo(page, "#/");
  await expect(page.getByRole("button", { name: "Add", exact: true })).toBeVisible();
  await expect(modes).toHaveCount(0);
  await expect(ways).toHaveCount(0);
  await goTo(page, "#/tools");
  await page.getByTestId("examples").locator("summary").first().click();
  await expect(page.getByRole("heading", { name: "Documents" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Help", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Letters" })).toHaveCount(0);
  await goTo(page, "#/");
  const message = page.getByRole("textbox", { name: "Message", exact: true });
  await message.fill("Remember the key");
  await message.press("Enter");
  await expect(page.getByTestId("answer")).toHaveAttribute("data-state", "complete");
  const chat = new URL(page.url()).hash;
  const run = (await page.getByRole("link", { name: "Show the steps" }).getAttribute("href")) ?? "";
  const places = { ...FOR_DEVELOPERS, [run]: ["Export for OpenAI", "Export for Anthropic"] };
  await page.goto(NEWCOMER.replace("#/", "#/models"));
  await page.getByTestId("device").waitFor();
  expect(await listShown(page, places)).toEqual([]);
  await goTo(page, chat);
  await expect(page.getByTestId("answer")).toHaveAttribute("data-state", "complete");
  await expect(page.locator(".answer-cost")).toHaveCount(0);
  await goTo(page, "#/settings/developer");
  await page.getByRole("checkbox", { name: "Show what developers need" }).check();
  await expect.poll(() => listShown(page, places)).toEqual(Object.values(places).flat());
  await goTo(page, chat);
  await expect(page.locator(".answer-cost")).toBeVisible();
  await goTo(page, "#/");
  await expect(ways).toBeVisible();
  await modes.selectOption("letters");
});

test("nothing moves where the app takes the place of the first frame, on a desktop or a phone", async ({ page }) => {
  for (const [width, height] of [
    [1280, 800],
    [412, 823],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("about:blank");
    await page.goto(NEWCOMER);
    await expectReady(page);
    const moved = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const add = (list: PerformanceObserverEntryList): void =>
            resolve(list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, "value")), 0));
          new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
          // Without any there is no call.
          setTimeout(() => resolve(0), 1000);
        }),
    );
    expect(moved, `the share of the page that moved at ${width}`).toBeLessThan(0.01);
  }
});

test("the addresses of earlier versions lead to what they led to", async ({ page }) => {
  await page.goto(NEWCOMER);
  await expectReady(page);
  for (const [address, tab] of [
    ["appearance", "General"],
    ["chat", "General"],
    ["permissions", "Privacy"],
    ["answers", "Developer"],
    ["connections", "Connections"],
  ]) {
    await goTo(page, `#/settings/${address}`);
    await expect(page.locator(".tabs [aria-current]")).toHaveText(tab ?? "");
  }
  for (const address of ["models", "tools", "runs", "memory", "tasks", "files"]) {
    await goTo(page, `#/${address}`);
    await expect(page.locator(".places [aria-current]")).toHaveCount(1);
    await expect(page.locator("main h1")).not.toHaveText("Settings");
  }
  await goTo(page, "#/gym");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tool test");
});

test("one search finds pages, settings, modes and tools, by the keys alone", async ({ page }) => {
  await page.goto(NEWCOMER);
  await expectReady(page);
  const find = async (words: string): Promise<void> => {
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill(words);
  };
  const found = page.getByRole("list", { name: "Views" }).getByRole("link");
  await find("theme");
  await expect(found).toHaveText(["ThemeSettings"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#\/settings\/general$/);
  await find("mod");
  await expect(found.first()).toHaveText("Models");
  await page.keyboard.press("ArrowDown");
  await expect(found.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#\/models$/);
  await find("calculator");
  await expect(found).toHaveText(["CalculatorTool", "Date calculatorTool"]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Message", exact: true })).toHaveValue("/calculate ");
  await find("plan the day");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Mode", exact: true })).toHaveValue("plan");
});

test("the menu of a chat at the end of a long list is whole", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 540 });
  await page.goto(NEWCOMER);
  await expectReady(page);
  const message = page.getByRole("textbox", { name: "Message", exact: true });
  const list = page.getByRole("navigation", { name: "Conversations" });
  for (let chat = 1; chat <= 10; chat += 1) {
    await goTo(page, "#/");
    await message.fill(`Remember the ${chat}`);
    await message.press("Enter");
    await expect(page.getByTestId("answer").last()).toHaveAttribute("data-state", "complete");
  }
  expect(await list.evaluate((each) => each.scrollHeight > each.clientHeight), "the list is scrolled").toBe(true);
  const last = list.getByRole("listitem").last();
  await last.hover();
  await last.getByRole("button", { name: /^Actions for/ }).click();
  await expect(page.getByRole("button", { name: "Delete", exact: true })).toBeInViewport({ ratio: 1 });
  const actions = page.locator(".menu:popover-open").getByRole("button");
  await expect(actions).toHaveText(["Pin", "Rename", "Instructions…", "Move to a project", "Export", "Delete"]);
  const beginnings = await actions
    .locator("svg")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x));
  expect(new Set(beginnings).size, "the lines begin one under the other").toBe(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Delete", exact: true })).toHaveCount(0);
});

const MESSAGES = 'section[aria-label="Messages"]';

test("the welcome has three doors and at most 12 controls, all of them in sight, and at 200 % zoom what can be asked as well", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(NEWCOMER);
  await expectReady(page);
  const doors = page.locator(".doors").getByRole("button");
  await expect(doors).toHaveText([/^Ask a file/, /^Keep a note or reminder/, /^Work on a table/]);
  for (const door of await doors.all()) await expect(door).toBeInViewport({ ratio: 1 });
  const isScrolled = await page.locator(MESSAGES).evaluate((box) => box.scrollHeight > box.clientHeight);
  expect(isScrolled).toBe(false);
  await page.mouse.move(900, 300);
  await expect(page.getByRole("link", { name: "Get a better one" })).toBeVisible();
  const controls = await countControls(page);
  expect(controls.length, controls.join("\n")).toBeLessThanOrEqual(12);

  await doors.nth(1).click();
  const message = page.getByRole("textbox", { name: "Message", exact: true });
  await expect(message).toBeFocused();
  await expect(message).toHaveValue("Remind me ");
  await message.fill("");
  await page.setViewportSize({ width: 640, height: 400 });
  for (const door of await doors.all()) await expect(door).toBeInViewport({ ratio: 1 });
});

const BANK = "date,category,amount\n2026-01-02,Food,12.50\n2026-01-03,Rent,840\n";

test("a file that is dropped anywhere brings questions made of its columns; one press asks, and two more follow the answer", async ({
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await page.goto(NEWCOMER);
  await expectReady(page);
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "bank.csv", { type: "text/csv" }));
    return transfer;
  }, BANK);
  await page.locator(".doors").dispatchEvent("drop", { dataTransfer: dropped });
  const questions = page.getByTestId("suggestions").getByRole("button");
  await expect(questions).toHaveText([
    "What is the total amount by category?",
    "What is the average amount?",
    "What is the highest amount?",
    "How many rows are in bank.csv?",
  ]);
  await expect(page.locator(".doors")).toHaveCount(0);
  await expect(questions.first()).toBeInViewport({ ratio: 1 });
  await questions.first().click();
  await expect(page.getByTestId("question")).toContainText("What is the total amount by category?");
  await expect(page.getByTestId("answer")).toHaveAttribute("data-state", "complete");
  await expect(questions).toHaveText(["What is the average amount?", "What is the highest amount?"]);
});

test("several files are dropped on the empty page or chosen there, a folder gets its name, the sample is offered until it is here, and a refused folder is said", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      showDirectoryPicker: () => Promise.reject(new DOMException("refused", "AbortError")),
    });
  });
  await page.goto(NEWCOMER.replace("#/", "#/files"));
  await page.getByRole("button", { name: "Connect a folder to read" }).click();
  await expect(page.getByText("No folder was connected, and nothing was changed.")).toBeVisible();
  await expect(page.getByTestId("first-drop")).toBeVisible();
  await page
    .getByTestId("first-files")
    .setInputFiles(["one.txt", "two.txt"].map((name) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) })));
  const folders = page.getByTestId("workspace");
  await expect(folders).toContainText(["one.txt"]);
  await expect(folders).toContainText(["two.txt"]);
  await expect(page.getByTestId("first-drop")).toHaveCount(0);

  await page.getByRole("button", { name: "New private folder" }).click();
  await page.getByLabel("Name of the folder").fill("Letters of 2026");
  await page.keyboard.press("Enter");
  const made = page.getByRole("heading", { name: "Letters of 2026" });
  await expect(made).toBeInViewport();
  await page.getByRole("button", { name: "Try the sample folder" }).click();
  await expect(page.getByRole("heading", { name: "Sample folder" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Try the sample folder" })).toHaveCount(0);
});
