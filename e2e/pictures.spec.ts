import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, test } from "./harness/test.ts";
import { ask, expectEnded, lastAnswer, openWithScript } from "./page-driver.ts";

// The pictures are of one typeface that the test brings along, so that they are the same wherever Chromium runs. After a
// wanted change: `npx playwright test e2e/pictures.spec.ts --update-snapshots`, and look at what came out.

const WIDTHS = [360, 768, 1280];
const HEIGHT = 800;
const FACES = [400, 600, 700];
const VIEWS = {
  start: "#/",
  memory: "#/memory",
  models: "#/models",
  tools: "#/tools",
  runs: "#/runs",
  appearance: "#/settings/general",
  chat: "#/settings/general",
  answers: "#/settings/developer",
  permissions: "#/settings/privacy",
  connections: "#/settings/connections",
  data: "#/settings/data",
  about: "#/settings/about",
  gym: "#/gym",
};

/** What differs from one machine or moment to the next. */
const PASSING = "time, .tool-time";
const RUN = fileURLToPath(new URL("pictures/run.json", import.meta.url));

test.use({ bypassCSP: true, timezoneId: "UTC", locale: "en-US" });

/** Makes the page use the test's typeface for everything, and leaves out which model this very device could run. */
async function useOneTypeface(page: Page): Promise<void> {
  const locate = createRequire(import.meta.url).resolve;
  const faces = await Promise.all(
    FACES.map(async (weight) => {
      const file = await readFile(locate(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`));
      const source = `url(data:font/woff2;base64,${file.toString("base64")})`;
      return `@font-face { font-family: "Pictured"; font-weight: ${weight}; src: ${source}; }`;
    }),
  );
  await page.addStyleTag({
    content: `${faces.join("\n")} :root { --sans: "Pictured"; --mono: "Pictured"; } * { font-family: "Pictured" !important; caret-color: transparent !important; } .toasts { visibility: hidden !important; }`,
  });
  await page.evaluate(() => document.fonts.ready);
}

async function open(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await expect(page.locator(".view-loading, .skeleton")).toHaveCount(0);
}

async function compareAtEveryWidth(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    // A picture that differs does not keep the next one from being taken.
    await expect.soft(page).toHaveScreenshot(`${name}-${width}.png`, {
      animations: "disabled",
      mask: [page.locator(PASSING)],
      maskColor: "#888888",
      maxDiffPixelRatio: 0.02,
    });
  }
}

async function compareInBothThemes(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await compareAtEveryWidth(page, `${name}-${colorScheme}`);
  }
}

test(`every view looks as it did, at ${WIDTHS.join(", ")} pixels`, async ({ page }) => {
  test.setTimeout(300_000);
  await openWithScript(page, "calculator");
  await useOneTypeface(page);
  for (const [name, hash] of Object.entries(VIEWS)) {
    await test.step(name, async () => {
      await open(page, hash);
      await compareAtEveryWidth(page, name);
    });
  }
});

test("an answer with tool calls, and its run, look as they did in both themes", async ({ page }) => {
  await openWithScript(page, "calculator");
  await useOneTypeface(page);
  await page.getByLabel("Mode", { exact: true }).selectOption("calculator");
  await ask(page, "What is (3 + 5) * 2?");
  await expectEnded(page);
  await compareInBothThemes(page, "answer");
  // A run's times differ each time; those of a file do not.
  await open(page, "#/runs");
  await page.getByTestId("run-file-input").setInputFiles(RUN);
  await page.locator("svg[role=img]").first().waitFor();
  await compareInBothThemes(page, "run");
});

test("a call that waits for a word looks as it did in both themes", async ({ page }) => {
  await openWithScript(page, "notes");
  await useOneTypeface(page);
  await page.getByTestId("attach-input").setInputFiles({
    name: "timetable.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("The ferry leaves at 7:40."),
  });
  await ask(page, "Remember that the ferry to the island leaves at 7:40");
  await expect(page.getByRole("button", { name: "Allow once" })).toBeEnabled();
  await expect(page.getByTestId("effect-diff")).toBeVisible();
  await compareInBothThemes(page, "approval");
});

test("the panel of a script with what it showed looks as it did in both themes", async ({ page }) => {
  await openWithScript(page, "notes", "#/files");
  await useOneTypeface(page);
  await page.getByRole("button", { name: "Try the sample folder" }).click();
  await expect(page.getByTestId("workspace")).toContainText("english");
  await open(page, "#/");
  await page.getByLabel("Mode", { exact: true }).selectOption("code");
  await ask(page, "Write a script of my spending");
  await expectEnded(page);
  await lastAnswer(page).getByRole("button", { name: "Change and run" }).click();
  const panel = page.getByTestId("panel");
  await expect(panel.getByTestId("script-results")).toBeVisible();
  await expect(panel.frameLocator("iframe").getByRole("heading", { name: "Spending" })).toBeVisible();
  await compareInBothThemes(page, "panel");
});
