import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { FAMILY_ANSWER, toPartPath } from "../dev/scripts/gpu/write-tiny-models.ts";
import type { RunEvent } from "../worker/protocol/run-event.ts";
import { BRIEF_SKILL, driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { FAMILY_CASES, writeFamilyFile } from "./harness/tiny-families.ts";
import { askNatively, goTo, readStored } from "./page-driver.ts";

/** A question of a few words in the turns of any family; the vocabulary is little more than letters. */
const MAX_NEW_TOKENS = 60;

test("files of eight families are spoken to in their own turns, end them at their own marks and read only what is new", async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "alcove-families-"));
  try {
    const chat = driveChat(page);
    const known = new Set<string>();
    await chat.open("model=scripted:notes");
    for (const family of FAMILY_CASES) {
      const path = await writeFamilyFile(folder, family);
      await goTo(page, "#/models");
      await page.getByTestId("import-input").setInputFiles(path);
      await expect(page.getByTestId("current-model").getByRole("heading")).toHaveText(family.title);
      await expect(page.getByTestId("current-model")).toContainText("Loaded now");
      await askNatively(page, family.title);
      await page.getByRole("link", { name: "New chat" }).click();
      await chat.chooseSkill(BRIEF_SKILL);
      for (const question of ["Hello", "And again?"]) {
        await chat.ask(question);
        await chat.waitForEnd();
        await expect(chat.answer.getByTestId("answer-text")).toHaveText(FAMILY_ANSWER);
      }
      await expect.poll(async () => (await readTurns(page, known)).length).toBe(2);
      const [first, second] = await readTurns(page, known);
      expect(first, family.title).toMatchObject({ format: family.format, finishReason: "stop" });
      expect(second, family.title).toMatchObject({ format: family.format, finishReason: "stop" });
      if (family.thinks !== true) {
        expect([first?.raw, second?.raw, second?.appended]).toEqual([FAMILY_ANSWER, FAMILY_ANSWER, true]);
        // Everything that was read or written is held, and often what stands before the next question, read behind the answer.
        const held = (first?.promptTokens ?? 0) + FAMILY_ANSWER.length;
        expect(second?.cachedTokens, family.title).toBeGreaterThanOrEqual(held);
      }
      // A thought is dropped once its question is answered: then the short answer is read anew beside the question.
      expect(second?.promptTokens, family.title).toBeLessThan(MAX_NEW_TOKENS);
      for (const turn of [first, second]) known.add(turn?.runId ?? "");
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("a model that comes in several files is picked whole, and in part refused", async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "alcove-parts-"));
  try {
    const [family] = FAMILY_CASES;
    if (family === undefined) throw new Error("there is no family");
    const path = await writeFamilyFile(folder, { ...family, isSplit: true });
    const parts = [toPartPath(path, 2), toPartPath(path, 1)];
    const chat = driveChat(page);
    await chat.open("model=scripted:notes");
    await goTo(page, "#/models");
    await page.getByTestId("import-input").setInputFiles(parts.slice(0, 1));
    await expect(page.getByText("This is one part of a model that comes in several files.").first()).toBeVisible();
    await page.getByTestId("import-input").setInputFiles(parts);
    await expect(page.getByTestId("current-model").getByRole("heading")).toHaveText(family.title);
    await page.getByRole("link", { name: "New chat" }).click();
    await chat.chooseSkill(BRIEF_SKILL);
    await chat.ask("Hello");
    await chat.waitForEnd();
    await expect(chat.answer.getByTestId("answer-text")).toHaveText(FAMILY_ANSWER);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** What was recorded of the only turn of each run that is not known yet, in order. */
async function readTurns(page: Page, known: ReadonlySet<string>) {
  const batches = JSON.parse(await readStored(page, "run-events")) as readonly {
    readonly runId: string;
    readonly events: readonly RunEvent[];
  }[];
  const runIds = [...new Set(batches.map(({ runId }) => runId))].filter((id) => !known.has(id));
  const turns = runIds.flatMap((runId) => {
    const events = batches.filter((batch) => batch.runId === runId).flatMap((batch) => batch.events);
    const start = events.find((event) => event.type === "run-start");
    const sent = events.find((event) => event.type === "prompt-sent");
    const end = events.find((event) => event.type === "turn-end");
    if (start === undefined || sent === undefined || end === undefined) return [];
    const { raw, finishReason, usage } = end;
    return [{ runId, format: start.format, appended: sent.appended, raw, finishReason, ...usage }];
  });
  // A second question goes on from the first, so it reads less; one that is read anew fails whatever the order.
  return turns.sort((left, right) => right.promptTokens - left.promptTokens);
}
