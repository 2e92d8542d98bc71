import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { writeTinyModels, writeTinyProjector } from "../dev/scripts/gpu/write-tiny-models.ts";
import type { RunEvent } from "../worker/protocol/run-event.ts";
import { BRIEF_SKILL, driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { askNatively, goTo, readStored } from "./page-driver.ts";

/** Characters that are enough to tell answers apart: random weights write the same only for the same prompt. */
const MIN_COMPARED = 4;
const QUESTION = "What is it?";

test("a model with eyes sees the picture that goes along, and one without is not shown it", async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "alcove-eyes-"));
  try {
    const models = await writeTinyModels("dev/model/tiny/tiny.gguf", folder, { contextTokens: 4096, printable: true });
    const model = models.find(([name]) => name === "llama")?.[1] ?? "";
    const eyes = join(folder, "mmproj-tiny.gguf");
    await writeTinyProjector(eyes);
    const red = await drawPicture(page, "red");
    const blue = await drawPicture(page, "blue");
    const chat = driveChat(page);
    const toasts = page.getByRole("status");

    await test.step("eyes alone are refused in words", async () => {
      await chat.open("model=scripted:notes");
      await goTo(page, "#/models");
      await page.getByTestId("import-input").setInputFiles(eyes);
      await expect(page.getByText("This file is only the vision or audio file of a model").first()).toBeVisible();
      await chat.open("model=scripted:notes");
      await page.getByTestId("attach-input").setInputFiles(red);
      await page.getByRole("button", { name: "Not now" }).click();
      await expect(toasts.getByText("the loaded model cannot see")).toBeVisible();
      await expect(page.getByRole("list", { name: "Attached files" })).toHaveCount(0);
    });

    await test.step("model and eyes are picked together", async () => {
      await goTo(page, "#/models");
      await page.getByTestId("import-input").setInputFiles([eyes, model]);
      const current = page.getByTestId("current-model");
      await expect(current.getByRole("heading")).toHaveText("tiny-llama");
      await expect(current).toContainText("It sees: pictures can go along with a question.");
      // In stages random weights would choose a tool and never come to words.
      await askNatively(page, "tiny-llama");
    });

    await test.step("another picture, another answer; the same picture, the same answer", async () => {
      const answers: string[] = [];
      for (const picture of [red, blue, red]) {
        await page.getByRole("link", { name: "New chat" }).click();
        await chat.chooseSkill(BRIEF_SKILL);
        await page.getByTestId("attach-input").setInputFiles(picture);
        await expect(page.getByRole("list", { name: "Attached files" }).getByText(picture.name)).toBeVisible();
        await page.screenshot({ path: test.info().outputPath("composer.png") });
        await chat.answerAndStop(QUESTION);
        const shown = page.getByTestId("question").last().locator("img.picture");
        await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);
        answers.push(await readNewestRaw(page, answers.length + 1));
      }
      await page.screenshot({ path: test.info().outputPath("eyes.png") });
      // Each was stopped at another length.
      const length = Math.min(...answers.map((raw) => raw.length));
      expect(length).toBeGreaterThanOrEqual(MIN_COMPARED);
      const [first, second, third] = answers.map((raw) => raw.slice(0, length));
      expect(second).not.toBe(first);
      expect(third).toBe(first);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function drawPicture(page: Page, colour: string) {
  const base64 = await page.evaluate(async (fill) => {
    const canvas = new OffscreenCanvas(64, 48);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("no canvas");
    context.fillStyle = fill;
    context.fillRect(0, 0, 64, 48);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  }, colour);
  return { name: `${colour}.png`, mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}

/** What the model wrote in the newest run, once this many runs are stored. */
async function readNewestRaw(page: Page, runs: number): Promise<string> {
  let newest = "";
  const read = async (): Promise<number> => {
    const batches: readonly { readonly runId: string; readonly events: readonly RunEvent[] }[] = JSON.parse(
      await readStored(page, "run-events"),
    );
    const written = [...new Set(batches.map(({ runId }) => runId))].flatMap((id) => {
      const events = batches.filter(({ runId }) => runId === id).flatMap((batch) => batch.events);
      const start = events.find((event) => event.type === "run-start");
      const end = events.find((event) => event.type === "turn-end");
      return start === undefined || end === undefined ? [] : [{ startedAt: start.startedAt, raw: end.raw }];
    });
    newest = written.toSorted((left, right) => left.startedAt - right.startedAt).at(-1)?.raw ?? "";
    return written.length;
  };
  await expect.poll(read).toBe(runs);
  return newest;
}
