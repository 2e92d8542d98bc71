import type { Locator, Page } from "@playwright/test";
import { expectNoViolations } from "./harness/accessible.ts";
import { bringVoices, readVoices as read } from "./harness/fake-voices.ts";
import { expect, test } from "./harness/test.ts";
import { ask, composer, expectEnded, lastAnswer, openWithScript } from "./page-driver.ts";

function isListening(page: Page): Promise<boolean> {
  return read(page, ({ recognisers }) => recognisers.some(({ isOpen }) => isOpen));
}

/** Ends sentence after sentence until it listens again. */
async function expectQuiet(page: Page, strip: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await read(page, ({ endNext }) => endNext());
      return strip.getAttribute("data-state");
    })
    .toBe("hearing");
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add", exact: true }).click();
}

/** Begins to talk with a chat that has one answer; returns the strip that shows how it stands. */
async function talkHandsFree(page: Page): Promise<Locator> {
  await bringVoices(page, { voices: [{ lang: "en-US", localService: true }], dictation: "available" });
  await openWithScript(page, "notes");
  await ask(page, "Hello");
  await expectEnded(page);
  await openMenu(page);
  await page.getByRole("button", { name: "Talk hands free" }).click();
  const strip = page.getByTestId("dictation");
  await expect(strip).toContainText("Listening");
  return strip;
}

for (const { name, viewport } of [
  { name: "a desktop", viewport: { width: 1280, height: 800 } },
  { name: "a phone", viewport: { width: 390, height: 780 } },
]) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test("an answer is read aloud by a voice of this device, sentence by sentence, until Escape", async ({ page }) => {
      await bringVoices(page, { voices: [{ lang: "en-US", localService: true }], dictation: "available" });
      await openWithScript(page, "notes");
      await ask(page, "Hello");
      await expectEnded(page);
      await lastAnswer(page).getByRole("button", { name: "Read aloud" }).click();
      expect((await read(page, ({ said }) => said)).length).toBeGreaterThan(0);
      await expect(lastAnswer(page).getByRole("button", { name: "Stop reading" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(lastAnswer(page).getByRole("button", { name: "Read aloud" })).toBeVisible();
    });

    test("what is said stands in the message field, and is sent by the user alone", async ({ page }) => {
      await bringVoices(page, { voices: [], dictation: "downloadable" });
      await openWithScript(page, "notes");
      await openMenu(page);
      await page.getByRole("button", { name: "Speak instead of typing" }).click();
      const strip = page.getByTestId("dictation");
      await expect(strip).toContainText("first has to fetch");
      await strip.getByRole("button", { name: "Fetch it" }).click();
      await expect(strip).toHaveAttribute("data-state", "listening");
      await expect(strip.getByRole("meter")).toBeVisible();
      await read(page, ({ hear }) => hear("the ferry lea", false));
      await expect(strip).toContainText("the ferry lea");
      await expect(composer(page)).toHaveValue("");
      await read(page, ({ hear }) => hear("The ferry leaves at eight", true));
      await expect(composer(page)).toHaveValue("The ferry leaves at eight");
      await read(page, ({ hear }) => hear("and is full", true));
      await expect(composer(page)).toHaveValue("The ferry leaves at eight and is full");
      expect(await read(page, ({ recognisers }) => recognisers.map(({ processLocally }) => processLocally))).toEqual([
        true,
      ]);
      await expectNoViolations(page, "dictation");
      await strip.getByRole("button", { name: "Done" }).click();
      await expect(strip).toHaveCount(0);
      await expect(composer(page)).toBeFocused();
      await expect(page.getByTestId("answer")).toHaveCount(0);
    });

    test("hands free, a pause sends what was said, the answer is read, and then it listens again, until Escape", async ({
      page,
    }) => {
      const strip = await talkHandsFree(page);
      expect(await isListening(page)).toBe(true);
      await expectNoViolations(page, "hands free, listening");
      await read(page, ({ hear }) => hear("What do you know about me?", true));
      await expect(strip).toContainText("What do you know about me?");
      await expect(strip).toContainText("Speaking", { timeout: 20_000 });
      expect(await isListening(page)).toBe(false);
      await expect(page.getByTestId("question")).toHaveCount(2);
      await expectQuiet(page, strip);
      expect(await isListening(page)).toBe(true);
      expect(await read(page, ({ recognisers }) => recognisers.every(({ processLocally }) => processLocally))).toBe(
        true,
      );
      await page.keyboard.press("Escape");
      await expect(strip).toHaveCount(0);
      expect(await isListening(page)).toBe(false);
      await expect(page.getByTestId("question")).toHaveCount(2);
    });

    test("hands free, what would be written asks first, and nothing that is said allows it", async ({ page }) => {
      const strip = await talkHandsFree(page);
      await read(page, ({ hear }) => hear("Remember that the ferry leaves at 7:40", true));
      await expect(strip).toContainText("Waiting for your press", { timeout: 20_000 });
      expect(await isListening(page)).toBe(false);
      await read(page, ({ hear }) => hear("Yes, allow it", true));
      await expect(page.getByTestId("tool-card").last()).toHaveAttribute("data-state", "needs-approval");
      const allow = page.getByRole("button", { name: "Allow once" });
      await allow.scrollIntoViewIfNeeded();
      await expectNoViolations(page, "hands free, a decision");
      await allow.click();
      await expectQuiet(page, strip);
      await expect(page.getByTestId("question")).toHaveCount(2);
      await strip.getByRole("button", { name: "Done" }).click();
      await expect(strip).toHaveCount(0);
    });
  });
}

test("a chat's answers are read while they are written, from the next one on, until it is switched off", async ({
  page,
}) => {
  await bringVoices(page, { voices: [{ lang: "en-GB", localService: true }], dictation: "unavailable" });
  await openWithScript(page, "notes");
  await ask(page, "Hello");
  await expectEnded(page);
  await openMenu(page);
  await page.getByRole("button", { name: "Read this chat’s answers aloud" }).click();
  expect(await read(page, ({ said }) => said)).toEqual([]);
  await ask(page, "Hello again");
  await expectEnded(page);
  await expect.poll(async () => (await read(page, ({ said }) => said)).length).toBeGreaterThan(0);
  await openMenu(page);
  await page.getByRole("button", { name: "Stop reading this chat’s answers" }).click();
  expect(await read(page, ({ cancelled }) => cancelled)).toBeGreaterThan(0);
});

test("voices that send the text away, and recognisers that send the sound away, are never used", async ({ page }) => {
  await bringVoices(page, { voices: [{ lang: "en-US", localService: false }], dictation: "elsewhere" });
  await openWithScript(page, "notes");
  await ask(page, "Hello");
  await expectEnded(page);
  await expect(lastAnswer(page).getByRole("button", { name: "Copy the answer" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Read aloud" })).toHaveCount(0);
  await openMenu(page);
  await expect(page.getByRole("button", { name: "Read this chat’s answers aloud" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Talk hands free" })).toHaveCount(0);
  await page.getByRole("button", { name: "Speak instead of typing" }).click();
  await expect(page.getByTestId("dictation")).toContainText("it would send your voice to a server");
  expect(await read(page, ({ recognisers }) => recognisers)).toEqual([]);
});

test("closed while the browser fetches a language, dictation asks for no microphone afterwards", async ({ page }) => {
  await bringVoices(page, { voices: [], dictation: "slow" });
  await openWithScript(page, "notes");
  await openMenu(page);
  await page.getByRole("button", { name: "Speak instead of typing" }).click();
  const strip = page.getByTestId("dictation");
  await strip.getByRole("button", { name: "Fetch it" }).click();
  await expect(strip).toHaveAttribute("data-state", "fetching");
  await strip.getByRole("button", { name: "Close" }).click();
  await read(page, ({ installed }) => installed());
  await ask(page, "Hello");
  await expectEnded(page);
  expect(await read(page, ({ microphones }) => microphones)).toBe(0);
});
