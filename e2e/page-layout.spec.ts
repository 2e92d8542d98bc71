import type { Page } from "@playwright/test";
import { chooseLanguage, LANGUAGES } from "./harness/languages.ts";
import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";
import { ask, composer, expectEnded, goTo, openWithScript, VIEWS } from "./page-driver.ts";

test("nothing runs out of the page at 360, 768 and 1280 pixels, ltr or rtl, and no view has 3,000 nodes", async ({
  page,
}) => {
  await openWithScript(page, "calculator");
  await page.getByLabel("Mode", { exact: true }).selectOption("calculator");
  await ask(page, "What is (3 + 5) * 2?");
  await expectEnded(page);
  const chat = new URL(page.url()).hash;
  for (const direction of ["ltr", "rtl"] as const) {
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const view of [...VIEWS, chat]) {
        await goTo(page, view);
        await expect(page.locator(".view-loading, .skeleton")).toHaveCount(0);
        const wide = await listWide(page);
        expect({ direction, view, width, wide }).toEqual({ direction, view, width, wide: [] });
        expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(3000);
        if (direction === "ltr" && width === 360 && view !== chat) await expectTitleAndTab(page, view);
      }
    }
  }
});

test("nothing runs out of a phone's page in any language", async ({ page }) => {
  await openWithScript(page, "notes");
  await page.setViewportSize({ width: 360, height: 800 });
  for (const code of LANGUAGES) {
    await chooseLanguage(page, code);
    for (const view of VIEWS) {
      await goTo(page, view);
      await expect(page.locator(".view-loading, .skeleton")).toHaveCount(0);
      expect({ code, view, wide: await listWide(page) }).toEqual({ code, view, wide: [] });
    }
  }
});

/** Parts of the page that are wider than their place. */
function listWide(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("html, main, .page-scroll, .chat-scroll, .composer-area, .view-bar")]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.className || element.tagName),
  );
}

/** What the shell, a question, an answer, its cards and the composer are made of. */
const PARTS: readonly string[] = [
  ".sidebar",
  ".new-chat",
  ".view-bar",
  ".question-bubble",
  ".answer-mark",
  ".answer-body",
  ".answer-actions",
  ".tool-card .tool-icon",
  ".tool-card .tool-line",
  ".tool-card .tool-time",
  ".tool-card > summary > .icon",
  ".reminder",
  ".reminder > .icon",
  ".reminder > div",
  ".undo-writes .button",
  ".composer",
  ".composer textarea",
  ".composer [type=submit]",
];
/** Of these neither may cover the other. */
const APART: readonly (readonly [string, string])[] = [
  [".sidebar", "main"],
  [".answer-mark", ".answer-body"],
  [".tool-card .tool-icon", ".tool-card .tool-line"],
  [".tool-card .tool-line", ".tool-card .tool-time"],
  [".tool-card .tool-time", ".tool-card > summary > .icon"],
  [".reminder > .icon", ".reminder > div"],
  [".composer textarea", ".composer [type=submit]"],
];

test("from right to left the shell, an answer, its cards and the composer are mirrored, and none covers another", async ({
  page,
}) => {
  // Nothing is measured on its way.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openWithScript(page, "notes");
  await ask(page, "Remember that the ferry leaves at 7:40");
  await expectEnded(page);
  await composer(page).fill('/add_task {"task": "take the pill", "due": "2031-05-06 09:00"}');
  await composer(page).press("Enter");
  await expect(page.getByTestId("reminder")).toBeVisible();
  const measure = async (dir: "ltr" | "rtl") => {
    await page.evaluate((wanted) => {
      document.documentElement.dir = wanted;
    }, dir);
    return page.evaluate(
      (selectors) =>
        selectors.map((selector) => {
          const { left, right, top, bottom } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
          return { selector, left: left ?? 0, right: right ?? 0, top: top ?? 0, bottom: bottom ?? 0 };
        }),
      [...new Set([...PARTS, ...APART.flat()])],
    );
  };
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator(".shell")).toHaveAttribute("data-sidebar", width < 960 ? "closed" : "open");
    const [ltr, rtl] = [await measure("ltr"), await measure("rtl")];
    const shown = ltr.filter(({ left, right }) => right > left);
    expect(shown.length, "parts that are there").toBeGreaterThan(PARTS.length - 4);
    for (const { selector, left, right } of shown) {
      const other = rtl.find((each) => each.selector === selector);
      // A scroll bar changes sides with the text.
      expect(Math.abs((other?.left ?? 0) - (width - right)), `${selector} at ${width}`).toBeLessThan(17);
      expect(Math.abs((other?.right ?? 0) - (width - left)), `${selector} at ${width}`).toBeLessThan(17);
    }
    for (const [first, second] of APART) {
      const [one, two] = [first, second].map((selector) => rtl.find((each) => each.selector === selector));
      if (one === undefined || two === undefined || (width === 390 && first !== ".composer textarea")) continue;
      const isApart = one.right <= two.left + 1 || two.right <= one.left + 1 || one.bottom <= two.top + 1;
      expect(isApart, `${first} beside ${second} at ${width}`).toBe(true);
    }
  }
});

/** A name that is short is whole at the top, and the settings' current part is in view, on a narrow screen. */
async function expectTitleAndTab(page: Page, view: string): Promise<void> {
  const title = page.getByRole("heading", { level: 1 });
  expect(await title.evaluate((each) => each.scrollWidth <= each.clientWidth), `the title of ${view}`).toBe(true);
  if (view.startsWith("#/settings")) {
    await expect(page.locator(".tabs [aria-current]")).toBeInViewport({ ratio: 0.99 });
  }
}

test("on a narrow screen long lines of code scroll inside their block with its copy button there, and what a command will do is said in full", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openWithScript(page, "notes");
  await composer(page).fill("/memory_write The ferry leaves at 7:40.");
  const hint = page.getByText("Runs “Save a note” at once, without the model");
  await expect(hint).toBeInViewport({ ratio: 1 });
  expect(await hint.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);

  await ask(page, "Show me code and a formula");
  await expectEnded(page);
  await expect(page.getByRole("button", { name: "Copy the code" })).toBeInViewport({ ratio: 1 });
  expect(
    await page
      .locator(".code pre")
      .evaluate((block) => [block.scrollWidth > block.clientWidth, block.clientWidth < 360]),
  ).toEqual([true, true]);
});

/** What is left of 1280 × 800 pixels at 200 %, and of a phone's screen on its side. */
const SMALL_SCREENS = [
  { width: 640, height: 400 },
  { width: 320, height: 400 },
] as const;

for (const { width, height } of SMALL_SCREENS) {
  test(`at ${width} by ${height} pixels, as at 200 % zoom, nothing is cut off, one can write, and it is seen which tool asks`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openWithScript(page, "notes");
    for (const view of ["#/models", "#/tools", "#/files", "#/settings/data", "#/settings/connections", "#/"]) {
      await goTo(page, view);
      await expect(page.locator(".view-loading, .skeleton")).toHaveCount(0);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect({ view, isCut: scrollWidth > clientWidth }).toEqual({ view, isCut: false });
    }
    await page.getByTestId("attach-input").setInputFiles({
      name: "paper.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("A paper from outside."),
    });
    await expect(composer(page)).toBeInViewport({ ratio: 1 });
    await ask(page, "Remember that the ferry leaves at 7:40");
    const card = page.locator(".approval").last();
    await expect(card.getByRole("button", { name: "Deny", exact: true })).toBeFocused();
    await expect(card.getByRole("heading")).toBeInViewport({ ratio: 1 });
    await card.getByRole("button", { name: "Allow once" }).scrollIntoViewIfNeeded();
    await expect(composer(page)).toBeInViewport({ ratio: 0.9 });
    await card.getByRole("button", { name: "Deny", exact: true }).click();
    await expectEnded(page);
  });
}
